/** Estimates how common runs of characters are in the texts of a table, from a sample of its rows that is cached for a while. */

import type { Knex } from 'knex';
import { identityOf } from '../database/knex-internals.ts';
import { dialectOf, query } from '../database/query.ts';
import { quote } from '../database/sql.ts';

/** The sample of a table. */
export interface Sample {
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
export function shareOf({ texts }: Sample, gram: string, others: Others = { grams: [], texts }): number {
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
