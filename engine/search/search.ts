/**
 * Searches by the index of the searched texts: rows that have a rare word are found without looking at all the others.
 * The index only names candidates: every condition, the words included, is still tested on each of them.
 */

import type { Knex } from 'knex';
import type { Sql } from '../condition.ts';
import { always, and } from '../condition.ts';
import type { Dialect } from '../database/dialect/dialect.ts';
import { faultOf } from '../database/fault.ts';
import { dialectOf, query } from '../database/query.ts';
import { columnOf, join, quote, type Selection, selectionSql } from '../database/sql.ts';
import { base } from '../model/expression.ts';
import { hasSearchedTexts, type Resource } from '../model/resource.ts';
import { rateGrams, type Sample, sampleOf, shareOf } from './sample.ts';
import { gramsOf } from './trigrams.ts';

/** Beyond so many rows that are found, the word is a common one: a list in its order meets them soon. */
const maxFound = 1000;
/** Numbers of ids in a condition, so that few different texts of statements come of it. */
const sizes = [1, 10, 100, maxFound];
/** More find hardly fewer rows. */
const maxGrams = 4;
/** So many of the rarest are looked at for those. */
const maxRated = 8;
/** A row takes so many times as long to be found and tested as an entry of the index to be read: on MariaDB 2.6 and 0.2 µs. */
const testing = 12;
/** Beyond so many candidates most are found in vain: what they have in common are not rare words. */
const maxCandidates = 20_000;
/** Of a large table no more entries than a part of its rows are read: should the word be a common one, it was in vain. */
const maxEntries = (rows: number): number => Math.max(2 * maxCandidates, rows / 10);

/** A table to look in: the resource's own, or one that a reference of it points to. */
interface SearchedTable {
  readonly table: string;
  readonly reference: string | null;
}

interface Lookup extends SearchedTable {
  readonly grams: readonly string[];
}

/**
 * A selection of the same rows that finds them by their ids where the index tells which those are: a few at most. Else the
 * same selection, as for words of one or two characters and for common ones.
 *
 * @param selection of a list, its words included
 * @param words folded words, each of which must appear
 */
export async function narrow(
  db: Knex,
  resource: Resource,
  selection: Selection,
  words: readonly string[],
): Promise<Selection> {
  const lookups = words.length > 0 ? await chooseLookups(db, resource, words) : [];
  if (lookups.length === 0) return selection;
  const { where, tried = always, probing = false } = selection;
  const tests = { tried: and(where, tried), probing };
  const ids = await findIds(db, resource, tests, lookups);
  return ids === null ? selection : { where: { op: 'in', column: 'id', values: padded(ids) }, ...tests };
}

/** What is asked of the index: the rarest of what must appear, in every place where it may; nothing where all is common. */
async function chooseLookups(db: Knex, resource: Resource, words: readonly string[]): Promise<Lookup[]> {
  const through = resource.search?.through ?? [];
  if (!through.every(({ indexed }) => indexed)) return [];
  const places: SearchedTable[] = hasSearchedTexts(resource)
    ? [{ table: resource.table, reference: null }]
    : [];
  for (const { table, reference } of through) {
    if (!places.some((place) => place.reference === reference)) places.push({ table, reference });
  }
  // Where there is one place all words are in it; else each may be in another one.
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

/** Grams to ask for, how many entries of the index they have, and how many rows are expected to have all of them. */
interface Chosen {
  readonly grams: readonly string[];
  readonly entries: number;
  readonly candidates: number;
}

/**
 * The rarest one, then each that has the fewest rows in common with those before, as long as it is sooner read than the rows
 * are tested that it leaves out.
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
    // One is always asked for: without any, the index would have no rows at all.
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

/** The ids of all rows that pass the tests; null where there are many, or where the index cannot say. */
async function findIds(
  db: Knex,
  resource: Resource,
  tests: Omit<Selection, 'where'>,
  lookups: readonly Lookup[],
): Promise<number[] | null> {
  const candidates = join(
    lookups.map((lookup) => lookupSql(resource, lookup, dialectOf(db))),
    ' union ',
  );
  const tested = selectionSql({ where: always, ...tests }, base);
  try {
    const rows = await query(db, {
      text:
        `select ${columnOf(base, 'id')} from (${candidates.text}) ${quote('found')} ` +
        // CROSS tells SQLite to begin with what was found.
        `cross join ${quote(resource.table)} ${quote(base)} on ${columnOf(base, 'id')} = ${columnOf('found', 'id')} ` +
        `where ${tested.text} limit ${maxFound + 1}`,
      bindings: [...candidates.bindings, ...tested.bindings],
    });
    return rows.length > maxFound ? null : rows.map(({ id }) => Number(id));
  } catch (error) {
    // A full-text index has limits that are set on the server (innodb_ft_result_cache_limit): without it the answer is
    // the same, later. A database that is out of reach says so.
    if (faultOf(error) !== null) throw error;
    return null;
  }
}

function lookupSql(resource: Resource, { table, reference, grams }: Lookup, dialect: Dialect): Sql {
  // All runs of a word may stand anywhere in a text: whether the word does is still to be tested.
  const found = dialect.searched(table, grams);
  if (reference === null) return found;
  return {
    text:
      `select ${columnOf('r', 'id')} from (${found.text}) ${quote('f')} ` +
      `cross join ${quote(resource.table)} ${quote('r')} on ${columnOf('r', reference)} = ${columnOf('f', 'id')}`,
    bindings: found.bindings,
  };
}

/** The ids, the last one repeated up to one of a few lengths; none stays none. */
function padded(ids: readonly number[]): number[] {
  const last = ids.at(-1);
  const size = sizes.find((each) => each >= ids.length) ?? ids.length;
  return last === undefined ? [] : Array.from({ length: size }, (_, at) => ids[at] ?? last);
}
