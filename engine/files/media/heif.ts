/**
 * HEIC, HEIF and AVIF (ISO/IEC 23008-12): the length must not change, because boxes refer to byte positions in the file. So items
 * with personal data and places are overwritten in place.
 */
import { say } from '../../message.ts';
import { damagedPicture, FileRefusal, type Measures } from '../refusal.ts';
import type { ByteSource } from '../source.ts';
import { type Hole, readItems } from './heif-items.ts';

/** Boxes with the picture or its description. Any other box is overwritten as a whole. */
const keptBoxes = ['ftyp', 'meta', 'mdat', 'moov', 'moof', 'mfra', 'sidx', 'styp'];
/** The maximum size of the list of items: real ones have a few thousand bytes. */
const mostItems = 256 * 1024;
/** The maximum size of the box with the brand. */
const mostBrands = 4096;

/**
 * Passes a picture on with its metadata overwritten.
 *
 * @returns its size as shown
 * @throws FileRefusal if it is damaged, one of its items is too large, or its list of items follows them
 */
export async function* walkHeif(source: ByteSource): AsyncGenerator<Buffer, Measures> {
  let items: ReturnType<typeof readItems> | null = null;
  for (;;) {
    await source.beginPart();
    const from = source.position;
    const head = await source.hold(16);
    if (head.length === 0) break;
    const { name, length, headLength } = readBoxHead(head);
    if (name === 'meta') {
      if (items || length > mostItems) throw damagedPicture();
      const bytes = await source.take(length);
      items = readItems(bytes, from);
      if (items.holes.some((hole) => hole.from < from)) throw damagedPicture();
      yield overwritten(bytes, from, items.holes);
    } else if (keptBoxes.includes(name)) {
      // Bytes that are already passed on cannot be overwritten.
      if (!items && (name !== 'ftyp' || length > mostBrands)) throw new FileRefusal(say(otherOrder));
      yield* pass(source, length, items?.holes ?? []);
    } else {
      yield await source.take(headLength);
      const rest = { from: from + headLength, length: length - headLength, start: '', filler: 0 };
      yield* pass(source, rest.length, [rest]);
    }
  }
  if (!items || items.end > source.position) throw damagedPicture();
  return items.measures;
}

const otherOrder = say('This picture has its parts in an order that is not taken. Save it as a JPEG.');

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

async function* pass(
  source: ByteSource,
  length: number,
  holes: readonly Hole[],
): AsyncGenerator<Buffer, void> {
  for (let left = length; left > 0; ) {
    const from = source.position;
    const bytes = await source.next(left);
    if (bytes.length === 0) {
      if (length === Number.POSITIVE_INFINITY) return;
      throw damagedPicture();
    }
    left -= bytes.length;
    yield overwritten(bytes, from, holes);
  }
}

/** Bytes of the file, with the holes overwritten. */
function overwritten(bytes: Buffer, from: number, holes: readonly Hole[]): Buffer {
  const end = from + bytes.length;
  const met = holes.filter((hole) => hole.from < end && hole.from + hole.length > from);
  if (met.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  for (const hole of met) {
    const first = Math.max(hole.from, from);
    copy.fill(hole.filler, first - from, Math.min(hole.from + hole.length, end) - from);
    const start = Buffer.from(hole.start, 'latin1').subarray(first - hole.from);
    start.copy(copy, first - from, 0, Math.min(start.length, end - first));
  }
  return copy;
}
