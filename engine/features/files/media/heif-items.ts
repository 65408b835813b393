/**
 * The box `meta` of a HEIC, HEIF or AVIF picture, a list of its items: which are pictures, where they are, and the size of the
 * picture. What is not known in it is left out.
 */
import { say } from '../../../message.ts';
import { damagedPicture, FileRefusal, type Measures, requireMeasures } from '../source.ts';
import { type Box, boxesIn, knownIn, makeEmpty, NumberReader } from './heif-boxes.ts';

/** What overwrites an item: a start that readers accept, as Latin-1 (empty if the item is shorter), then a filler. */
interface Blank {
  readonly start: string;
  readonly filler: number;
}

/** A range of the file with an item: kept, or overwritten. */
export interface Extent {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly blank: Blank | null;
}

interface Items {
  /** The box, with all that is known. */
  readonly list: Buffer;
  /** In their order, none within another. All bytes beside them are overwritten. */
  readonly stretches: readonly Extent[];
  /** The part of the list that has items. */
  readonly data: Box | null;
  readonly measures: Measures;
}

/** The parts of the list. */
const known = ['hdlr', 'pitm', 'iinf', 'iloc', 'iprp', 'iref', 'grpl', 'idat'];
/** Items that are coded pictures, or made of them. */
const pictures: readonly (string | undefined)[] = [
  ...['hvc1', 'hev1', 'lhv1', 'avc1', 'av01', 'vvc1', 'evc1', 'unci', 'mski', 'grid', 'iovl', 'iden', 'tmap'],
];
/** Items that are no picture: EXIF, XMP and other texts; and what overwrites each. */
const blanks: ReadonlyMap<string | undefined, Blank> = new Map([
  ['Exif', { start: '\0\0\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0', filler: 0 }],
  ['mime', { start: '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', filler: 0x20 }],
  ['uri ', { start: '', filler: 0x20 }],
]);
const empty: Blank = { start: '', filler: 0 };
/** What items may be to each other, and groups of them: numbers only. */
const relationNames = ['thmb', 'cdsc', 'auxl', 'dimg', 'base', 'prem', 'exbl', 'tbas', 'pred'];
const groupNames = ['altr', 'eqiv', 'ster'];

/** More extents than any picture has. Each takes some bytes, but a manipulated file may declare empty ones. */
const mostStretches = 10_000;

/**
 * Reads the box.
 *
 * @param meta the whole box
 * @param position its position in the file
 * @throws FileRefusal if it is damaged, one of its pictures is too large, or cannot be shown without what is left out
 */
export function readItems(meta: Buffer, position: number): Items {
  try {
    return readMeta(Buffer.from(meta), position);
  } catch (error) {
    // It declares data beyond its end.
    if (error instanceof RangeError) throw damagedPicture();
    throw error;
  }
}

function readMeta(list: Buffer, position: number): Items {
  const parts = knownIn(list, 12, list.length, known);
  const boxes = new Map(parts.map((box) => [box.name, box]));
  if (boxes.size < parts.length) throw damagedPicture();
  const part = (name: string): Box => {
    const box = boxes.get(name);
    if (!box) throw damagedPicture();
    return box;
  };
  // The name of a program follows the kind of list.
  const handler = boxes.get('hdlr');
  if (handler) list.fill(0, Math.min(handler.from + 12, handler.to), handler.to);
  const kinds = readKinds(list, new NumberReader(list, part('iinf')));
  const primary = new NumberReader(list, part('pitm'));
  const id = primary.number(primary.version().version === 0 ? 2 : 4);
  primary.end();
  if (!pictures.includes(kinds.get(id))) throw new FileRefusal(say(unknownParts));
  const relations = boxes.get('iref');
  if (relations) readRelations(list, relations, kinds);
  const grouped = boxes.get('grpl');
  if (grouped) readRelationGroups(list, grouped);
  const data = boxes.get('idat') ?? null;
  const stretches = readStretches(new NumberReader(list, part('iloc'))).map((one) => {
    const from = (one.isInList ? position + (data?.from ?? 0) : 0) + one.from;
    const to = from + one.length;
    const isInData = data !== null && from >= position + data.from && to <= position + data.to;
    if (!isInData && (one.isInList || from < position + list.length)) throw damagedPicture();
    const kind = kinds.get(one.id);
    const blank = blanks.get(kind) ?? empty;
    // An item in several extents does not begin in each of them.
    const start = one.length < blank.start.length ? '' : blank.start;
    return { from, to, blank: pictures.includes(kind) ? null : { ...blank, start } };
  });
  return {
    list,
    data,
    stretches: sortedExtents(stretches),
    measures: readProperties(list, id, part('iprp')),
  };
}

