/** What is kept of a file that somebody sends: told by its bytes, without what nobody meant to send, in one pass and bounded memory. */
import { invalid } from '../failure.ts';
import { walkArchive } from './media/archive.ts';
import { walkGif } from './media/gif.ts';
import { walkHeif } from './media/heif.ts';
import { walkJpeg } from './media/jpeg.ts';
import { walkPng } from './media/png.ts';
import { walkText } from './media/text.ts';
import { walkWebp } from './media/webp.ts';
import { cleanedName, nameOfFile } from './names.ts';
import { FileRefusal, type Measures, requireMeasures } from './refusal.ts';
import { ByteSource } from './source.ts';
import {
  type FileType,
  type FileTypeName,
  fileTypeNames,
  fileTypes,
  hasTextName,
  sightBytes,
  typeAtSight,
  untakenType,
} from './types.ts';

/** What has been taken. */
export interface TakenFile {
  /** What it is called, of its type. */
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** Whether every browser shows it as a picture. */
  readonly isImage: boolean;
  /** In pixels, as it is shown; null of what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
}

/** What the row of a file has of it; see `fileFields` of definitions. */
export interface TakenFields {
  /** Its media type. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly is_image: boolean;
  /** In pixels, as it is shown; null of what is no picture. */
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
  /** The part of the request in which it comes: what is said of it stands there. */
  readonly field: string;
  /** The types that are taken here; all where there are none. */
  readonly types?: readonly FileTypeName[];
  /** Most pixels of a side of a picture, where that is fewer than usual. */
  readonly longestSide?: number;
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
 * The bytes of a file that are kept, as they come: to be read once, to the end. What it is, is known then. All that was sent has been read by
 * then, too, behind the end of a picture as well.
 *
 * Reading it throws Failure `validation_failed` on its field for what is not taken or damaged, and else what its chunks throw.
 */
export class Intake implements AsyncIterable<Buffer> {
  readonly #source: ByteSource;
  readonly #sent: string;
  readonly #terms: IntakeTerms;
  #taken: TakenFile | null = null;

  /** @param sent what the client calls it; empty where it says nothing */
  constructor(chunks: AsyncIterable<Uint8Array>, sent: string, terms: IntakeTerms) {
    this.#source = new ByteSource(chunks);
    this.#sent = sent;
    this.#terms = terms;
  }

  /** What it is. To be asked when all has been read. */
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
