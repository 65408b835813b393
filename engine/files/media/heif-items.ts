/**
 * The box `meta` of a HEIC, HEIF or AVIF picture, a list of its items: which are pictures, where they are, and the size of the
 * picture. What is not known in it is left out.
 */
import { say } from '../../message.ts';
import { damagedPicture, FileRefusal, type Measures } from '../refusal.ts';
import { type Box, boxesIn, knownIn, makeEmpty, NumberReader } from './heif-boxes.ts';
import { readProperties, unknownParts } from './heif-properties.ts';

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
