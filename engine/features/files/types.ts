/** The accepted types of files. They are detected from the bytes, never from the name or the client's media type. */
import { type Message, say } from '../../message.ts';
import { tidyText } from '../../values.ts';
import { FileRefusal } from './source.ts';

/** An accepted type. */
export interface FileType {
  /** The media type that is stored and answered. */
  readonly type: string;
  /** Its name for people. */
  readonly called: string | Message;
  /** The endings of its names. A name with none of them gets the first. */
  readonly endings: readonly [string, ...string[]];
  /** Whether every browser shows it as a picture. */
  readonly isImage?: true;
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** All accepted types, in the order in which people see them. */
export const fileTypes = {
  jpeg: { type: 'image/jpeg', called: 'JPEG', endings: ['jpg', 'jpeg', 'jpe', 'jfif'], isImage: true },
  png: { type: 'image/png', called: 'PNG', endings: ['png'], isImage: true },
  webp: { type: 'image/webp', called: 'WebP', endings: ['webp'], isImage: true },
  gif: { type: 'image/gif', called: 'GIF', endings: ['gif'], isImage: true },
  heic: { type: 'image/heic', called: 'HEIC', endings: ['heic', 'heif', 'hif'] },
  heif: { type: 'image/heif', called: 'HEIF', endings: ['heif', 'heic', 'hif'] },
  avif: { type: 'image/avif', called: 'AVIF', endings: ['avif'] },
  pdf: { type: 'application/pdf', called: 'PDF', endings: ['pdf'] },
  mp4: { type: 'video/mp4', called: 'MP4', endings: ['mp4', 'm4v'] },
  mov: { type: 'video/quicktime', called: 'MOV', endings: ['mov', 'qt'] },
  docx: { type: `${office}.wordprocessingml.document`, called: 'DOCX', endings: ['docx'] },
  xlsx: { type: `${office}.spreadsheetml.sheet`, called: 'XLSX', endings: ['xlsx'] },
  pptx: { type: `${office}.presentationml.presentation`, called: 'PPTX', endings: ['pptx'] },
  odt: { type: `${openDocument}.text`, called: 'ODT', endings: ['odt'] },
  ods: { type: `${openDocument}.spreadsheet`, called: 'ODS', endings: ['ods'] },
  odp: { type: `${openDocument}.presentation`, called: 'ODP', endings: ['odp'] },
  text: {
    type: 'text/plain',
    called: say('text in UTF-8 (.txt, .csv, .log, .md)'),
    endings: ['txt', 'csv', 'log', 'md'],
  },
} as const satisfies Record<string, FileType>;

export type FileTypeName = keyof typeof fileTypes;

export const fileTypeNames = Object.keys(fileTypes) as FileTypeName[];

/** The type with a stored media type. */
export function fileTypeOf(type: string): FileType {
  const found = Object.values(fileTypes).find((one) => one.type === type);
  if (!found) throw new Error(`No files of the type ${type} are kept.`);
  return found;
}

/** The result of the first bytes: a type, or a ZIP, whose directory determines the type. */
type FirstSight = FileTypeName | 'zip';

/** The number of first bytes that are needed. */
export const sightBytes = 512;

const signatures: readonly (readonly [FirstSight, number, string])[] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBP'],
  ['pdf', 0, '%PDF-'],
  ['zip', 0, 'PK\x03\x04'],
];

/**
 * The type of a file from its first bytes; null if they match no accepted binary type.
 *
 * @param first the first `sightBytes`, or all bytes
 */
export function typeAtSight(first: Buffer): FirstSight | null {
  const start = first.toString('latin1', 0, sightBytes);
  if (start.startsWith('ftyp', 4)) return typeByBrands(start);
  const found = signatures.find(([, at, text]) => start.startsWith(text, at));
  return found?.[0] === 'webp' && !start.startsWith('RIFF') ? null : (found?.[0] ?? null);
}

export const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
export const avifBrands = ['avif', 'avis'];
/** A picture in this container, with any codec: the other brands determine it. */
export const anyPicture = ['mif1', 'mif2', 'msf1', 'miaf'];
const videoBrands = /^(?:iso[m2-9a-c]|mp4[12]|mp71|avc1|M4V[ HP]|MSNV|XAVC|dash|f4v )$/;

/** The type of an ISO media file, from the brands in its first box. */
function typeByBrands(start: string): FirstSight | null {
  const end = Math.min(Buffer.from(start, 'latin1').readUInt32BE(0), start.length);
  const [first = '', , ...others] = start.slice(8, end).match(/[\s\S]{4}/g) ?? [];
  if (first === 'qt  ') return 'mov';
  if (videoBrands.test(first)) return 'mp4';
  const brands = anyPicture.includes(first) ? others : [first];
  if (brands.some((brand) => avifBrands.includes(brand))) return 'avif';
  if (brands.some((brand) => heicBrands.includes(brand))) return 'heic';
  return anyPicture.includes(first) ? 'heif' : null;
}

/** Whether a name has the ending of a text. The bytes alone do not identify a text file. */
export function hasTextName(name: string): boolean {
  return endingOf(name, fileTypes.text) !== null;
}

/** The ending of a name, if it belongs to a type: `.JPG` of `pump.JPG`. */
export function endingOf(name: string, { endings }: FileType): string | null {
  const ending = name.slice(name.lastIndexOf('.'));
  return endings.some((one) => `.${one}` === ending.toLowerCase()) ? ending : null;
}

/** The refusal of a type, with a list of the accepted ones. */
export function untakenType(taken: readonly FileTypeName[]): FileRefusal {
  return new FileRefusal(say(notTaken, { allowed: taken.map((name) => fileTypes[name].called) }));
}

const notTaken = say('This type of file is not taken. Allowed: {allowed}.');

/** The maximum length of a name. */
export const longestFileName = 255;

/** Control characters, and those that change the text direction: after one of them, `gpj.exe` reads as `exe.jpg`. */
const deceiving = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Cleans a sent name: its last path part, in the form of texts, without deceiving characters and leading dots; `file` if nothing is
 * left.
 */
export function cleanedName(sent: string): string {
  const [last = ''] = sent.split(/[/\\]/).slice(-1);
  return tidyText(last.replace(deceiving, '')).replace(/^[.\s]+/, '') || 'file';
}

/**
 * The name of a file of a type. If its ending does not belong to the type, an ending is appended, so that no system treats the
 * file as another type. A name that is too long is cut before its ending.
 *
 * @param sent by a client: `filename` of a part, or `name` of a change
 */
export function nameOfFile(sent: string, type: FileType): string {
  const name = cleanedName(sent);
  const own = endingOf(name, type);
  const ending = own ?? `.${type.endings[0]}`;
  const stem = own === null ? name : name.slice(0, -own.length) || 'file';
  return `${[...stem].slice(0, longestFileName - ending.length).join('')}${ending}`;
}
