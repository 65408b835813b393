/** What a row of files has of a file that was taken and written. */
import type { TakenFile } from './intake.ts';
import type { StoredFile } from './store/store.ts';

/** The fields that its bytes tell; see `fileFields` of definitions. */
export interface FileFacts {
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

export function factsOf(
  { type, isImage, width, height }: TakenFile,
  { size, sha256 }: Pick<StoredFile, 'size' | 'sha256'>,
): FileFacts {
  return { type, size, sha256, is_image: isImage, width, height };
}
