/** The orientation of a picture from its EXIF: the only part of EXIF that is kept. */
import type { Measures } from '../source.ts';

/** No rotation and no mirroring. */
const upright = 1;
/** The maximum number of EXIF bytes that are searched for the orientation. */
export const mostExif = 64 * 1024;
/** The length of the kept EXIF. */
export const exifBytes = 26;
const orientationTag = 0x0112;

/**
 * The orientation, 1 to 8, of a picture with this EXIF; 1 if it has none.
 *
 * @param tiff starting at the byte order mark; truncated or invalid data has no orientation
 */
export function orientationOf(tiff: Buffer): number {
  // Fewer bytes cannot contain it, and the kept EXIF must not be longer than the original.
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

/** EXIF with the orientation only: 26 bytes. */
export function exifWith(orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** The EXIF to keep; null for the default orientation. */
export function keptExif(orientation: number): Buffer | null {
  return orientation === upright ? null : exifWith(orientation);
}

/** The size of a picture as shown. */
export function shownAs({ width, height }: Measures, orientation: number): Measures {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
