/** Runs reads: a page of rows with its total, and single rows. */

import type { Knex } from 'knex';
import { and, type Condition, conditionOf, eq, type RowScope, type Sql } from '../condition.ts';
import { type DatabaseRow, dialectOf, query } from '../database/query.ts';
import { columnOf, conditionSql, join, quote, type Selection, selectionSql } from '../database/sql.ts';
import { base } from '../model/expression.ts';
import type { Projection, SelectedValues } from '../model/projection.ts';
import type { OrderBy, RowsPlan } from '../request/plan.ts';
import type { SortColumn } from '../sort.ts';
import type { AnswerRow, ReadContext } from './context.ts';
import { loadBatch } from './nested.ts';
import {
  headBindings,
  keptText,
  preparedRead,
  type RowForm,
  rowForm,
  valuesIn,
  withVersion,
} from './statements.ts';

/** The exact number of rows that meet a condition. It joins no tables: a count needs no references. */
export async function countRows(
  { db, signal }: ReadContext,
  { table, ...selection }: Selection & { readonly table: string },
): Promise<number> {
  signal?.throwIfAborted();
  const condition = selectionSql(selection, base, true);
  const rows = await query(db, {
    text: `select count(*) as ${quote('total')} from ${quote(table)} ${quote(base)} where ${condition.text}`,
    bindings: condition.bindings,
  });
  return Number(rows[0]?.total ?? 0);
}

/** The answers of one page, in order. */
export async function readRows(
  reading: ReadContext,
  plan: RowsPlan,
  projection: Projection,
): Promise<AnswerRow[]> {
  return (await readOrdered(reading, plan, projection)).answers;
}

/** The answers of one page, each with its database row. */
export async function readOrdered(
  reading: ReadContext,
  plan: RowsPlan,
  projection: Projection,
): Promise<{ answers: AnswerRow[]; rows: readonly SelectedValues[] }> {
  reading.signal?.throwIfAborted();
  const form = rowForm(reading.db, projection, true);
  const rows = valuesIn(await query(reading.db, rowsSql(plan, projection, form, reading)), form);
  return { answers: await presentRows(reading, rows, projection), rows };
}

/**
 * One row that meets a condition, with its version; null if there is none.
 *
 * @param writing for a write: `lock` locks the row until the transaction ends, and `warrant` is run in the same statement,
 *   what it reads locked as well; `warranted` tells whether it gave a row, `permitted` whether the row is within `reach`
 */
export async function readRow(
  reading: ReadContext,
  table: string,
  where: Condition,
  projection: Projection,
  writing: { readonly lock?: 'update'; readonly warrant?: Sql; readonly reach?: RowScope } = {},
): Promise<{ answer: AnswerRow; version: number; warranted: boolean; permitted: boolean } | null> {
  const { lock, warrant, reach = 'all' } = writing;
  const versioned = withVersion(projection);
  const form = rowForm(reading.db, versioned, false);
  const condition = conditionSql(where, base);
  const tail = `${condition.text}${lock ? dialectOf(reading.db).lock(lock) : ''}`;
  const beside: Sql[] = [];
  if (warrant) {
    const text = `(${warrant.text}${dialectOf(reading.db).lock('share')}) as ${quote('warrant')}, `;
    beside.push({ text, bindings: warrant.bindings });
  }
  if (reach !== 'all') {
    const { text, bindings } = conditionSql(conditionOf(reach), base);
    beside.push({ text: `case when ${text} then 1 end as ${quote('permitted')}, `, bindings });
  }
  // Before the row, so that its values are the rest of the columns.
  const first = join(beside, '');
  const found = await query(reading.db, {
    text: keptText(versioned, form, `${first.text}one of ${table} where ${tail}`, (head, joins) => {
      return `select ${first.text}${head} from ${quote(table)} ${quote(base)}${joins} where ${tail}`;
    }),
    bindings: [...first.bindings, ...headBindings(versioned, reading), ...condition.bindings],
  });
  const rows = valuesIn(beside.length > 0 ? found.map(withoutJudgement) : found, form);
  const [answer] = await presentRows(reading, rows, versioned);
  if (!answer) return null;
  return {
    answer,
    version: Number(rows[0]?.at(-1)),
    warranted: warrant === undefined || found[0]?.warrant !== null,
    permitted: reach === 'all' || found[0]?.permitted !== null,
  };
}

function withoutJudgement({ warrant: _, permitted: __, ...row }: DatabaseRow): DatabaseRow {
  return row;
}

/** Whether any row meets a condition. */
export async function anyRow(db: Knex, table: string, where: Condition): Promise<boolean> {
  const condition = conditionSql(where, base);
  const rows = await query(db, {
    text: `select 1 from ${quote(table)} ${quote(base)} where ${condition.text} limit 1`,
    bindings: condition.bindings,
  });
  return rows.length > 0;
}

