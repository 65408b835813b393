/** Boxes and numbers of ISO media files, in a buffer: what is not known in it is left out, at the same length. */
import { damagedPicture } from '../source.ts';

export interface Box {
  readonly name: string;
  /** The start and the end of its content. */
  readonly from: number;
  readonly to: number;
}

export function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const length = bytes.readUInt32BE(at);
    if (length < 8 || at + length > to) throw damagedPicture();
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), from: at + 8, to: at + length });
    at += length;
  }
  return boxes;
}

/** A box that says nothing, in place of another one. */
export const emptyBox = 'free';

/** Makes a box one that says nothing. */
export function makeEmpty(bytes: Buffer, { from, to }: Box): void {
  bytes.write(emptyBox, from - 4, 'latin1');
  bytes.fill(0, from, to);
}

/** The boxes with a known name. All others are left out. */
export function knownIn(bytes: Buffer, from: number, to: number, known: readonly string[]): Box[] {
  return boxesIn(bytes, from, to).filter((box) => {
    const isKnown = known.includes(box.name);
    if (!isKnown) makeEmpty(bytes, box);
    return isKnown;
  });
}

/** Reads numbers in sequence. @throws RangeError beyond the end */
export class NumberReader {
  readonly #bytes: Buffer;
  readonly to: number;
  at: number;

  constructor(bytes: Buffer, { from, to }: Pick<Box, 'from' | 'to'>) {
    this.#bytes = bytes;
    this.at = from;
    this.to = to;
  }

  /** @param bytes 0, 1, 2, 4 or 8 */
  number(bytes: number): number {
    const at = this.at;
    this.at += bytes;
    if (this.at > this.to) throw damagedPicture();
    if (bytes === 0) return 0;
    if (bytes === 8) return Number(this.#bytes.readBigUInt64BE(at));
    return this.#bytes.readUIntBE(at, bytes);
  }

  /** The version of a full box; its flags follow. */
  version(): { version: number; flags: number } {
    return { version: this.number(1), flags: this.number(2) * 256 + this.number(1) };
  }

  /** Nothing more is read: what follows is overwritten. */
  end(): void {
    this.#bytes.fill(0, this.at, this.to);
  }
}
