/** Prepares a file for upload: a large photo is reduced, and every picture gets a thumbnail. */

/** The longest side in pixels. */
const [photoSide, thumbnailSide] = [2560, 320];
const thumbnailBytes = 64 * 1024;
/** Of JPEG, 0 to 1. */
const photoQuality = 0.85;
const thumbnailQualities = [0.8, 0.6, 0.4];

export interface Prepared {
  readonly file: Blob;
  readonly name: string;
  readonly thumbnail: Blob | null;
  /** Whether it is a photo in a format that few browsers show, and is not converted. */
  readonly undecoded: boolean;
}

/** The kind of a file, by its name and the browser's type. */
interface FileKind {
  readonly isPicture: boolean;
  /** Whether it comes from a camera: drawings stay sharp, and animations stay animated. */
  readonly isPhoto: boolean;
  /** Whether most browsers cannot show it. */
  readonly isForeign: boolean;
}

export function kindOfFile({ name, type }: { readonly name: string; readonly type: string }): FileKind {
  const isForeign = /^image\/hei[cf]/.test(type) || /\.(?:heic|heif|hif)$/i.test(name);
  const isPhoto = isForeign || /^image\/(?:jpeg|webp|avif)$/.test(type);
  return { isForeign, isPhoto, isPicture: isPhoto || /^image\/(?:png|gif)$/.test(type) };
}

/** The size of a picture whose longest side is at most `most`. */
export function fitted(width: number, height: number, most: number): { width: number; height: number } {
  const share = Math.min(1, most / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}

/** The name of a picture that was converted to JPEG. */
export const jpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '') || name}.jpg`;

/**
 * Prepares a file. If it cannot be decoded, it is sent unchanged: the service reports its error.
 * @param keepsOriginal whether a photo is not changed, at any size
 */
export async function prepare(file: File, keepsOriginal: boolean): Promise<Prepared> {
  const { isPicture, isPhoto, isForeign } = kindOfFile(file);
  const plain = { file, name: file.name, thumbnail: null };
  const bitmap = isPicture ? await decoded(file) : null;
  if (!bitmap) return { ...plain, undecoded: isForeign && !keepsOriginal };
  try {
    const thumbnail = await thumbnailOf(bitmap);
    const isLarge = Math.max(bitmap.width, bitmap.height) > photoSide;
    const changes = !keepsOriginal && (isForeign || (isPhoto && isLarge));
    const photo = changes ? await jpegOf(bitmap, photoSide, photoQuality) : null;
    if (!photo) return { ...plain, thumbnail, undecoded: false };
    return { file: photo, name: jpegName(file.name), thumbnail, undecoded: false };
  } finally {
    bitmap.close();
  }
}

async function decoded(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}

async function thumbnailOf(bitmap: ImageBitmap): Promise<Blob | null> {
  for (const quality of thumbnailQualities) {
    const blob = await jpegOf(bitmap, thumbnailSide, quality);
    if (blob && blob.size <= thumbnailBytes) return blob;
  }
  return null;
}

/** @returns null if the browser lacks memory for it */
function jpegOf(bitmap: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const { width, height } = fitted(bitmap.width, bitmap.height, side);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d');
  if (!drawing) return Promise.resolve(null);
  // JPEG has no transparency: the background becomes white.
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, width, height);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
