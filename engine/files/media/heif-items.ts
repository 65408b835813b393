/**
 * The box `meta` of a HEIC, HEIF or AVIF picture, a list of its items: which are metadata, where they are, and the size of the
 * picture.
 */
import { damagedPicture, type Measures, requireMeasures } from '../refusal.ts';

/** A range of the file that is overwritten: with a start that readers accept, then a filler. */
export interface Hole {
  readonly from: number;
  readonly length: number;
  /** As Latin-1; empty if the range is shorter. */
  readonly start: string;
  readonly filler: number;
}

interface Items {
  readonly holes: readonly Hole[];
  readonly measures: Measures;
  /** The end of the last item, exclusive: a file that ends earlier is truncated. */
  readonly end: number;
}

/** Items that are no picture: EXIF, XMP and other texts; and what overwrites each. */
const blanks: Readonly<Record<string, Pick<Hole, 'start' | 'filler'>>> = {
  Exif: { start: '\0\0\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0', filler: 0 },
  mime: { start: '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', filler: 0x20 },
  'uri ': { start: '', filler: 0x20 },
};

/** More extents than any picture has. Each takes some bytes, but a manipulated file may declare empty ones. */
const mostStretches = 10_000;

/**
 * Reads the box.
 *
 * @param meta the whole box
 * @param position its position in the file
 * @throws FileRefusal if it is damaged or one of its pictures is too large
 */
export function readItems(meta: Buffer, position: number): Items {
  try {
    return readMeta(meta, position);
  } catch (error) {
    // It declares data beyond its end.
    if (error instanceof RangeError) throw damagedPicture();
    throw error;
  }
}

function readMeta(meta: Buffer, position: number): Items {
  const boxes = new Map(boxesIn(meta, 12, meta.length).map((box) => [box.name, box]));
  const part = (name: string): NumberReader => {
    const box = boxes.get(name);
    if (!box) throw damagedPicture();
    return new NumberReader(meta, box.from, box.to);
  };
  const kinds = readKinds(meta, part('iinf'));
  const inMeta = boxes.get('idat')?.from;
  const holes: Hole[] = [];
  let end = 0;
  for (const { id, isInMeta, from, length } of readStretches(part('iloc'))) {
    if (isInMeta && inMeta === undefined) throw damagedPicture();
    const place = isInMeta ? position + (inMeta ?? 0) + from : from;
    end = Math.max(end, place + length);
    const blank = blanks[kinds.get(id) ?? ''];
    if (!blank) continue;
    // An item in several extents does not begin in each of them.
    const start = length < blank.start.length ? '' : blank.start;
    holes.push({ from: place, length, start, filler: blank.filler });
  }
  return { holes, end, measures: readMeasures(meta, part('pitm'), part('iprp')) };
}

interface Box {
  readonly name: string;
  /** The start and the end of its content. */
  readonly from: number;
  readonly to: number;
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const length = bytes.readUInt32BE(at);
    if (length < 8 || at + length > to) throw damagedPicture();
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), from: at + 8, to: at + length });
    at += length;
  }
  return boxes;
}

/** Reads numbers in sequence. @throws RangeError beyond the end */
class NumberReader {
  readonly #bytes: Buffer;
  readonly to: number;
  at: number;

  constructor(bytes: Buffer, from: number, to: number) {
    this.#bytes = bytes;
    this.at = from;
    this.to = to;
  }

