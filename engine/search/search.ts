/**
 * Uses the index of searched texts to find rows with a rare word without reading all others. The index only yields candidates:
 * every condition, including the words, is still tested on each of them.
 */

import type { Knex } from 'knex';
import { always, and, type Sql } from '../condition.ts';
import type { Dialect } from '../database/dialect/dialect.ts';
import { faultOf } from '../database/fault.ts';
import { identityOf } from '../database/knex-internals.ts';
import { dialectOf, query } from '../database/query.ts';
import { columnOf, join, quote, type Selection, selectionSql } from '../database/sql.ts';
import { base } from '../model/expression.ts';
import { hasSearchedTexts, type Resource } from '../model/resource.ts';
import type { RowsIntent } from '../request/parameters.ts';

/** If more rows are found, the word is common, and reading a list in its order finds them soon. */
const maxFound = 1000;
/** The possible numbers of ids in a condition, so that there are few different statements. */
const sizes = [1, 10, 100, maxFound];
/** More grams hardly reduce the number of rows. */
const maxGrams = 4;
/** The number of rarest grams from which these are chosen. */
const maxRated = 8;
/** The cost of finding and testing a row, relative to reading an entry of the index: on MariaDB 2.6 and 0.2 µs. */
const testing = 12;
/** With more candidates, most would fail the tests: their common grams are not rare words. */
const maxCandidates = 20_000;
/** For a large table, only a share of its entries is read, since it is wasted if the word is common. */
const maxEntries = (rows: number): number => Math.max(2 * maxCandidates, rows / 10);

/** A table to search: the resource's own, or that of a reference. */
interface SearchedTable {
  readonly table: string;
  readonly reference: string | null;
}

interface Lookup extends SearchedTable {
  readonly grams: readonly string[];
}

/**
 * Returns a selection of the same rows by their ids, if the index yields a small number of them. Otherwise it returns the same
 * selection, as for words of one or two characters and for common ones.
 *
 * @param selection of a list, including its words
 * @param asked folded words, each of which must appear, and the id of a row that is found in any case
 */
export async function narrow(
  db: Knex,
  resource: Resource,
  selection: Selection,
  { words, number = null }: Pick<RowsIntent, 'words' | 'number'>,
): Promise<Selection> {
  const lookups = words.length > 0 ? await chooseLookups(db, resource, words) : [];
  if (lookups.length === 0) return selection;
  const { where, tried = always, probing = false } = selection;
  const tests = { tried: and(where, tried), probing };
  const ids = await findIds(db, resource, tests, lookups, number);
  return ids === null ? selection : { where: { op: 'in', column: 'id', values: padded(ids) }, ...tests };
}

/** The lookups in the index: the rarest required grams, in every possible place; none if all are common. */
async function chooseLookups(db: Knex, resource: Resource, words: readonly string[]): Promise<Lookup[]> {
  const through = resource.search?.through ?? [];
  if (!through.every(({ indexed }) => indexed)) return [];
  const places: SearchedTable[] = hasSearchedTexts(resource)
    ? [{ table: resource.table, reference: null }]
    : [];
  for (const { table, reference } of through) {
    if (!places.some((place) => place.reference === reference)) places.push({ table, reference });
  }
  // With a single place, it contains all words; otherwise each word may be in another place.
  const all = words.map(gramsOf);
  const choices = (places.length === 1 ? [all.flat()] : all).filter((grams) => grams.length > 0);
  let best: { lookups: Lookup[]; candidates: number } | null = null;
  for (const grams of choices) {
    const choice = await rateChoice(db, places, [...new Set(grams)]);
    if (choice !== null && (best === null || choice.candidates < best.candidates)) best = choice;
  }
  return best?.lookups ?? [];
}

async function rateChoice(
  db: Knex,
  places: readonly SearchedTable[],
  grams: readonly string[],
): Promise<{ lookups: Lookup[]; candidates: number } | null> {
  const lookups: Lookup[] = [];
  let candidates = 0;
  for (const place of places) {
    const sample = await sampleOf(db, place.table);
    if (!sample.indexed) return null;
    const chosen = chooseGrams(sample, grams);
    candidates += chosen.candidates;
    if (candidates > maxCandidates || chosen.entries > maxEntries(sample.rows)) return null;
    lookups.push({ ...place, grams: chosen.grams });
  }
  return { lookups, candidates };
}

