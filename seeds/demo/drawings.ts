/**
 * The demo's pictures: gauges, name plates, oil on a floor, and cabinets in a thermal camera; as PNG (W3C, third edition) with few
 * colours, so that each has some kilobytes.
 */
import { deflateSync } from 'node:zlib';
import { pngChunk } from '../../engine/features/files/media/png.ts';

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number];

/** In pixels. */
const [width, height] = [240, 180];

/** A picture before encoding. */
export interface Drawing {
  /** At most 256. */
  readonly colours: readonly Colour[];
  /** The index of its colour in `colours`. */
  colourAt(x: number, y: number): number;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngOf({ colours, colourAt }: Drawing): Buffer {
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
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from(colours.flat())),
    pngChunk('IDAT', deflateSync(lines, { level: 4 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const paper: Colour = [236, 238, 235];
const steel: Colour = [120, 130, 140];
const ink: Colour = [38, 44, 52];
const red: Colour = [200, 48, 40];
const green: Colour = [60, 150, 84];
const amber: Colour = [226, 166, 40];

/** Much faster than `Math.hypot`. */
const distance = (right: number, down: number) => Math.sqrt(right * right + down * down);

/** A dial whose red range begins at three quarters. @param value 0 to 1: the position of its hand */
export function gauge(value: number): Drawing {
  const [middleX, middleY, radius] = [120, 104, 82];
  const angleOf = (part: number) => Math.PI * (1.25 * part + 0.875);
  const [handX, handY] = [Math.cos(angleOf(value)), Math.sin(angleOf(value))];
  return {
    colours: [steel, paper, ink, green, amber, red],
    colourAt: (x, y) => {
      const [right, down] = [x - middleX, y - middleY];
      const far = distance(right, down);
      if (far > radius) return 0;
      if (far > radius - 6 || far < 8) return 2;
      const along = right * handX + down * handY;
      if (along > 0 && along < radius - 14 && Math.abs(right * handY - down * handX) < 2.5) return 2;
      if (far < radius - 22 || far > radius - 12) return 1;
      const turned = (Math.atan2(down, right) / Math.PI + 2 - 0.875) % 2;
      const part = turned / 1.25;
      if (part > 1) return 1;
      if (part > 0.75) return 5;
      return part > 0.55 ? 4 : 3;
    },
  };
}

/** A plate with four screws and lines of text. @param lengths of the lines, 0 to 1 */
export function plate(lengths: readonly number[]): Drawing {
  const isScrew = (x: number, y: number) =>
    distance(Math.min(x - 30, 210 - x), Math.min(y - 32, 148 - y)) < 6;
  return {
    colours: [steel, [198, 202, 206], ink, [90, 98, 108]],
    colourAt: (x, y) => {
      if (x < 16 || x > 224 || y < 18 || y > 162) return 0;
      if (x < 19 || x > 221 || y < 21 || y > 159) return 2;
      if (isScrew(x, y)) return 3;
      const line = Math.floor((y - 46) / 22);
      const isWritten = line >= 0 && (y - 46) % 22 < 10 && x >= 44 && x < 44 + 152 * (lengths[line] ?? 0);
      // Letters have gaps, and words longer ones.
      return isWritten && x % 9 < 6 && x % 54 < 46 ? 2 : 1;
    },
  };
}

/** Oil on a tiled floor. @param spread 0 to 1: how far it has spread */
export function puddle(spread: number): Drawing {
  const [across, deep] = [40 + 60 * spread, 20 + 34 * spread];
  return {
    colours: [[176, 172, 164], [150, 146, 138], [44, 36, 28], [96, 84, 70], steel],
    colourAt: (x, y) => {
      // The foot of the machine.
      if (y < 44) return x % 80 < 4 ? 2 : 4;
      const [right, down] = [(x - 124) / across, (y - 112) / deep];
      const middle = distance(right, down);
      const far = middle > 1.12 ? middle : middle + 0.12 * Math.sin(5 * Math.atan2(down, right));
      if (far < 1) return distance(right + 0.3, down + 0.4) < 0.2 ? 3 : 2;
      return x % 48 < 2 || (y - 44) % 34 < 2 ? 1 : 0;
    },
  };
}

const heat: readonly Colour[] = Array.from({ length: 64 }, (_, at) => {
  const part = at / 63;
  return [
    Math.round(255 * Math.min(1, 1.6 * part)),
    Math.round(220 * part ** 2),
    Math.round(140 * (1 - part) ** 2),
  ];
});

/** A cabinet, dark where it is cold. @param spots the warm places, from its left and its top, 0 to 1 */
export function thermal(spots: readonly (readonly [number, number])[]): Drawing {
  return {
    colours: heat,
    colourAt: (x, y) => {
      let warmth = 8 + 6 * (1 - y / height);
      for (const [left, top] of spots)
        warmth += 46 / (1 + ((x - left * width) ** 2 + (y - top * height) ** 2) / 700);
      return Math.min(63, Math.floor(warmth));
    },
  };
}
