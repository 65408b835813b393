/** ZIP (APPNOTE 6.3): detects the type of an archive from the directory at its end. Nothing is unpacked. */
import type { ByteSource } from '../source.ts';
import { type FileTypeName, fileTypes, sightBytes } from '../types.ts';

/** How much of the end is kept in memory: enough for a directory of some 3,000 entries. */
const heldTail = 256 * 1024;
const endRecord = { mark: 0x06054b50, length: 22 };
const entryRecord = { mark: 0x02014b50, length: 46 };
/** Entries that identify a document of Office Open XML. */
const mainParts: Readonly<Record<string, FileTypeName>> = {
  'word/document.xml': 'docx',
  'xl/workbook.xml': 'xlsx',
  'ppt/presentation.xml': 'pptx',
};
/** A macro in a document. */
const program = /(?:^|\/)vbaProject\.bin$/i;

/**
 * Passes an archive on unchanged.
 *
 * @returns the type of the document, null for any other archive
 */
export async function* walkArchive(source: ByteSource): AsyncGenerator<Buffer, FileTypeName | null> {
  const first = Buffer.from((await source.hold(sightBytes)).subarray(0, sightBytes));
  const held = Buffer.allocUnsafe(2 * heldTail);
  let length = 0;
  for (let bytes = await source.next(heldTail); bytes.length > 0; bytes = await source.next(heldTail)) {
    if (length + bytes.length > held.length) {
      held.copyWithin(0, length - heldTail, length);
      length = heldTail;
    }
    length += bytes.copy(held, length);
    yield bytes;
  }
  const names = namesInDirectory(held.subarray(0, length), source.position);
  if (!names) return null;
  if (names.includes('[Content_Types].xml')) {
    if (names.some((name) => program.test(name))) return null;
    const types = names.flatMap((name) => mainParts[name] ?? []);
    return types.length === 1 ? (types[0] ?? null) : null;
  }
  return names[0] === 'mimetype' ? openDocumentType(first) : null;
}

/**
 * The names of all entries; null if the directory is incomplete, larger than the kept tail, or followed by other data.
 *
 * @param tail the last bytes
 * @param total the number of all bytes
 */
function namesInDirectory(tail: Buffer, total: number): string[] | null {
  const end = endOfDirectory(tail);
  if (end === null) return null;
  const [entries, offset] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 16)];
  const begin = offset - (total - tail.length);
  if (begin < 0) return null;
  const names: string[] = [];
  let at = begin;
  while (at + entryRecord.length <= end && tail.readUInt32LE(at) === entryRecord.mark) {
    const after = at + entryRecord.length + tail.readUInt16LE(at + 28);
    names.push(tail.toString('utf8', at + entryRecord.length, Math.min(after, end)));
    at = after + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return at === end && names.length === entries ? names : null;
}

/** The start of the record at the very end: its comment extends to the last byte. */
function endOfDirectory(tail: Buffer): number | null {
  for (let at = tail.length - endRecord.length; at >= 0; at -= 1) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== endRecord.mark) continue;
    if (at + endRecord.length + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return null;
}

/** The type in the first entry, which OpenDocument (part 2, 3.3) stores uncompressed. */
function openDocumentType(first: Buffer): FileTypeName | null {
  const [method, length, nameLength, extra] = [
    first.readUInt16LE(8),
    first.readUInt32LE(18),
    first.readUInt16LE(26),
    first.readUInt16LE(28),
  ];
  const from = 30 + nameLength + extra;
  if (method !== 0 || first.toString('latin1', 30, 30 + nameLength) !== 'mimetype') return null;
  const type = first.toString('latin1', from, from + length);
  return (['odt', 'ods', 'odp'] as const).find((name) => fileTypes[name].type === type) ?? null;
}
