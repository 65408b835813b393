/**
 * HEIC, HEIF and AVIF (ISO/IEC 23008-12): the length must not change, because boxes refer to byte positions in the file. So all
 * bytes that are not known to be a picture or its description are overwritten in place.
 */
import { say } from '../../../message.ts';
import { type ByteSource, damagedPicture, FileRefusal, type Measures } from '../source.ts';
import { anyPicture, avifBrands, heicBrands } from '../types.ts';
import { emptyBox } from './heif-boxes.ts';
import { type Extent, readItems } from './heif-items.ts';

/** The maximum size of the list of items: real ones have a few thousand bytes. */
const mostItems = 256 * 1024;
/** The maximum size of the box with the brand. */
const mostBrands = 128;

/**
 * Passes a picture on, with all else overwritten.
 *
 * @returns its size as shown
 * @throws FileRefusal if it is damaged, one of its items is too large, its list of items follows them, or it is a sequence
 */
export async function* walkHeif(source: ByteSource): AsyncGenerator<Buffer, Measures> {
  let items: ReturnType<typeof readItems> | null = null;
  let sieve = new Sieve([]);
  for (;;) {
    await source.beginPart();
    const from = source.position;
    const head = await source.hold(16);
    if (head.length === 0) break;
    const { name, length, headLength } = readBoxHead(head);
    if (name === 'meta') {
      if (items || length > mostItems || headLength > 8) throw damagedPicture();
      items = readItems(await source.take(length), from);
      sieve = new Sieve(items.stretches);
      const { list, data } = items;
      if (data) sieve.pass(list.subarray(data.from, data.to), from + data.from).copy(list, data.from);
      yield list;
      continue;
    }
    if (name === 'moov' || name === 'moof') throw new FileRefusal(say(sequence));
    // Bytes that are already passed on cannot be overwritten.
    if (name === 'mdat' && !items) throw new FileRefusal(say(otherOrder));
    if (name === 'ftyp' && from === 0) {
      if (length > mostBrands) throw damagedPicture();
      yield brandsIn(await source.take(length));
      continue;
    }
    const begin = Buffer.from(await source.take(headLength));
    if (name !== 'mdat') begin.write(emptyBox, 4, 'latin1');
    yield begin;
    for (let left = length - headLength; left > 0; ) {
      const at = source.position;
      const bytes = await source.next(left);
      if (bytes.length === 0 && length !== Number.POSITIVE_INFINITY) throw damagedPicture();
      if (bytes.length === 0) break;
      left -= bytes.length;
      yield name === 'mdat' ? sieve.pass(bytes, at) : Buffer.alloc(bytes.length);
    }
  }
  if (!items || !sieve.isDone) throw damagedPicture();
  return items.measures;
}

const otherOrder = say('This picture has its parts in an order that is not taken. Save it as a JPEG.');
const sequence = say(
  'This is a sequence of pictures, which is not taken. Save one of them, or a film (MP4).',
);

interface BoxHead {
  readonly name: string;
  /** Including its header; infinite if it extends to the end of the file. */
  readonly length: number;
  readonly headLength: number;
}

function readBoxHead(head: Buffer): BoxHead {
  if (head.length < 8) throw damagedPicture();
  const short = head.readUInt32BE(0);
  const name = head.toString('latin1', 4, 8);
  const headLength = short === 1 ? 16 : 8;
  if (head.length < headLength) throw damagedPicture();
  const long = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  const length = short === 0 ? Number.POSITIVE_INFINITY : long;
  if (length < headLength || !/^[\x20-\x7e]{4}$/.test(name)) throw damagedPicture();
  return { name, length, headLength };
}

/** What a picture may say of itself. The first brand stands in place of any other. */
const brands = [
  ...[...heicBrands, ...avifBrands, ...anyPicture],
  ...['1pic', 'MiHA', 'MiHB', 'MiHE', 'MiPr', 'MA1A', 'MA1B', 'mif3', 'tmap', 'unif', 'iso8'],
];

function brandsIn(box: Buffer): Buffer {
  const made = Buffer.from(box);
  for (let at = 16; at < box.length; at += 4)
    if (!brands.includes(box.toString('latin1', at, at + 4)))
      box.copy(made, at, 8, 8 + Math.min(4, box.length - at));
  return made;
}

/** Keeps the stretches of pictures, and no other bytes. Bytes come in the order of the file, so each stretch is looked at once. */
class Sieve {
  readonly #stretches: readonly Extent[];
  #next = 0;
  /** How much of the next stretch has come. */
  #passed = 0;

  constructor(stretches: readonly Extent[]) {
    this.#stretches = stretches;
  }

  /** Whether all stretches have come. */
  get isDone(): boolean {
    return this.#next === this.#stretches.length;
  }

  /** @param from their position in the file. @throws FileRefusal if a part of a stretch has not come */
  pass(bytes: Buffer, from: number): Buffer {
    const end = from + bytes.length;
    const made = Buffer.alloc(bytes.length);
    for (;;) {
      const stretch = this.#stretches[this.#next];
      if (!stretch || stretch.from >= end) return made;
      const [first, last] = [Math.max(stretch.from, from), Math.min(stretch.to, end)];
      if (first !== stretch.from + this.#passed) throw damagedPicture();
      if (stretch.blank === null) bytes.copy(made, first - from, first - from, last - from);
      else {
        made.fill(stretch.blank.filler, first - from, last - from);
        const start = Buffer.from(stretch.blank.start, 'latin1').subarray(this.#passed);
        start.copy(made, first - from, 0, Math.min(start.length, last - first));
      }
      this.#passed += last - first;
      if (stretch.to > end) return made;
      this.#next += 1;
      this.#passed = 0;
    }
  }
}
