/** An address as a code to scan. */
import encodeQR from 'qr';
import { outlineOf } from './qr.ts';

/** A code as it is drawn. */
interface Code {
  /** Squares on a side. */
  readonly size: number;
  readonly outline: string;
}

/** @param bears how much of it may be worn or dirty: about a seventh, or a quarter */
export function encode(address: string, bears: 'medium' | 'quartile'): Code {
  // It needs four squares of white around it.
  const squares = encodeQR(address, 'raw', { ecc: bears, border: 4 });
  return { size: squares.length, outline: outlineOf(squares) };
}

interface QrCodeProps {
  readonly code: Code;
  /** What stands for it where it is not seen. */
  readonly label: string;
}

export function QrCode({ code: { size, outline }, label }: QrCodeProps) {
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={outline} />
    </svg>
  );
}