/** The chosen grams, the number of their index entries, and the expected number of rows with all of them. */
interface Chosen {
  readonly grams: readonly string[];
  readonly entries: number;
  readonly candidates: number;
}

/**
 * First the rarest gram, then each one with the fewest rows in common with those before, as long as reading it costs less than
 * testing the rows that it excludes.
 */
export function chooseGrams(sample: Sample, grams: readonly string[]): Chosen {
  const { rows } = sample;
  const rated = rateGrams(sample, grams).slice(0, maxRated);
  let chosen: Chosen = { grams: [], entries: 0, candidates: rows };
  let { texts } = sample;
  while (chosen.grams.length < maxGrams) {
    const further = rated
      .filter(({ gram }) => !chosen.grams.includes(gram))
      .map(({ gram, share }) => ({
        gram,
        entries: chosen.entries + share * rows,
        candidates: shareOf(sample, gram, { grams: chosen.grams, texts }) * rows,
      }));
    const [best] = further.sort((left, right) => costOf(left) - costOf(right));
    // At least one is chosen: without any, the lookup would return no rows.
    if (!best || (chosen.grams.length > 0 && costOf(best) >= costOf(chosen))) break;
    const { gram, entries, candidates } = best;
    chosen = { grams: [...chosen.grams, gram], entries, candidates };
    texts = texts.filter((text) => text.includes(gram));
  }
  return chosen;
}

function costOf({ entries, candidates }: Omit<Chosen, 'grams'>): number {
  return entries + testing * candidates;
}

/** The ids of all rows that pass the tests; null if there are many, or if the index cannot answer. */
async function findIds(
  db: Knex,
  resource: Resource,
  tests: Omit<Selection, 'where'>,
  lookups: readonly Lookup[],
  number: number | null,
): Promise<number[] | null> {
  const found = lookups.map((lookup) => lookupSql(resource, lookup, dialectOf(db)));
  const known = number === null ? [] : [{ text: `select ? as ${quote('id')}`, bindings: [number] }];
  const candidates = join([...found, ...known], ' union ');
  const tested = selectionSql({ where: always, ...tests }, base);
  try {
    const rows = await query(db, {
      text:
        `select ${columnOf(base, 'id')} from (${candidates.text}) ${quote('found')} ` +
        // CROSS makes SQLite start with the found rows.
        `cross join ${quote(resource.table)} ${quote(base)} on ${columnOf(base, 'id')} = ${columnOf('found', 'id')} ` +
        `where ${tested.text} limit ${maxFound + 1}`,
      bindings: [...candidates.bindings, ...tested.bindings],
    });
    return rows.length > maxFound ? null : rows.map(({ id }) => Number(id));
  } catch (error) {
    // A full-text index has limits that are set on the server (innodb_ft_result_cache_limit): without it the answer is the same,
    // only slower. An unreachable database is an error.
    if (faultOf(error) !== null) throw error;
    return null;
  }
}

function lookupSql(resource: Resource, { table, reference, grams }: Lookup, dialect: Dialect): Sql {
  // The grams of a word may appear anywhere in a text: the word itself is tested later.
  const found = dialect.searched(table, grams);
  if (reference === null) return found;
  return {
    text:
      `select ${columnOf('r', 'id')} from (${found.text}) ${quote('f')} ` +
      `cross join ${quote(resource.table)} ${quote('r')} on ${columnOf('r', reference)} = ${columnOf('f', 'id')}`,
    bindings: found.bindings,
  };
}

/** The ids, padded with the last one to one of a few lengths. An empty list stays empty. */
function padded(ids: readonly number[]): number[] {
  const last = ids.at(-1);
  const size = sizes.find((each) => each >= ids.length) ?? ids.length;
  return last === undefined ? [] : Array.from({ length: size }, (_, at) => ids[at] ?? last);
}

const size = 3;

/** A control character: folded texts have none, and an SQLite query would end at the first. */
const control = /\p{Cc}/u;

