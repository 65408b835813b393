/** Small pictures and archives, made by code: with and without metadata. */
import { crc32, deflateSync } from 'node:zlib';

/** The text in their metadata that must be removed. */
export const secret = 'SECRET 48.8584N 2.2945E';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
const u16le = (value: number) => u16(value).reverse();
const u32le = (value: number) => u32(value).reverse();

export interface PictureParts {
  readonly width?: number;
  readonly height?: number;
  /** The EXIF orientation; without EXIF if left out. */
  readonly orientation?: number;
  /** Comments, texts, XMP and other metadata. */
  readonly metadata?: boolean;
  readonly profile?: boolean;
  /** Data after the end. */
  readonly behind?: Buffer;
}

/** EXIF with an orientation, a text and more after it. */
export function exif(orientation: number, isLittle = false): Buffer {
  const [short, long] = isLittle ? [u16le, u32le] : [u16, u32];
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([short(tag), short(type), long(count), value]);
  return Buffer.concat([
    latin1(isLittle ? 'II*\0' : 'MM\0*'),
    long(8),
    short(2),
    entry(0x010e, 2, secret.length, long(38)),
    entry(0x0112, 3, 1, Buffer.concat([short(orientation), short(0)])),
    long(0),
    latin1(secret),
  ]);
}

const profileBytes = latin1('a profile of colours');
/** Coded data of every kind: a zero after each 0xFF, and a restart marker. */
const coded = Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0x00, 0xff, 0x00]);

/** A segment of a JPEG between its first and its last marker. */
export const segment = (marker: number, body: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body]);

/** A JPEG whose coded segments only contain its size. */
export function jpeg({
  width = 4,
  height = 3,
  orientation,
  metadata,
  profile,
  behind,
}: PictureParts = {}): Buffer {
  const added = metadata
    ? [
        segment(0xe1, latin1(`http://ns.adobe.com/xap/1.0/\0<x>${secret}</x>`)),
        segment(0xe2, latin1(`MPF\0${secret}`)),
        segment(0xed, latin1(`Photoshop 3.0\0${secret}`)),
        segment(0xfe, latin1(secret)),
        segment(0xe0, latin1(`JFXX\0${secret}`)),
      ]
    : [];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    // With a thumbnail of one pixel.
    segment(0xe0, Buffer.concat([latin1('JFIF\0\x01\x01\0\0\x48\0\x48\x01\x01'), Buffer.alloc(3, 7)])),
    ...(orientation ? [segment(0xe1, Buffer.concat([latin1('Exif\0\0'), exif(orientation)]))] : []),
    ...added,
    ...(profile ? [segment(0xe2, Buffer.concat([latin1('ICC_PROFILE\0\x01\x01'), profileBytes]))] : []),
    segment(0xee, latin1('Adobe\0\x64\0\0\0\0\x01')),
    ...jpegCoding(width, height),
    Buffer.from([0xff, 0xd9]),
    behind ?? Buffer.alloc(0),
  ]);
}

/** The parts of a JPEG that decoding needs. */
export function jpegCoding(width = 4, height = 3): Buffer[] {
  return [
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc2, Buffer.concat([Buffer.from([8]), u16(height), u16(width), Buffer.from([1, 1, 0x11, 0])])),
    segment(0xc4, Buffer.alloc(20, 2)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    coded,
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 1])),
    coded,
  ];
}

export const pngHead = latin1('\x89PNG\r\n\x1a\n');

export const pngChunk = (name: string, body: Buffer) =>
  Buffer.concat([u32(body.length), latin1(name), body, u32(crc32(Buffer.concat([latin1(name), body])))]);

/** A valid PNG, all black. */
export function png({
  width = 4,
  height = 3,
  orientation,
  metadata,
  profile,
  behind,
}: PictureParts = {}): Buffer {
  const pixels = deflateSync(Buffer.alloc((width * 3 + 1) * Math.min(height, 100)));
  return Buffer.concat([
    pngHead,
    pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])])),
    ...(profile ? [pngChunk('iCCP', Buffer.concat([latin1('p\0\0'), deflateSync(profileBytes)]))] : []),
    ...(metadata ? [pngChunk('tEXt', latin1(`Comment\0${secret}`)), pngChunk('tIME', Buffer.alloc(7))] : []),
    pngChunk('IDAT', pixels.subarray(0, 8)),
    pngChunk('IDAT', pixels.subarray(8)),
    ...(metadata
      ? [pngChunk('iTXt', latin1(`XML:com.adobe.xmp\0\0\0\0\0${secret}`)), pngChunk('prVt', latin1(secret))]
      : []),
    ...(orientation ? [pngChunk('eXIf', exif(orientation, true))] : []),
    pngChunk('IEND', Buffer.alloc(0)),
    behind ?? Buffer.alloc(0),
  ]);
}

