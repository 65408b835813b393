/** Finds rows of all resources by a text: a few of each, with matching names first. */

import { always, and, type Condition, eq } from '../../condition.ts';
import type { Selection } from '../../database/sql.ts';
import { isObject } from '../../json-object.ts';
import { follows } from '../../memoize.ts';
import { fieldOf, hasSearchedTexts, type Resource, refersToOne, resourceAt } from '../../model/resource.ts';
import { referredName } from '../../plural.ts';
import type { AnswerRow, ReadContext } from '../../read/context.ts';
import { readRows } from '../../read/rows.ts';
import { foldedWords, numberIn } from '../../request/parameters.ts';
import { planOrder, planRows } from '../../request/plan.ts';
import type { RequestContext } from '../../request/request.ts';
import { narrow } from '../../search/search.ts';
import type { Engine } from '../../serve/engine.ts';
import { readingOf } from '../../serve/operations.ts';
import { sortKey } from '../../values.ts';
import { isBrief, usualColumns } from '../metadata/defaults.ts';
import { inPlace } from '../metadata/view.ts';
import type { FoundRow } from './search-tag.ts';

/** The maximum number of returned rows per resource. */
const mostTold = 5;
/** The number of candidates that they are chosen from. */
const mostLooked = 25;

/** The search. */
interface Sought {
  /** Folded, like searched texts. */
  readonly text: string;
  readonly words: readonly string[];
  /** The id, if it is a number as pages show it. */
  readonly number: number | null;
}

/**
 * How well a row matches, the best first: a text of it equals the search, its label begins with it, its label contains its words,
 * or none of these.
 */
type Rank = 0 | 1 | 2 | 3;

interface Ranked {
  readonly rank: Rank;
  readonly row: FoundRow;
}

/** Up to five rows of each resource that the user may list, one resource after the other: it uses one connection. */
export async function findEverywhere(
  engine: Engine,
  asking: RequestContext,
  asked: string,
  words: readonly string[],
): Promise<FoundRow[]> {
  if (words.length === 0) return [];
  const number = numberIn(asked);
  const reading = readingOf(asking, engine.db);
  for (const spelling of spellingsOf(asked)) {
    const sought = { text: sortKey(spelling), words: foldedWords(spelling), number };
    const found: Ranked[][] = [];
    for (const resource of searchedBy(engine, asking.actor))
      found.push(await findIn(engine, reading, resource, sought));
    if (found.some((rows) => rows.length > 0)) return bestFirst(found);
  }
  return [];
}

function bestFirst(found: readonly Ranked[][]): FoundRow[] {
  return found
    .filter((rows) => rows.length > 0)
    .sort(([one], [other]) => (one && other ? closer(one, other) : 0))
    .flatMap((rows) => rows.map(({ row }) => row));
}

/** The resources with pages and searched texts that the user may list. */
export function searchedBy(
  { registry }: Pick<Engine, 'registry'>,
  actor: RequestContext['actor'],
): Resource[] {
  return inPlace(registry.values()).filter(
    (resource) => hasSearchedTexts(resource) && actor.permitted('viewAny', resource) !== 'none',
  );
}

async function findIn(
  engine: Engine,
  reading: ReadContext,
  resource: Resource,
  sought: Sought,
): Promise<Ranked[]> {
  const { words, text, number } = sought;
  const where = planRows(resource, { filters: [], words }, reading.viewer, reading.storedNow);
  const selection = await narrow(reading.db, resource, { where }, { words });
  const projection = engine.projectionOf(resource, toldOf(resource).keys);
  const order = planOrder(resource, resource.defaultSort);
  const read = (chosen: Selection) => {
    const plan = { table: resource.table, ...chosen, order, limit: mostLooked, offset: 0 };
    return readRows(reading, plan, projection);
  };
  const found = new Map((await read(selection)).map((row) => [row.id, row]));
  if (number !== null) {
    const listed = planRows(resource, { filters: [], words: [] }, reading.viewer, reading.storedNow);
    for (const row of await read({ where: and(listed, eq('id', number)) })) found.set(row.id, row);
  }
  // There are more rows: among them may be one that equals the search, or begins with it.
  for (const fits of found.size === mostLooked ? closest(text) : []) {
    for (const row of await read({ ...selection, tried: and(selection.tried ?? always, fits) })) {
      found.set(row.id, row);
    }
  }
  return [...found.values()]
    .map((row) => rankRow(engine, resource, row, sought))
    .sort(closer)
    .slice(0, mostTold);
}

