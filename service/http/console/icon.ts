/** The console's icon as PNG: an M on a background, drawn from distances, so that it is sharp at every size. */
import { deflateSync } from 'node:zlib';
import { pngChunk } from '../../../engine/features/files/media/png.ts';

type Point = readonly [x: number, y: number];

/** The strokes of the letter, relative to the side. */
const letter: readonly Point[] = [
  ...[[0.27, 0.73] as const, [0.27, 0.29] as const, [0.5, 0.58] as const],
  ...[[0.73, 0.29] as const, [0.73, 0.73] as const],
];
const halfStroke = 0.055;
const corner = 0.2;
/** The colour `--main` of the light theme. */
const ground = [0x0b, 0x5c, 0xad] as const;

/**
 * @param size pixels of a side
 * @param maskable whether the system may cut it to its own shape: the background fills it, the letter stays in the middle (W3C
 *   manifest, "safe zone")
 */
export function drawIcon(size: number, maskable: boolean): Buffer {
  const scale = maskable ? 0.75 : 1;
  const rows = Buffer.alloc(size * (1 + size * 4));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at: Point = [(x + 0.5) / size, (y + 0.5) / size];
      const inner: Point = [(at[0] - 0.5) / scale + 0.5, (at[1] - 0.5) / scale + 0.5];
      const white = covered((halfStroke - toLetter(inner)) * scale * size);
      const alpha = maskable ? 1 : covered(-outside(at) * size);
      // The first byte of a row means "no filter".
      const place = y * (1 + size * 4) + 1 + x * 4;
      for (const [index, tone] of ground.entries())
        rows[place + index] = Math.round(tone + (255 - tone) * white);
      rows[place + 3] = Math.round(alpha * 255);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  // Eight bits each for red, green, blue and alpha.
  head.set([8, 6], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

/** The covered part of a pixel, from the distance between a shape's edge and the pixel's centre. */
const covered = (pixels: number): number => Math.min(1, Math.max(0, pixels + 0.5));

const toLetter = (at: Point): number =>
  Math.min(...letter.slice(1).map((end, index) => toStroke(at, letter[index] ?? end, end)));

/** Distance to a stroke. */
function toStroke([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const share = Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy);
}

/** Distance to a square with round corners, negative inside. */
function outside([x, y]: Point): number {
  const [dx, dy] = [Math.abs(x - 0.5) - 0.5 + corner, Math.abs(y - 0.5) - 0.5 + corner];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
}
