/** PNG (W3C, third edition): keeps the chunks for decoding and colours, and the orientation. */
import { crc32 } from 'node:zlib';
import { type ByteSource, damagedPicture, type Measures } from '../source.ts';
import { keptExif, mostExif, orientationOf, shownAs } from './exif.ts';

const any = Number.POSITIVE_INFINITY;

/** The maximum size of each kept chunk; a longer one hides something. All others are removed. */
const chunkLimits: Readonly<Record<string, number>> = {
  ...{ IHDR: 13, PLTE: 768, IDAT: any, IEND: 0, tRNS: 256, bKGD: 6, sBIT: 4 },
  ...{ acTL: 8, fcTL: 26, fdAT: any },
  ...{ cHRM: 32, gAMA: 4, sRGB: 1, iCCP: any, cICP: 4, mDCV: 24, cLLI: 8 },
};

/**
 * Passes a PNG on, up to its end, without its metadata.
 *
 * @returns its size as shown
 * @throws FileRefusal if it is damaged
 */
export async function* walkPng(source: ByteSource): AsyncGenerator<Buffer, Measures> {
  yield await source.take(8);
  let measures: Measures | null = null;
  let orientation: number | null = null;
  let hasData = false;
  for (;;) {
    await source.beginPart();
    const head = await source.take(8);
    const length = head.readUInt32BE();
    const name = head.toString('latin1', 4);
    if (!/^[A-Za-z]{4}$/.test(name) || (measures === null) !== (name === 'IHDR')) throw damagedPicture();
    const most = chunkLimits[name];
    if (name === 'eXIf') {
      const tiff = await source.take(Math.min(length, mostExif));
      await source.skip(length - tiff.length + 4);
      if (orientation !== null) continue;
      orientation = orientationOf(tiff);
      const exif = keptExif(orientation);
      if (exif) yield pngChunk(name, exif);
    } else if (most === undefined) {
      await source.skip(length + 4);
    } else {
      if (length > most) throw damagedPicture();
      yield head;
      if (name === 'IHDR') {
        if (length !== most) throw damagedPicture();
        const header = await source.take(length);
        measures = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
        yield header;
        yield await source.take(4);
      } else {
        hasData ||= name === 'IDAT';
        yield* source.pass(length + 4);
      }
    }
    if (name !== 'IEND') continue;
    if (!measures || !hasData) throw damagedPicture();
    return shownAs(measures, orientation ?? 1);
  }
}

export function pngChunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
