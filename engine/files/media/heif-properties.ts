/** The properties of the items of a HEIC, HEIF or AVIF picture: which are kept, and the size of the picture. */
import { say } from '../../message.ts';
import { damagedPicture, FileRefusal, type Measures, requireMeasures } from '../refusal.ts';
import { type Box, boxesIn, knownIn, makeEmpty, NumberReader } from './heif-boxes.ts';

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
export function readProperties(meta: Buffer, id: number, { from, to }: Box): Measures {
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

export const unknownParts = say('This picture has parts of an unknown kind. Save it as a JPEG.');
