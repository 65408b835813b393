/** Accepts an uploaded file: its type is detected from its bytes, and hidden data is removed, in one pass and bounded memory. */
import { invalid } from '../../failure.ts';
import type { Signal } from '../../signal.ts';
import { walkGif } from './media/gif.ts';
import { walkHeif } from './media/heif.ts';
import { walkJpeg } from './media/jpeg.ts';
import { walkPng } from './media/png.ts';
import { walkWebp } from './media/webp.ts';
import { ByteSource, FileRefusal, type Measures, requireMeasures } from './source.ts';
import {
  cleanedName,
  type FileType,
  type FileTypeName,
  fileTypeNames,
  fileTypes,
  hasTextName,
  nameOfFile,
  sightBytes,
  typeAtSight,
  untakenType,
} from './types.ts';

/** The accepted file. */
export interface TakenFile {
  /** Its name, with an ending of its type. */
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** Whether every browser shows it as a picture. */
  readonly isImage: boolean;
  /** In pixels, as shown; null if it is no picture. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The metadata for a file's row; see `fileFields` of definitions. */
export interface TakenFields {
  /** Its media type. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly is_image: boolean;
  /** In pixels, as shown; null if it is no picture. */
  readonly width: number | null;
  readonly height: number | null;
}

export function takenFields(
  { type, isImage, width, height }: TakenFile,
  { size, sha256 }: { readonly size: number; readonly sha256: string },
): TakenFields {
  return { type, size, sha256, is_image: isImage, width, height };
}

export interface IntakeTerms {
  /** The part of the request with the file: its errors are reported there. */
  readonly field: string;
  /** The accepted types; all if left out. */
  readonly types?: readonly FileTypeName[];
  /** The maximum side of a picture in pixels, if it is less than usual. */
  readonly longestSide?: number;
  /** Reading ends with the request. */
  readonly signal?: Signal;
}

type PictureWalk = (source: ByteSource) => AsyncGenerator<Buffer, Measures>;

const pictureWalks: Readonly<Partial<Record<FileTypeName, PictureWalk>>> = {
  jpeg: walkJpeg,
  png: walkPng,
  webp: walkWebp,
  gif: walkGif,
  heic: walkHeif,
  heif: walkHeif,
  avif: walkHeif,
};

/**
 * Iterates over the bytes of a file that are stored, as they arrive. It can be read only once, and must be read to the end. Then
 * the type of the file is known, and the whole upload has been read, including data after the end of a picture.
 *
 * Reading throws Failure `validation_failed` on its field for a refused or damaged file, and otherwise the errors of its chunks.
 */
export class Intake implements AsyncIterable<Buffer> {
  readonly #source: ByteSource;
  readonly #sent: string;
  readonly #terms: IntakeTerms;
  #taken: TakenFile | null = null;

  /** @param sent the name from the client; empty if there is none */
  constructor(chunks: AsyncIterable<Uint8Array>, sent: string, terms: IntakeTerms) {
    this.#source = new ByteSource(chunks, terms.signal);
    this.#sent = sent;
    this.#terms = terms;
  }

  /** The accepted file. Only after all has been read. */
  get taken(): TakenFile {
    if (!this.#taken) throw new Error('The file has not been read to its end.');
    return this.#taken;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    try {
      const { name, measures } = yield* this.#walk();
      for await (const _ of this.#source.rest());
      const type: FileType = fileTypes[name];
      this.#taken = {
        name: nameOfFile(this.#sent, type),
        type: type.type,
        isImage: type.isImage ?? false,
        width: measures?.width ?? null,
        height: measures?.height ?? null,
      };
    } catch (error) {
      throw error instanceof FileRefusal ? invalid({ [this.#terms.field]: [error.said] }) : error;
    }
  }

  async *#walk(): AsyncGenerator<Buffer, { name: FileTypeName; measures?: Measures }> {
    const { types = fileTypeNames, longestSide } = this.#terms;
    const first = await this.#source.hold(sightBytes);
    const sight = typeAtSight(first);
    if (sight === 'zip') {
      const name = yield* walkArchive(this.#source);
      if (name === null || !types.includes(name)) throw untakenType(types);
      return { name };
    }
    if (sight === null) {
      const isNamed = first.length > 0 && types.includes('text') && hasTextName(cleanedName(this.#sent));
      if (!isNamed || !(yield* walkText(this.#source))) throw untakenType(types);
      return { name: 'text' };
    }
    if (!types.includes(sight)) throw untakenType(types);
    const walk = pictureWalks[sight];
    if (!walk) {
      yield* this.#source.rest();
      return { name: sight };
    }
    const measures = yield* walk(this.#source);
    requireMeasures(measures, longestSide);
    return { name: sight, measures };
  }
}

/** Control characters except tab, line feed and carriage return. */
const controlCharacter = /[^\P{Cc}\t\n\r]/u;

/**
 * Passes a text on unchanged, as far as it is valid.
 *
 * @returns whether all of it is text
 */
async function* walkText(source: ByteSource): AsyncGenerator<Buffer, boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of source.rest()) {
      if (controlCharacter.test(decoder.decode(bytes, { stream: true }))) return false;
      yield bytes;
    }
    return !controlCharacter.test(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return false;
    throw error;
  }
}

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
 * Passes an archive (ZIP, APPNOTE 6.3) on unchanged, and reads the directory at its end.
 *
 * @returns the type of the document, null for any other archive
 */
async function* walkArchive(source: ByteSource): AsyncGenerator<Buffer, FileTypeName | null> {
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