/** Data in sub-blocks of at most 255 bytes, as in GIF. */
const parts = (data: Buffer) => {
  const all: Buffer[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255);
    all.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat([...all, Buffer.alloc(1)]);
};
const gifExtension = (label: number, ...blocks: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...blocks.map((block) => Buffer.concat([Buffer.from([block.length]), block])),
    Buffer.alloc(1),
  ]);

/** A GIF of two frames. */
export function gif({ width = 4, height = 3, metadata, profile, behind }: PictureParts = {}): Buffer {
  const frame = Buffer.concat([
    gifExtension(0xf9, Buffer.from([0, 10, 0, 0])),
    Buffer.from([0x2c, 0, 0, 0, 0]),
    u16le(width),
    u16le(height),
    Buffer.from([0x80, ...Buffer.alloc(6), 2]),
    parts(Buffer.alloc(300, 0x2c)),
  ]);
  return Buffer.concat([
    latin1('GIF89a'),
    u16le(width),
    u16le(height),
    Buffer.from([0x80, 0, 0, ...Buffer.alloc(6)]),
    gifExtension(0xff, latin1('NETSCAPE2.0'), Buffer.from([1, 0, 0])),
    ...(profile ? [gifExtension(0xff, latin1('ICCRGBG1012'), profileBytes)] : []),
    ...(metadata
      ? [
          gifExtension(0xff, latin1('XMP DataXMP'), latin1(secret)),
          gifExtension(0xfe, latin1(secret)),
          gifExtension(0x01, Buffer.alloc(12), latin1(secret)),
        ]
      : []),
    frame,
    frame,
    Buffer.from([0x3b]),
    behind ?? Buffer.alloc(0),
  ]);
}

export const webpChunk = (name: string, body: Buffer) =>
  Buffer.concat([latin1(name), u32le(body.length), body, Buffer.alloc(body.length % 2)]);
export const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([latin1('WEBP'), ...chunks]);
  return Buffer.concat([latin1('RIFF'), u32le(body.length), body]);
};
const lossless = (width: number, height: number) =>
  webpChunk('VP8L', Buffer.concat([Buffer.from([0x2f]), u32le((width - 1) | ((height - 1) << 14)), coded]));

export function webp({
  width = 4,
  height = 3,
  orientation,
  metadata,
  profile,
  behind,
}: PictureParts = {}): Buffer {
  const flags = (profile ? 0x20 : 0) | (orientation ? 0x08 : 0) | (metadata ? 0x04 : 0);
  const canvas = Buffer.concat([
    u32le(flags),
    u32le(width - 1).subarray(0, 3),
    u32le(height - 1).subarray(0, 3),
  ]);
  return Buffer.concat([
    riff(
      webpChunk('VP8X', canvas),
      ...(profile ? [webpChunk('ICCP', profileBytes)] : []),
      lossless(Math.min(width, 4), Math.min(height, 3)),
      ...(orientation ? [webpChunk('EXIF', exif(orientation))] : []),
      ...(metadata ? [webpChunk('XMP ', latin1(secret)), webpChunk('abcd', latin1(secret))] : []),
    ),
    behind ?? Buffer.alloc(0),
  ]);
}

export const box = (name: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), latin1(name), body]);
};
const fullBox = (name: string, version: number, ...content: Buffer[]) =>
  box(name, u32(version << 24), ...content);
export const ftyp = (...brands: string[]) =>
  box('ftyp', latin1(brands[0] ?? ''), u32(0), ...brands.slice(1).map(latin1));

interface HeifParts extends Pick<PictureParts, 'width' | 'height' | 'metadata' | 'behind'> {
  readonly brand?: string;
  /** The rotation in quarter turns. */
  readonly turned?: number;
  /** The list of items follows them. */
  readonly late?: boolean;
  /** EXIF in so many pieces, each in a box of its own. */
  readonly pieces?: number;
  /** What is added at unusual places. */
  readonly hidden?: Partial<Record<HeicPlace, Buffer>>;
}

/** Places in a HEIC: of boxes, and of bytes that belong to nothing. */
export const heicPlaces = {
  boxes: ['before', 'behindList', 'end', 'list', 'items', 'parts', 'properties', 'references', 'groups'],
  bytes: [
    'brands',
    'handler',
    'name',
    'primary',
    'places',
    'uses',
    'size',
    'reference',
    'auxiliary',
    'inList',
    'inData',
  ],
} as const;
type HeicPlace = (typeof heicPlaces)['boxes' | 'bytes'][number];

/** The coded picture in a HEIC. */
export const heicPixels = latin1('coded pixels of a HEIC');

