/** Pictures as PNG (W3C, third edition): with few colours, so that each has some kilobytes. */
import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number];

/** A picture before encoding. */
export interface Drawing {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** At most 256. */
  readonly colours: readonly Colour[];
  /** The index of its colour in `colours`. */
  colourAt(x: number, y: number): number;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngOf({ width, height, colours, colourAt }: Drawing): Buffer {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    // Each line begins with its filter: none.
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + x + 1] = colourAt(x, y);
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(lines, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
