/** An address as a code to scan. */
import encodeQR from 'qr';
import { outlineOf } from './qr.ts';

interface QrCodeProps {
  readonly address: string;
  /** What stands for it where it is not seen. */
  readonly label: string;
  /** How much of it may be worn or dirty: about a seventh, or a quarter. */
  readonly bears: 'medium' | 'quartile';
}

export function QrCode({ address, label, bears }: QrCodeProps) {
  // It needs four squares of white around it.
  const squares = encodeQR(address, 'raw', { ecc: bears, border: 4 });
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${squares.length} ${squares.length}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={outlineOf(squares)} />
    </svg>
  );
}