/** A HEIC with EXIF and XMP, the latter within its list of items. */
export function heic({
  width = 4,
  height = 3,
  metadata,
  behind,
  brand = 'heic',
  turned = 0,
  late,
  pieces = 0,
  hidden = {},
}: HeifParts = {}): Buffer {
  const at = (place: HeicPlace) => hidden[place] ?? Buffer.alloc(0);
  const start = Buffer.concat([
    box('ftyp', latin1(brand), u32(0), latin1('mif1'), latin1(brand), at('brands')),
    at('before'),
  ]);
  const own = Buffer.concat([u32(0), exif(1)]);
  const xmp = latin1(`<x:xmpmeta>${secret}</x:xmpmeta>`);
  const entry = (id: number, kind: string, more = '') =>
    fullBox('infe', 2, u16(id), u16(0), latin1(`${kind}\0${more}`));
  const place = (id: number, way: number, from: number, length: number) =>
    Buffer.concat([u16(id), u16(way), u16(0), u16(1), u32(from), u32(length)]);
  const items = (metadata ? 3 : 1) + (pieces > 0 ? 1 : 0);
  const piece = box('mdat', latin1('some'));
  const mdat = box('mdat', heicPixels, ...(metadata ? [own] : []), at('inData'));
  const meta = (data: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), latin1('pict'), Buffer.alloc(13), at('handler')),
      fullBox('pitm', 0, u16(1), at('primary')),
      fullBox(
        'iinf',
        0,
        u16(items),
        entry(1, 'hvc1', at('name').toString('latin1')),
        ...(metadata ? [entry(2, 'Exif'), entry(3, 'mime', 'application/rdf+xml\0')] : []),
        ...(pieces > 0 ? [entry(4, 'Exif')] : []),
        at('items'),
      ),
      fullBox(
        'iloc',
        1,
        Buffer.from([0x44, 0x00]),
        u16(items),
        place(1, 0, data, heicPixels.length),
        ...(metadata ? [place(2, 0, data + heicPixels.length, own.length), place(3, 1, 0, xmp.length)] : []),
        ...(pieces > 0 ? [u16(4), u16(0), u16(0), u16(pieces)] : []),
        ...Array.from({ length: pieces }, (_, index) =>
          Buffer.concat([u32(data + mdat.length + index * piece.length), u32(4)]),
        ),
        at('places'),
      ),
      box(
        'iprp',
        box(
          'ipco',
          fullBox('ispe', 0, u32(width), u32(height), at('size')),
          box('irot', Buffer.from([turned])),
          ...(hidden.auxiliary ? [fullBox('auxC', 0, latin1('urn:mpeg:depth\0'), hidden.auxiliary)] : []),
          at('properties'),
        ),
        fullBox('ipma', 0, u32(1), u16(1), Buffer.from([2, 0x81, 0x82]), at('uses')),
        at('parts'),
      ),
      ...(hidden.references || hidden.reference
        ? [fullBox('iref', 0, box('thmb', u16(1), u16(1), u16(1), at('reference')), at('references'))]
        : []),
      ...(hidden.groups ? [box('grpl', hidden.groups)] : []),
      ...(metadata || hidden.inList ? [box('idat', ...(metadata ? [xmp] : []), at('inList'))] : []),
      at('list'),
    );
  const list = meta(late ? start.length + 8 : start.length + meta(0).length + at('behindList').length + 8);
  const extra = metadata ? [box('uuid', latin1(secret))] : [];
  const others = Array<Buffer>(pieces).fill(piece);
  const parts = late ? [mdat, list] : [list, at('behindList'), mdat, ...others];
  return Buffer.concat([start, ...parts, ...extra, at('end'), behind ?? Buffer.alloc(0)]);
}

/** An archive of uncompressed files. */
export function zip(files: Readonly<Record<string, string>>, comment = ''): Buffer {
  const entries = Object.entries(files).map(([name, text]) => ({
    name: latin1(name),
    data: Buffer.from(text),
  }));
  const common = ({ name, data }: { name: Buffer; data: Buffer }) =>
    Buffer.concat([
      u16le(20),
      u16le(0),
      u16le(0),
      u32le(0),
      u32le(crc32(data)),
      u32le(data.length),
      u32le(data.length),
      u16le(name.length),
      u16le(0),
    ]);
  let at = 0;
  const directory: Buffer[] = [];
  const local = entries.map((entry) => {
    const head = Buffer.concat([latin1('PK\x03\x04'), common(entry), entry.name, entry.data]);
    directory.push(
      Buffer.concat([
        latin1('PK\x01\x02'),
        u16le(20),
        common(entry),
        Buffer.alloc(10),
        u32le(at),
        entry.name,
      ]),
    );
    at += head.length;
    return head;
  });
  const list = Buffer.concat(directory);
  return Buffer.concat([
    ...local,
    list,
    latin1('PK\x05\x06'),
    u32le(0),
    u16le(entries.length),
    u16le(entries.length),
    u32le(list.length),
    u32le(at),
    u16le(comment.length),
    latin1(comment),
  ]);
}
