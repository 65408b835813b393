/**
 * WebP (RFC 9649): keeps its frames, its colour profile and its orientation. Its first bytes contain its length, and are already
 * passed on when metadata arrive. So removed chunks are overwritten with zeros and renamed to filling. The kept EXIF is at the
 * beginning of its former place.
 */
import { type ByteSource, damagedPicture, type Measures, requireMeasures } from '../source.ts';
import { exifBytes, exifWith, mostExif, orientationOf, shownAs } from './exif.ts';

/** Chunks that are kept unchanged. */
const keptChunks = ['ICCP', 'ALPH', 'ANIM'];
/** Flags in the header of an extended picture. */
const flags = { exif: 0x08, xmp: 0x04 };
/** RIFF's name of a chunk without meaning. */
const filling = 'JUNK';
const zeros = Buffer.alloc(16 * 1024);

/**
 * Passes a WebP on without its metadata, up to its end.
 *
 * @returns its size as shown
 * @throws FileRefusal if it is damaged, or one of its frames is too large
 */
export async function* walkWebp(source: ByteSource): AsyncGenerator<Buffer, Measures> {
  const head = await source.take(12);
  const end = head.readUInt32LE(4) + 8;
  yield head;
  const found = { canvas: null, frame: null, hasExif: false, orientation: null };
  yield* walkChunks(source, end, found);
  const shown = canvasOf(found);
  if (!shown) throw damagedPicture();
  return shownAs(shown, found.orientation ?? 1);
}

interface WebpFacts {
  /** Of an extended picture. */
  canvas: Measures | null;
  /** Of the first frame. */
  frame: Measures | null;
  hasExif: boolean;
  orientation: number | null;
}

function canvasOf({ canvas, frame }: WebpFacts): Measures | null {
  return frame && (canvas ?? frame);
}

async function* walkChunks(
  source: ByteSource,
  end: number,
  found: WebpFacts,
  isInFrame = false,
): AsyncGenerator<Buffer, void> {
  for (let isFirst = true; source.position < end; isFirst = false) {
    await source.beginPart();
    const head = await source.take(8);
    const name = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const after = source.position + length;
    if (after > end) throw damagedPicture();
    if (name === 'VP8X') {
      if (!isFirst || isInFrame || length !== 10) throw damagedPicture();
      yield* walkHeader(source, head, found);
    } else if (name === 'ANMF') {
      if (length < 16 || isInFrame) throw damagedPicture();
      yield head;
      yield* source.pass(16);
      yield* walkChunks(source, after, found, true);
    } else if (name === 'VP8 ' || name === 'VP8L') {
      yield head;
      yield* walkFrame(source, name, length, found);
    } else if (keptChunks.includes(name)) {
      yield head;
      yield* source.pass(length);
    } else {
      yield* walkOther(source, name, length, found);
    }
    // Chunks begin at even positions; the last one may lack its padding.
    if (length % 2 === 1 && source.position < end) {
      await source.take(1);
      yield Buffer.alloc(1);
    }
  }
}

async function* walkHeader(source: ByteSource, head: Buffer, found: WebpFacts): AsyncGenerator<Buffer, void> {
  const body = Buffer.from(await source.take(10));
  const bits = body.readUInt8(0);
  found.hasExif = (bits & flags.exif) !== 0;
  found.canvas = { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 };
  body.writeUInt8(bits & ~flags.xmp, 0);
  yield Buffer.concat([head, body]);
}

/** A coded picture. Its own header must keep the limits, too, since decoders use it. */
async function* walkFrame(
  source: ByteSource,
  name: string,
  length: number,
  found: WebpFacts,
): AsyncGenerator<Buffer, void> {
  const start = await source.take(Math.min(length, 10));
  const measures = name === 'VP8L' ? losslessMeasures(start) : lossyMeasures(start);
  requireMeasures(measures);
  found.frame ??= measures;
  yield start;
  yield* source.pass(length - start.length);
}

function lossyMeasures(start: Buffer): Measures {
  if (start.length < 10 || start.toString('latin1', 3, 6) !== '\x9d\x01\x2a') throw damagedPicture();
  return { width: start.readUInt16LE(6) & 0x3fff, height: start.readUInt16LE(8) & 0x3fff };
}

function losslessMeasures(start: Buffer): Measures {
  if (start.length < 5 || start[0] !== 0x2f) throw damagedPicture();
  const bits = start.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Optional chunks. The first EXIF that its header announces has the orientation. */
async function* walkOther(
  source: ByteSource,
  name: string,
  length: number,
  found: WebpFacts,
): AsyncGenerator<Buffer, void> {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(length, 4);
  const isExif = name === 'EXIF' && found.hasExif && found.orientation === null && length >= exifBytes;
  head.write(isExif ? name : filling, 'latin1');
  yield head;
  let left = length;
  if (isExif) {
    const body = await source.take(Math.min(length, mostExif));
    found.orientation = orientationOf(body.subarray(body.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0));
    left -= body.length;
    const exif = exifWith(found.orientation);
    yield Buffer.concat([exif, Buffer.alloc(body.length - exif.length)]);
  }
  while (left > 0) {
    const bytes = await source.take(Math.min(left, zeros.length));
    left -= bytes.length;
    yield zeros.subarray(0, bytes.length);
  }
}
