/** How common runs of characters are in the texts of a table: guessed from a few of its rows, kept for a while. */

import type { Knex } from 'knex';
import { identityOf } from '../database/knex-internals.ts';
import { dialectOf, query } from '../database/query.ts';
import { quote } from '../database/sql.ts';

/** What is known of the texts of a table. */
export interface Sample {
  /** At most so many rows are in the table. */
  readonly rows: number;
  /** Searched texts of some of them; none where the table is small. */
  readonly texts: readonly string[];
  /** Whether the index has every gram: a server can be set to leave out words of their length. */
  readonly indexed: boolean;
}

/** A gram with the share of rows that have it, above 0 and at most 1. */
interface Rated {
  readonly gram: string;
  readonly share: number;
}

/** Up to so many rows an index is quick whatever is asked of it. */
const small = 1000;
const asked = 400;
/** Characters of a text that are looked through. */
const maxSampled = 1000;
/** Fewer texts say nothing: most of the ids asked for are no longer there. */
const minTexts = 50;
const keptMs = 10 * 60 * 1000;

interface Kept {
  readonly sample: Sample;
  readonly until: number;
}

/** By database, then by table. A sample that is out of date costs time at most: no answer comes from it. */
const samples = new WeakMap<object, Map<string, Kept>>();

/** The sample of a table: from memory, or from the database where it is older than ten minutes. */
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

/** Whether words of a gram's length are words to the server's full-text index. They cannot change while it runs. */
async function takesWords(db: Knex): Promise<boolean> {
  const { searchWords } = dialectOf(db);
  if (searchWords === null) return true;
  const { length: wanted, settings: asked } = searchWords;
  const settings = await query(db, asked);
  return settings.every(({ Variable_name: name, Value: length }) =>
    String(name).includes('_min_') ? Number(length) <= wanted : Number(length) >= wanted,
  );
}

/** The grams with how common they are, the rarest first. */
export function rateGrams(sample: Sample, grams: readonly string[]): Rated[] {
  return grams
    .map((gram) => ({ gram, share: shareOf(sample, gram) }))
    .sort((left, right) => left.share - right.share);
}

/**
 * The share of rows that have a gram and others, above 0 and at most 1.
 *
 * @param others grams, and those texts of the sample that have all of them
 */
export function shareOf({ texts }: Sample, gram: string, others: Others = { grams: [], texts }): number {
  if (texts.length < minTexts) return 0.0005;
  const having = others.texts.filter((text) => text.includes(gram)).length;
  // What none of them has is rarer than what a single one has; of runs that overlap, as 050 and 500 in 0500, hardly.
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
