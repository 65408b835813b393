/** JPEG (ITU-T T.81): keeps what decoding needs, its colour profile and its orientation. */
import { type ByteSource, damagedPicture, type Measures } from '../source.ts';
import { keptExif, orientationOf, shownAs } from './exif.ts';

/** Second bytes of markers. */
const markers = { start: 0xd8, end: 0xd9, scan: 0xda, none: 0x00 };
/** Tables, the number of lines, the restart interval, and the header of a scan: kept unchanged. */
const codedParts = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, markers.scan]);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Data of programs: APPn, JPGn and comments. */
const isAdded = (marker: number) => (marker >= 0xe0 && marker <= 0xfd) || marker === 0xfe;

/**
 * Passes a JPEG on, up to its end, without its metadata.
 *
 * @returns its size as shown
 * @throws FileRefusal if it is damaged
 */
export async function* walkJpeg(source: ByteSource): AsyncGenerator<Buffer, Measures> {
  yield await source.take(2);
  let frame: Measures | null = null;
  let orientation: number | null = null;
  let scans = 0;
  for (;;) {
    await source.beginPart();
    const marker = await nextMarker(source);
    if (marker === markers.end) {
      if (!frame || scans === 0) throw damagedPicture();
      yield Buffer.from([0xff, marker]);
      return shownAs(frame, orientation ?? 1);
    }
    if (marker < 0xc0 || isRestart(marker) || marker === markers.start) throw damagedPicture();
    const length = (await source.take(2)).readUInt16BE();
    if (length < 2) throw damagedPicture();
    const body = await source.take(length - 2);
    if (isFrame(marker)) {
      if (frame || body.length < 6) throw damagedPicture();
      frame = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) };
      yield segment(marker, body);
    } else if (codedParts.has(marker)) {
      yield segment(marker, body);
    } else if (body.toString('latin1', 0, 6) === 'Exif\0\0' && marker === 0xe1) {
      // Only the first one before the picture counts: decoders ignore others.
      if (orientation !== null || scans > 0) continue;
      orientation = orientationOf(body.subarray(6));
      const exif = keptExif(orientation);
      if (exif) yield segment(marker, Buffer.concat([body.subarray(0, 6), exif]));
    } else {
      if (!isAdded(marker)) throw damagedPicture();
      const rest = keptOfAdded(marker, body);
      if (rest) yield segment(marker, rest);
    }
    if (marker !== markers.scan) continue;
    if (!frame) throw damagedPicture();
    scans += 1;
    yield* passScan(source);
  }
}

/** What decoders need of program data: the colour space and the colour profile. */
function keptOfAdded(marker: number, body: Buffer): Buffer | null {
  const start = body.toString('latin1', 0, 12);
  // Without the thumbnail that may follow.
  if (marker === 0xe0 && start.startsWith('JFIF\0') && body.length >= 14)
    return Buffer.concat([body.subarray(0, 12), Buffer.alloc(2)]);
  if (marker === 0xe2 && start === 'ICC_PROFILE\0') return body;
  return marker === 0xee && start.startsWith('Adobe') ? body.subarray(0, 12) : null;
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The next marker, after any fill bytes. */
async function nextMarker(source: ByteSource): Promise<number> {
  if ((await source.take(1))[0] !== 0xff) throw damagedPicture();
  for (;;) {
    const held = await source.hold(1);
    const filled = held.findIndex((byte) => byte !== 0xff);
    if (filled === -1 && held.length > 0) source.shift(held.length);
    else return (await source.take(filled + 1)).at(-1) ?? 0;
  }
}

/** Passes coded data on, up to the marker that ends them. */
async function* passScan(source: ByteSource): AsyncGenerator<Buffer, void> {
  for (;;) {
    const held = await source.hold(2);
    if (held.length < 2) throw damagedPicture();
    const end = endOfScan(held);
    if (end > 0) yield source.shift(end);
    if (end < held.length - 1) return;
  }
}

/** The index of the last of equal consecutive bytes. */
function lastOfFilling(held: Buffer, from: number): number {
  let at = from;
  while (held[at + 1] === 0xff) at += 1;
  return at;
}

/** The end of coded data in the buffer: at a marker, or before the last byte if that may begin one. */
function endOfScan(held: Buffer): number {
  for (let at = held.indexOf(0xff); at !== -1; at = held.indexOf(0xff, at)) {
    const next = held[at + 1];
    if (next === undefined) return at;
    if (next === 0xff) at = lastOfFilling(held, at);
    else if (next === markers.none || isRestart(next)) at += 2;
    else return at;
  }
  return held.length;
}
