/** How a picture is turned, as EXIF says it: all of EXIF that is kept. */
import type { Measures } from '../refusal.ts';

/** As it is stored: nothing to turn or to mirror. */
const upright = 1;
/** Most bytes of EXIF that are looked at for how the picture is turned. */
export const mostExif = 64 * 1024;
/** How long what is kept is. */
export const exifBytes = 26;
const orientationTag = 0x0112;

/**
 * The orientation, 1 to 8, of a picture with this EXIF; 1 where it says none.
 *
 * @param tiff from the mark of its byte order on; what is cut off or nonsense says none
 */
export function orientationOf(tiff: Buffer): number {
  // Fewer bytes cannot say it, and what is kept is to be no longer.
  if (tiff.length < exifBytes) return upright;
  const order = tiff.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return upright;
  const isLittle = order.startsWith('I');
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return upright;
  const entries = short(first);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12;
    if (at + 12 > tiff.length) return upright;
    if (short(at) !== orientationTag) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : upright;
  }
  return upright;
}

/** EXIF that says nothing but how a picture is turned: 26 bytes. */
export function exifWith(orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** What is to be kept of EXIF; null where it turns nothing. */
export function keptExif(orientation: number): Buffer | null {
  return orientation === upright ? null : exifWith(orientation);
}

/** What a picture of these measures measures as it is shown. */
export function shownAs({ width, height }: Measures, orientation: number): Measures {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
