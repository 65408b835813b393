/** Values that live in other tables, read for all rows of a page in one query each. */
import type { Knex } from 'knex';
import { query } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { ReferencesFacts, WordsFacts } from '../kinds/field.ts';
import { base } from '../model/expression.ts';
import type { Batch, Embedded, SelectedValues } from '../model/projection.ts';
import { loadChangeLabels } from './change-labels.ts';
import type { ReadContext } from './context.ts';
import { headBindings, preparedRead } from './statements.ts';

/** Id of a row → the value of the batch's key in its answer. The rows of the page are as they were selected, their ids first. */
export async function loadBatch(
  reading: ReadContext,
  batch: Batch,
  rows: readonly SelectedValues[],
): Promise<Map<number, unknown>> {
  const { changed, field, embedded } = batch;
  const { facts } = field;
  const ids = rows.map(([id]) => Number(id));
  switch (facts.kind) {
    case 'labels':
      return changed ? loadChangeLabels(reading, changed, rows) : new Map();
    case 'nested':
      return facts.load(ids, reading.db, reading.viewer);
    case 'words':
      return withoutWords(await loadWords(reading.db, facts, ids), facts, ids);
    default:
      return embedded ? loadEmbedded(reading, facts, embedded, ids) : loadIds(reading.db, facts, ids);
  }
}

/** The words of each row, in the order of the enumeration, else by letter. */
export async function loadWords(
  db: Knex,
  facts: WordsFacts,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const where = conditionSql({ op: 'in', column: facts.own, values: ids }, 'p');
  const rows = await query(db, {
    text:
      `select ${columnOf('p', facts.own)} as ${quote('own')}, ${columnOf('p', facts.column)} as ${quote('word')} ` +
      `from ${quote(facts.table)} ${quote('p')} where ${where.text} order by ${columnOf('p', facts.column)}`,
    bindings: where.bindings,
  });
  const words = group(rows.map((row) => [Number(row.own), String(row.word)]));
  const { values } = facts;
  if (values) for (const list of words.values()) list.sort((a, b) => values.indexOf(a) - values.indexOf(b));
  return words;
}

function withoutWords(
  words: ReadonlyMap<number, readonly string[]>,
  facts: WordsFacts,
  ids: readonly number[],
): Map<number, unknown> {
  return new Map(ids.map((id) => [id, words.get(id) ?? noWords(facts)]));
}

/** What a row has that has no words: nothing at all, where that may be. */
export function noWords({ nullable }: WordsFacts): readonly string[] | null {
  return nullable ? null : [];
}

/** The ids each row refers to, ascending. */
export async function loadIds(
  db: Knex,
  facts: ReferencesFacts,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const where = conditionSql({ op: 'in', column: facts.own, values: ids }, 'p');
  const rows = await query(db, {
    text:
      `select ${columnOf('p', facts.own)} as ${quote('own')}, ${columnOf('p', facts.other)} as ${quote('other')} ` +
      `from ${quote(facts.table)} ${quote('p')} where ${where.text} order by ${columnOf('p', facts.other)}`,
    bindings: where.bindings,
  });
  return group(rows.map((row) => [Number(row.own), Number(row.other)]));
}

async function loadEmbedded(
  reading: ReadContext,
  facts: ReferencesFacts,
  { table, projection }: Embedded,
  ids: readonly number[],
): Promise<Map<number, Record<string, unknown>[]>> {
  const where = conditionSql({ op: 'in', column: facts.own, values: ids }, 'p');
  const { heads, joins } = preparedRead(projection);
  const rows = await query(reading.db, {
    text:
      `select ${columnOf('p', facts.own)} as ${quote('own')}, ${heads.plain} from ${quote(facts.table)} ${quote('p')} ` +
      `join ${quote(table)} ${quote(base)} on ${columnOf(base, 'id')} = ${columnOf('p', facts.other)}${joins} ` +
      `where ${where.text} order by ${columnOf(base, 'id')}`,
    bindings: [...headBindings(projection, reading), ...where.bindings],
  });
  return group(
    rows.map((row) => {
      const [own, ...values] = Object.values(row);
      const shown = projection.readers.map(({ key, read }) => [key, read(values)] as const);
      return [Number(own), Object.fromEntries(shown)];
    }),
  );
}

function group<V>(pairs: readonly (readonly [number, V])[]): Map<number, V[]> {
  const groups = new Map<number, V[]>();
  for (const [key, value] of pairs) {
    const list = groups.get(key);
    if (list) list.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