/** The order of matches: of two equal ones, the one with less other text. */
const closer = (one: Ranked, other: Ranked): number =>
  one.rank - other.rank || one.row.label.length - other.row.label.length;

/** Conditions on the searched texts of the best matches. */
function closest(text: string): Condition[] {
  const column = 'search_text';
  return [
    { op: 'contains', column, text, line: 'whole' },
    { op: 'starts', column, text },
  ];
}

/** The parts of a resource's rows that are returned. */
const toldOf = follows((resource: Resource) => {
  const { definition, search, outputs, display } = resource;
  /** Its own searched texts. */
  const texts = (search?.own ?? []).filter((name) => outputs.has(name));
  /** The parent of a row: the first required reference among its columns. */
  const parent = (definition.view?.columns ?? usualColumns(resource))
    .map((name) => fieldOf(resource, name))
    .filter(refersToOne)
    .find(({ facts }) => !facts.nullable);
  const wanted = ['id', 'site_id', display, ...texts, ...(parent ? [referredName(parent.name)] : [])];
  return { texts, parent, keys: resource.keys.filter((key) => wanted.includes(key)) };
});

function rankRow(
  engine: Engine,
  resource: Resource,
  answer: AnswerRow,
  { text, words, number }: Sought,
): Ranked {
  const label = String(answer[resource.display]);
  const folded = sortKey(label);
  const isExact =
    answer.id === number ||
    toldOf(resource).texts.some((name) => sortKey(String(answer[name] ?? '')) === text);
  const missing = words.filter((word) => !folded.includes(word));
  const note = textWith(resource, answer, missing) ?? parentLabel(engine, resource, answer);
  return {
    rank: isExact ? 0 : folded.startsWith(text) ? 1 : missing.length === 0 ? 2 : 3,
    row: {
      ...{ resource: resource.path, id: Number(answer.id), label },
      ...(note !== null && { note }),
      ...(typeof answer.site_id === 'number' && resource.scope === 'site' && { site_id: answer.site_id }),
    },
  };
}

/** The short text that matched, if the label does not contain it. */
function textWith(resource: Resource, answer: AnswerRow, missing: readonly string[]): string | null {
  const found = toldOf(resource).texts.find((name) => {
    const field = fieldOf(resource, name);
    const text = sortKey(String(answer[name] ?? ''));
    return isBrief(field) && missing.some((word) => text.includes(word));
  });
  return found === undefined ? null : String(answer[found]);
}

/** The name of the parent row. */
function parentLabel({ registry }: Engine, resource: Resource, answer: AnswerRow): string | null {
  const { parent } = toldOf(resource);
  if (!parent) return null;
  const row = answer[referredName(parent.name)];
  const name = isObject(row) ? row[resourceAt(registry, parent.facts.to).display] : null;
  return name === null || name === undefined ? null : String(name);
}

/** What labels print for a hyphen. */
const hyphens = ['-', '\u2010', '\u2011', '\u2013'];
const anyHyphen = /[\u2010-\u2014\u2212]/gu;
/** The name of the kind of code that a scanner puts before it (ISO/IEC 15424): `]C1`. */
const prefix = /^\][A-Za-z][0-9A-Za-z]/u;
/** The distance of full-width letters from the plain ones. */
const wider = 0xfee0;

/** The code as typed first, then others of the same meaning, without duplicates. */
export function spellingsOf(code: string): string[] {
  const plain = code.normalize('NFKC').replace(anyHyphen, '-').trim();
  const bare = plain.replace(prefix, '').trim();
  const alike = [plain, bare].filter((text) => text !== '');
  const dashed = alike.flatMap((text) =>
    text.includes('-') ? hyphens.map((hyphen) => text.replaceAll('-', hyphen)) : [],
  );
  return [...new Set([code, ...alike, ...dashed, ...alike.map(widened)])];
}

function widened(text: string): string {
  return text.replace(/[!-~]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + wider));
}