  /** @param bytes 0, 1, 2, 4 or 8 */
  number(bytes: number): number {
    const at = this.at;
    this.at += bytes;
    if (this.at > this.to) throw damagedPicture();
    if (bytes === 0) return 0;
    if (bytes === 8) return Number(this.#bytes.readBigUInt64BE(at));
    return this.#bytes.readUIntBE(at, bytes);
  }

  /** The version of a full box; its flags follow. */
  version(): { version: number; flags: number } {
    return { version: this.number(1), flags: this.number(2) * 256 + this.number(1) };
  }
}

/** The type of each item by its id. */
function readKinds(meta: Buffer, reader: NumberReader): ReadonlyMap<number, string> {
  reader.number(reader.version().version === 0 ? 2 : 4);
  const kinds = new Map<number, string>();
  for (const { name, from, to } of boxesIn(meta, reader.at, reader.to)) {
    if (name !== 'infe') continue;
    const entry = new NumberReader(meta, from, to);
    const { version } = entry.version();
    if (version < 2) throw damagedPicture();
    const id = entry.number(version === 2 ? 2 : 4);
    entry.number(2);
    kinds.set(id, meta.toString('latin1', entry.at, entry.at + 4));
  }
  return kinds;
}

interface PartStretch {
  readonly id: number;
  readonly isInMeta: boolean;
  readonly from: number;
  readonly length: number;
}

/** The extents of each item. */
function readStretches(reader: NumberReader): PartStretch[] {
  const { version } = reader.version();
  const [offsets, bases] = [reader.number(1), reader.number(1)];
  const [ofOffset, ofLength] = [offsets >> 4, offsets & 15];
  const [ofBase, ofIndex] = [bases >> 4, version > 0 ? bases & 15 : 0];
  if ([ofOffset, ofLength, ofBase, ofIndex].some((size) => ![0, 4, 8].includes(size))) throw damagedPicture();
  const all: PartStretch[] = [];
  for (let count = reader.number(version < 2 ? 2 : 4); count > 0; count -= 1) {
    const id = reader.number(version < 2 ? 2 : 4);
    const way = version > 0 ? reader.number(2) & 15 : 0;
    const isElsewhere = reader.number(2) !== 0;
    const base = reader.number(ofBase);
    for (let stretches = reader.number(2); stretches > 0; stretches -= 1) {
      reader.number(ofIndex);
      const from = base + reader.number(ofOffset);
      const length = reader.number(ofLength);
      // A length of zero means "up to the end", whose position is unknown.
      if (way > 1 || isElsewhere || length === 0 || all.length === mostStretches) throw damagedPicture();
      all.push({ id, isInMeta: way === 1, from, length });
    }
  }
  return all;
}

/** The size of the picture as shown, including its rotation. */
function readMeasures(meta: Buffer, primary: NumberReader, properties: NumberReader): Measures {
  const id = primary.number(primary.version().version === 0 ? 2 : 4);
  const parts = boxesIn(meta, properties.at, properties.to);
  const list = parts.find(({ name }) => name === 'ipco');
  if (!list) throw damagedPicture();
  const all = boxesIn(meta, list.from, list.to);
  for (const box of all) if (box.name === 'ispe') requireMeasures(measuresOf(meta, box));
  const own = parts
    .filter(({ name }) => name === 'ipma')
    .flatMap((box) => propertiesOf(id, new NumberReader(meta, box.from, box.to)))
    .flatMap((index) => all[index - 1] ?? []);
  const size = own.find(({ name }) => name === 'ispe');
  if (!size) throw damagedPicture();
  const { width, height } = measuresOf(meta, size);
  const turn = own.find(({ name }) => name === 'irot');
  const isOnSide = turn !== undefined && meta.readUInt8(turn.from) % 2 === 1;
  return isOnSide ? { width: height, height: width } : { width, height };
}

function measuresOf(meta: Buffer, { from, to }: Box): Measures {
  const reader = new NumberReader(meta, from, to);
  reader.version();
  return { width: reader.number(4), height: reader.number(4) };
}

/** The indexes of an item's properties in the list of all, from 1. */
function propertiesOf(id: number, reader: NumberReader): number[] {
  const { version, flags } = reader.version();
  const isWide = (flags & 1) === 1;
  const own: number[] = [];
  for (let count = reader.number(4); count > 0; count -= 1) {
    const isOwn = reader.number(version < 1 ? 2 : 4) === id;
    for (let places = reader.number(1); places > 0; places -= 1) {
      const place = reader.number(isWide ? 2 : 1) & (isWide ? 0x7fff : 0x7f);
      if (isOwn) own.push(place);
    }
  }
  return own;
}
