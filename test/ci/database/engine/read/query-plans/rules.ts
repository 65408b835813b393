/**
 * What a list of a large site may cost the database.
 *
 * Of N rows at the site M meet the filters. Reading those and putting them in order costs M; walking along the list's
 * order until a page is full costs some 20 N / M. Either is right, the cheaper one, and never N where an index helps:
 * - a total reads at most some entries per row that it counts, or a quarter of the site where filters come together;
 * - a page reads at most some entries per row that meets the filters, and at most a quarter of the site.
 * MariaDB tells how many rows and entries it has read. SQLite tells its plan alone, and does not
 * know how common a value is: there a page finds rows by a filter or walks along its order, the first where few rows meet
 * the filters; what it puts in order is at most half of the site.
 *
 * Left out: searches by words (`search-many.test.ts` is about those); what a row shows of others (counts, sums,
 * references), which is read by the keys of the page's own rows through indexes that `check:resources` demands.
 */
import type { Knex } from 'knex';
import { databaseKind } from '../../../../../harness/database.ts';
import { planOf, rowsRead, type Statement } from './cost.ts';

export interface Listed {
  /** The total, or the ids of a page. */
  readonly part: 'total' | 'page';
  readonly statement: Statement;
  /** Rows of the site, and those that meet the filters. */
  readonly site: number;
  readonly found: number;
  /** Whether each of them hangs on a row that is looked at with it. */
  readonly hangs?: boolean;
}

/** What statements cost that read next to nothing: a page, and how MariaDB goes about finding it. */
const slack = 400;

/** So many rows are few at any site. */
const few = 400;

/** What is wrong with how a list is read; null where nothing is. */
export async function faultOf(knex: Knex, listed: Listed): Promise<string | null> {
  return databaseKind === 'mysql' ? faultOfReads(knex, listed) : faultOfPlan(knex, listed);
}

async function faultOfReads(knex: Knex, listed: Listed): Promise<string | null> {
  const { part, statement, site, found, hangs } = listed;
  const each = hangs ? 5 : 4;
  const most = slack + (part === 'total' ? Math.max(8 * found, site / 4) : Math.min(each * found, site / 4));
  const read = await rowsRead(knex, statement);
  return read <= most ? null : `the ${part} reads ${read} entries for ${found} of ${site} rows`;
}

async function faultOfPlan(knex: Knex, { part, statement, site, found }: Listed): Promise<string | null> {
  const steps = await planOf(knex, statement);
  const main = steps.find((step) => /^(?:SCAN|SEARCH) t\b/.test(step)) ?? '';
  const columns = [...main.matchAll(/(\w+)[=<>]/g)].flatMap(([, column]) => column ?? []);
  const isFound = columns.some((column) => column !== 'site_id');
  const isSorted = steps.includes('USE TEMP B-TREE FOR ORDER BY');
  const told = (what: string) => `the ${part} ${what} for ${found} of ${site} rows: ${steps.join('; ')}`;
  if (part === 'total') {
    return isFound || found > site / 4 || site < slack ? null : told('looks at the whole site');
  }
  if (isSorted && found > Math.max(few, site / 2)) return told('sorts');
  if (!isFound && (isSorted || found < few) && site > slack && found < site / 4)
    return told('walks along the site');
  return null;
}

/** What is wrong with a page that is read along its order; null where it ends as soon as the page is full. */
export async function walkFaultOf(knex: Knex, statement: Statement): Promise<string | null> {
  if (databaseKind === 'mysql') {
    const read = await rowsRead(knex, statement);
    return read <= slack ? null : `${read} entries`;
  }
  for (const part of partsOf(statement)) {
    const sorted = (await planOf(knex, part)).filter((step) => /TEMP B-TREE/.test(step));
    if (sorted.length > 0) return sorted.join('; ');
  }
  return null;
}

/** The statements for each site that a page over several is put together from; else the one. What they give is sorted, and is little. */
function partsOf(statement: Statement): Statement[] {
  const { sql, bindings } = statement;
  const texts = [...sql.matchAll(/\((select .*? limit \?)\) `s\d+`/gs)].map(([, text]) => text ?? '');
  let at = 0;
  const parts = texts.map((text) => {
    const from = at;
    at += text.split('?').length - 1;
    return { sql: text, bindings: bindings.slice(from, at) };
  });
  return parts.length > 0 ? parts : [statement];
}

/**
 * What is wrong with a page far in; null where nothing is.
 * @param skipped rows between it and the nearer end
 * @param each entries that a row takes
 */
export async function farFaultOf(
  knex: Knex,
  statement: Statement,
  skipped: number,
  each = 1,
): Promise<string | null> {
  if (databaseKind !== 'mysql') return walkFaultOf(knex, statement);
  const read = await rowsRead(knex, statement);
  return read <= slack + each * skipped ? null : `${read} entries`;
}

/**
 * What is wrong with how the chunks of an export of so many rows are found; null where they cost what they hold. All of them
 * together: of a few thousand rows MariaDB now and then sorts all for one chunk.
 */
export async function chunksFaultOf(
  knex: Knex,
  chunks: readonly Statement[],
  rows: number,
): Promise<string | null> {
  let read = 0;
  for (const chunk of chunks) {
    if (databaseKind === 'mysql') read += await rowsRead(knex, chunk);
    else {
      const fault = await walkFaultOf(knex, chunk);
      if (fault) return `${fault}: ${chunk.sql}`;
    }
  }
  return read <= 4 * rows + slack * chunks.length ? null : `${read} entries for ${rows} rows`;
}

/** What a statement that looks for single rows reads of a whole table; null where it finds them by an index. */
export async function wholeTableOf(knex: Knex, statement: Statement): Promise<string | null> {
  if (databaseKind === 'mysql') {
    const read = await rowsRead(knex, statement);
    return read <= slack ? null : `${read} entries`;
  }
  // `s` are sites, which are few.
  const scans = (await planOf(knex, statement)).filter((step) =>
    /^SCAN (?!CONSTANT ROW|below|s\b)/.test(step),
  );
  return scans.length === 0 ? null : scans.join('; ');
}

/** Entries per row of a table that is gone through once: the row, its place in an index, its pairs, and what they are grouped in. */
const entriesPerRow = 8;

/** What a statement reads over and over; null where it reads each table once at most. */
export async function nestedReadOf(knex: Knex, statement: Statement): Promise<string | null> {
  if (databaseKind === 'mysql') {
    const [, table] = /from `(\w+)` `t`/.exec(statement.sql) ?? [];
    const counted = table ? await knex(table).count({ rows: '*' }).first() : undefined;
    const read = await rowsRead(knex, statement);
    return read <= slack + entriesPerRow * Number(counted?.rows ?? 0) ? null : `${read} entries`;
  }
  const scans = (await planOf(knex, statement)).filter((step) =>
    /^SCAN (?!CONSTANT ROW|below|page|groups)/.test(step),
  );
  return scans.length <= 1 ? null : scans.join('; ');
}