/** @throws FileRefusal if one that is overwritten is a part of another */
function sortedExtents(stretches: readonly Extent[]): Extent[] {
  const ordered: Extent[] = [];
  for (const one of stretches.toSorted((left, right) => left.from - right.from)) {
    const last = ordered.at(-1);
    if (!last || one.from >= last.to) ordered.push(one);
    else if (last.blank || one.blank) throw damagedPicture();
    else ordered[ordered.length - 1] = { ...last, to: Math.max(last.to, one.to) };
  }
  return ordered;
}

/** The type of each item by its id. The names of items are overwritten. */
function readKinds(list: Buffer, reader: NumberReader): ReadonlyMap<number, string> {
  reader.number(reader.version().version === 0 ? 2 : 4);
  const kinds = new Map<number, string>();
  for (const box of knownIn(list, reader.at, reader.to, ['infe'])) {
    const entry = new NumberReader(list, box);
    const { version } = entry.version();
    if (version < 2) throw damagedPicture();
    const id = entry.number(version === 2 ? 2 : 4);
    entry.number(2);
    const texts = list.toString('latin1', entry.at, box.to);
    if (texts.length < 4 || kinds.has(id)) throw damagedPicture();
    kinds.set(id, texts.slice(0, 4));
    const rest = texts
      .slice(4)
      .replace(/(?<=\0)application\/rdf\+xml(?=\0)|[^\0]/g, (found) => (found.length > 1 ? found : ' '));
    list.write(rest, entry.at + 4, 'latin1');
  }
  return kinds;
}

interface PartStretch {
  readonly id: number;
  readonly isInList: boolean;
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
      all.push({ id, isInList: way === 1, from, length });
    }
  }
  reader.end();
  return all;
}

/** @throws FileRefusal if a picture is made of items that are left out */
function readRelations(list: Buffer, box: Box, kinds: ReadonlyMap<number, string>): void {
  const whole = new NumberReader(list, box);
  const bytes = whole.version().version === 0 ? 2 : 4;
  for (const one of knownIn(list, whole.at, whole.to, relationNames)) {
    const reader = new NumberReader(list, one);
    const isMade = pictures.includes(kinds.get(reader.number(bytes))) && one.name === 'dimg';
    for (let count = reader.number(2); count > 0; count -= 1) {
      const isPicture = pictures.includes(kinds.get(reader.number(bytes)));
      if (isMade && !isPicture) throw new FileRefusal(say(unknownParts));
    }
    reader.end();
  }
}

function readRelationGroups(list: Buffer, box: Box): void {
  for (const one of boxesIn(list, box.from, box.to)) {
    const reader = new NumberReader(list, one);
    if (!groupNames.includes(one.name)) {
      makeEmpty(list, one);
      continue;
    }
    reader.version();
    reader.number(4);
    for (let count = reader.number(4); count > 0; count -= 1) reader.number(4);
    reader.end();
  }
}