/** The different runs of three characters in a folded word, in order; none for a shorter word. */
export function gramsOf(word: string): string[] {
  const characters = [...word];
  const grams = characters.slice(0, 1 - size).map((_, at) => characters.slice(at, at + size).join(''));
  return [...new Set(grams)].filter((gram) => [...gram].length === size && !control.test(gram));
}

/** Some rows of a table, kept for a while: they tell how common runs of characters are in its texts. */
interface Sample {
  /** An upper bound of the number of rows in the table. */
  readonly rows: number;
  /** Searched texts of some rows; empty for a small table. */
  readonly texts: readonly string[];
  /** Whether the index contains every gram: a server can be configured to ignore words of this length. */
  readonly indexed: boolean;
}

/** A gram with the share of rows that contain it, above 0 and at most 1. */
interface Rated {
  readonly gram: string;
  readonly share: number;
}

/** Up to this number of rows, any query of the index is fast. */
const small = 1000;
const asked = 400;
/** The number of characters of a text that are examined. */
const maxSampled = 1000;
/** Fewer texts are no useful sample: most of the chosen ids no longer exist. */
const minTexts = 50;
const keptMs = 10 * 60 * 1000;

interface Kept {
  readonly sample: Sample;
  readonly until: number;
}

/** By database, then by table. An outdated sample only costs time: no answer depends on it. */
const samples = new WeakMap<object, Map<string, Kept>>();

/** The sample of a table: from the cache, or from the database if it is older than ten minutes. */
export async function sampleOf(db: Knex, table: string): Promise<Sample> {
  const tables = samples.get(identityOf(db)) ?? new Map<string, Kept>();
  samples.set(identityOf(db), tables);
  const known = tables.get(table);
  if (known && known.until > performance.now()) return known.sample;
  const sample = await takeSample(db, table);
  tables.set(table, { sample, until: performance.now() + keptMs });
  return sample;
}

async function takeSample(db: Knex, table: string): Promise<Sample> {
  const last = await query(db, {
    text: `select max(id) as ${quote('last')} from ${quote(table)}`,
    bindings: [],
  });
  const rows = Number(last[0]?.last ?? 0);
  const indexed = await takesWords(db);
  if (rows <= small) return { rows, texts: [], indexed };
  const ids = Array.from({ length: asked }, () => 1 + Math.floor(Math.random() * rows));
  const found = await query(db, {
    text: `select substr(search_text, 1, ${maxSampled}) as ${quote('text')} from ${quote(table)} where id in (${ids.map(() => '?').join(', ')})`,
    bindings: ids,
  });
  return { rows, texts: found.map(({ text }) => String(text)), indexed };
}

/** Whether the server's full-text index contains words of the length of a gram. This cannot change while it runs. */
async function takesWords(db: Knex): Promise<boolean> {
  const { searchWords } = dialectOf(db);
  if (searchWords === null) return true;
  const { length: wanted, settings: asked } = searchWords;
  const settings = await query(db, asked);
  return settings.every(({ Variable_name: name, Value: length }) =>
    String(name).includes('_min_') ? Number(length) <= wanted : Number(length) >= wanted,
  );
}

/** The grams with their shares, the rarest first. */
export function rateGrams(sample: Sample, grams: readonly string[]): Rated[] {
  return grams
    .map((gram) => ({ gram, share: shareOf(sample, gram) }))
    .sort((left, right) => left.share - right.share);
}

/**
 * The share of rows that contain a gram and others, above 0 and at most 1.
 *
 * @param others grams, and the texts of the sample that contain all of them
 */
function shareOf({ texts }: Sample, gram: string, others: Others = { grams: [], texts }): number {
  if (texts.length < minTexts) return 0.0005;
  const having = others.texts.filter((text) => text.includes(gram)).length;
  // If no text contains all, the combination is rarer than a single gram; for overlapping runs, such as 050 and 500 in 0500,
  // hardly.
  const overlaps = others.grams.some((other) => isNextTrigram(gram, other) || isNextTrigram(other, gram));
  return Math.max(having, overlaps ? 1 : 0.2) / texts.length;
}

interface Others {
  readonly grams: readonly string[];
  readonly texts: readonly string[];
}

function isNextTrigram(next: string, before: string): boolean {
  return before.slice(1) === next.slice(0, -1);
}