/**
 * First the ids of the page, from an index alone if possible; then the rows and their references only for these ids. This
 * deferred join has several times the throughput of joining before the limit on a large site.
 */
function rowsSql(plan: RowsPlan, projection: Projection, form: RowForm, reading: ReadContext): Sql {
  const ids = plan.sites ? idsOverSites(plan, plan.sites) : idsSql(plan);
  return {
    text: keptText(projection, form, ids.text, (head, joins) => {
      const page = `join ${quote(plan.table)} ${quote(base)} on ${columnOf(base, 'id')} = ${columnOf('page', 'id')}`;
      return `select ${head} from (${ids.text} limit ? offset ?) ${quote('page')} ${page}${joins} order by ${orderSql(plan, 'page')}`;
    }),
    bindings: [...headBindings(projection, reading), ...ids.bindings, plan.limit, plan.offset],
  };
}

/** The ids of all rows of a plan, in order, each with its sort keys. */
function idsSql(plan: RowsPlan): Sql {
  const where = selectionSql(plan, base, plan.sorted);
  // With its sort keys, the page is sorted before it is joined. If MariaDB sorted by the keys of the joined rows, it would write
  // whole rows, including long texts, into a temporary table on disk.
  const keys = new Map<string, Sql>([['id', { text: columnOf(base, 'id'), bindings: [] }]]);
  for (const one of plan.order) {
    const { text, bindings } = sortExpression(one);
    keys.set(one.column, { text: isAliased(one) ? `${text} as ${quote(one.column)}` : text, bindings });
  }
  const head = join([...keys.values()], ', ');
  const order = plan.sorted ? sortedIn(base, plan.order) : orderSql(plan, base);
  return {
    text: `select ${head.text} from ${quote(plan.table)} ${quote(base)} where ${where.text} order by ${order}`,
    bindings: [...head.bindings, ...where.bindings],
  };
}

/** Whether it is not a column of the row, and so is selected under an alias. */
const isAliased = ({ computed, from }: SortColumn): boolean => (computed ?? from) !== undefined;

/** The expression to sort rows by. */
export function sortExpression({ column, computed, from }: SortColumn): Sql {
  if (computed) return computed;
  if (!from) return { text: columnOf(base, column), bindings: [] };
  const is = `${columnOf('o', 'id')} = ${columnOf(base, from.reference)}`;
  const text = `(select ${columnOf('o', from.column)} from ${quote(from.table)} ${quote('o')} where ${is})`;
  return { text, bindings: [] };
}

/** The ids over all sites: of each site up to the end of the page. */
function idsOverSites(plan: RowsPlan, sites: readonly (number | null)[]): Sql {
  const parts = sites.map((site, at) => {
    const { text, bindings } = idsSql({ ...plan, where: and(ofSite(site), plan.where) });
    return {
      text: `select * from (${text} limit ?) ${quote(`s${at}`)}`,
      bindings: [...bindings, plan.share ?? plan.offset + plan.limit],
    };
  });
  const { text, bindings } = join(parts, ' union all ');
  return { text: `${text} order by ${orderSql(plan)}`, bindings };
}

function ofSite(site: number | null): Condition {
  return site === null ? { op: 'null', column: 'site_id' } : eq('site_id', site);
}

function orderSql({ order }: RowsPlan, alias?: string): string {
  const keys = order.map((one) => {
    const name =
      alias === undefined || (isAliased(one) && alias === base)
        ? quote(one.column)
        : columnOf(alias, one.column);
    return `${name}${one.descending ? ' desc' : ''}`;
  });
  return keys.join(', ');
}

/** The same order in a form that no index can serve: neither database knows that there are few rows to sort. */
function sortedIn(alias: string, order: readonly OrderBy[]): string {
  return order
    .map((one) => {
      const key = isAliased(one) ? quote(one.column) : `coalesce(${columnOf(alias, one.column)}, null)`;
      return `${key}${one.descending ? ' desc' : ''}`;
    })
    .join(', ');
}

async function presentRows(
  reading: ReadContext,
  rows: readonly SelectedValues[],
  projection: Projection,
): Promise<AnswerRow[]> {
  const ids = rows.map(([id]) => Number(id));
  const batches = new Map<string, ReadonlyMap<number, unknown>>();
  for (const batch of ids.length > 0 ? projection.batches : []) {
    reading.signal?.throwIfAborted();
    batches.set(batch.key, await loadBatch(reading, batch, rows));
  }
  const { columns, blank } = preparedRead(projection);
  return rows.map((row, index) => {
    const answer: AnswerRow = { ...blank };
    for (const { key, read } of columns) {
      answer[key] = read ? read(row) : valueIn(batches.get(key), ids[index] ?? 0);
    }
    return answer;
  });
}

/** A row that a batch does not contain refers to nothing. Null is a value of its own. */
function valueIn(batch: ReadonlyMap<number, unknown> | undefined, id: number): unknown {
  const value = batch?.get(id);
  return value === undefined ? [] : value;
}