/** Properties that a picture is decoded or shown by, with the most bytes that each has. All others are left out. */
const properties: ReadonlyMap<string, number> = new Map([
  ...['hvcC', 'lhvC', 'avcC', 'av1C', 'vvcC', 'evcC', 'colr'].map((name) => [name, 2 ** 18] as const),
  ...Object.entries({ a1lx: 13, cclv: 40, auxC: 200, uncC: 500, cmpd: 500 }),
]);
/** Those that always have as many: with others, something else stands there. */
const sized: ReadonlyMap<string, number> = new Map([
  ...Object.entries({ ispe: 12, pasp: 8, clap: 32, irot: 1, imir: 1, rloc: 12 }),
  ...Object.entries({ lsel: 2, a1op: 1, clli: 4, mdcv: 24, amve: 8 }),
]);
/** What an additional picture is, such as its depth. */
const auxiliary = /^urn:[\w:.-]+$/;

/**
 * The size of the picture as shown, including its rotation. Unknown properties are left out.
 *
 * @param id of the item that is the picture
 * @throws FileRefusal if one is left out that an item must not be shown without
 */
function readProperties(meta: Buffer, id: number, { from, to }: Box): Measures {
  const parts = knownIn(meta, from, to, ['ipco', 'ipma']);
  const [list, ...others] = parts.filter(({ name }) => name === 'ipco');
  if (!list || others.length > 0) throw damagedPicture();
  const all = boxesIn(meta, list.from, list.to);
  for (const box of all) if (box.name === 'ispe') requireMeasures(measuresOf(meta, box));
  const known = all.map((box) => keepsProperty(meta, box) && box);
  const own = parts
    .filter(({ name }) => name === 'ipma')
    .flatMap((box) => propertiesOf(id, new NumberReader(meta, box), known));
  const size = own.find(({ name }) => name === 'ispe');
  if (!size) throw damagedPicture();
  const { width, height } = measuresOf(meta, size);
  const turn = own.find(({ name }) => name === 'irot');
  const isOnSide = turn !== undefined && meta.readUInt8(turn.from) % 2 === 1;
  return isOnSide ? { width: height, height: width } : { width, height };
}

/** Whether a property is kept; it is left out else. */
function keepsProperty(meta: Buffer, box: Box): boolean {
  const size = box.to - box.from;
  const isKnown =
    size === sized.get(box.name) ||
    size <= (properties.get(box.name) ?? -1) ||
    (box.name === 'pixi' && isBitDepths(meta.subarray(box.from, box.to)));
  if (box.name === 'auxC' && isKnown) {
    const end = meta.indexOf(0, box.from + 4);
    const text = meta.toString('latin1', box.from + 4, end < 0 ? box.to : Math.min(end, box.to));
    if (auxiliary.test(text)) {
      meta.fill(0, box.from + 4 + text.length, box.to);
      return true;
    }
  } else if (isKnown) return true;
  makeEmpty(meta, box);
  return false;
}

/** The bits of each channel, after their number: not some text of that length. */
function isBitDepths(content: Buffer): boolean {
  const depths = content.subarray(5);
  return (
    content.length > 5 &&
    content.readUInt32BE() === 0 &&
    content[4] === depths.length &&
    depths.every((bits) => bits <= 32)
  );
}

function measuresOf(meta: Buffer, box: Box): Measures {
  const reader = new NumberReader(meta, box);
  reader.version();
  return { width: reader.number(4), height: reader.number(4) };
}

/** The properties of an item, from those of all. */
function propertiesOf(id: number, reader: NumberReader, all: readonly (Box | false)[]): Box[] {
  const { version, flags } = reader.version();
  const [bytes, required] = (flags & 1) === 1 ? [2, 0x8000] : [1, 0x80];
  const own: Box[] = [];
  for (let count = reader.number(4); count > 0; count -= 1) {
    const isOwn = reader.number(version < 1 ? 2 : 4) === id;
    for (let places = reader.number(1); places > 0; places -= 1) {
      const place = reader.number(bytes);
      const box = all[(place % required) - 1];
      if (box === false && place >= required) throw new FileRefusal(say(unknownParts));
      if (isOwn && box) own.push(box);
    }
  }
  reader.end();
  return own;
}

const unknownParts = say('This picture has parts of an unknown kind. Save it as a JPEG.');
