/** An address as a scannable code. */
import encodeQR from 'qr';
import { outlineOf } from './qr.ts';

/** A drawn code. */
interface Code {
  /** Squares on a side. */
  readonly size: number;
  readonly outline: string;
}

/** @param bears how much of it may be unreadable: about a seventh, or a quarter */
export function encode(address: string, bears: 'medium' | 'quartile'): Code {
  // It needs a white border of four squares.
  const squares = encodeQR(address, 'raw', { ecc: bears, border: 4 });
  return { size: squares.length, outline: outlineOf(squares) };
}

interface QrCodeProps {
  readonly code: Code;
  /** The text alternative. */
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
