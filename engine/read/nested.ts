/** Values in other tables, read for all rows of a page in one query each. */
import type { Knex } from 'knex';
import { query } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { OwnedFacts, ReferencesFacts } from '../kinds/facts.ts';
import { factsOf } from '../kinds/field.ts';
import { isOfPage, isReferences, scalarOf } from '../kinds/kind.ts';
import { show } from '../kinds/scalars/scalar.ts';
import { byStructure, type EachOf, type FactsHeld, type NameHeld } from '../kinds/structures/structures.ts';
import { base } from '../model/expression.ts';
import {
  type Batch,
  type Embedded,
  type FoundFrom,
  type SelectedValues,
  selectedColumn,
} from '../model/projection.ts';
import type { Actor } from '../policy.ts';
import { loadChangeLabels } from './change-labels.ts';
import type { AnswerRow, ReadContext } from './context.ts';
import { loadSentences } from './sentences.ts';
import { headBindings, preparedRead } from './statements.ts';

/** Id of a row → the value of the batch's key in its answer. The rows of the page are as selected, with their ids first. */
export async function loadBatch(
  reading: ReadContext,
  { found, field: { facts }, embedded }: Batch,
  rows: readonly SelectedValues[],
): Promise<ReadonlyMap<number, unknown>> {
  if (isOfPage(facts)) return found ? byStructure(finders, facts, reading, found, rows) : new Map();
  const ids = rows.map(([id]) => Number(id));
  if (embedded && isReferences(facts)) return loadEmbedded(reading, facts, embedded, ids);
  return loadLists(reading.db, reading.viewer, facts, ids);
}

const finders: EachOf<
  NameHeld<'page'>,
  [reading: ReadContext, found: FoundFrom, rows: readonly SelectedValues[]],
  Promise<ReadonlyMap<number, unknown>>
> = {
  labels: (_facts, ...given) => loadChangeLabels(...given),
  sentence: (_facts, ...given) => loadSentences(...given),
};

type Lists = Promise<ReadonlyMap<number, unknown>>;

const loaders: EachOf<
  NameHeld<'pairs' | 'rows'>,
  [db: Knex, viewer: Actor, ids: readonly number[]],
  Lists
> = {
  /** The ids that each row refers to, ascending. */
  references: (facts, db, _viewer, ids) => loadPairs(db, facts, ids, Number),
  /** The words of each row, in the order of the enumeration, else alphabetically. */
  words: async (facts, db, _viewer, ids) => {
    const words = await loadPairs(db, facts, ids, String);
    const { values, nullable } = facts;
    if (values) for (const list of words.values()) list.sort((a, b) => values.indexOf(a) - values.indexOf(b));
    // A nullable field of a row without words is null.
    return nullable ? new Map([...words].map(([id, list]) => [id, list.length > 0 ? list : null])) : words;
  },
  nested: (facts, db, viewer, ids) => facts.load(ids, db, viewer),
  owned: (facts, db, _viewer, ids) => loadOwned(db, facts, ids),
};

/** Id of a row → the value of a field in other tables. For an empty list, the id may be missing. */
export function loadLists(
  db: Knex,
  viewer: Actor,
  facts: FactsHeld<'pairs' | 'rows'>,
  ids: readonly number[],
): Lists {
  return byStructure(loaders, facts, db, viewer, ids);
}

async function loadPairs<Value>(
  db: Knex,
  { table, own, column }: FactsHeld<'pairs'>,
  ids: readonly number[],
  read: (stored: unknown) => Value,
): Promise<Map<number, Value[]>> {
  const where = conditionSql({ op: 'in', column: own, values: ids }, 'p');
  const rows = await query(db, {
    text:
      `select ${columnOf('p', own)} as ${quote('own')}, ${columnOf('p', column)} as ${quote('value')} ` +
      `from ${quote(table)} ${quote('p')} where ${where.text} order by ${columnOf('p', column)}`,
    bindings: where.bindings,
  });
  const lists = new Map(ids.map((id) => [id, [] as Value[]]));
  for (const row of rows) lists.get(Number(row.own))?.push(read(row.value));
  return lists;
}

/** The entries of each row, in order. */
export async function loadOwned(
  db: Knex,
  { table, own, order, fields }: OwnedFacts,
  ids: readonly number[],
): Promise<Map<number, AnswerRow[]>> {
  const parts = Object.entries(fields).map(([name, field]) => {
    const scalar = scalarOf(factsOf(field));
    if (!scalar) throw new Error(`${name} of ${table} has no column.`);
    return { name, scalar };
  });
  const selected = parts.map(({ name, scalar }) => `${selectedColumn('p', name, scalar)} as ${quote(name)}`);
  const where = conditionSql({ op: 'in', column: own, values: ids }, 'p');
  const sorted = [own, order, 'id'].map((column) => columnOf('p', column));
  const rows = await query(db, {
    text:
      `select ${columnOf('p', own)} as ${quote('own')}, ${selected.join(', ')} from ${quote(table)} ${quote('p')} ` +
      `where ${where.text} order by ${sorted.join(', ')}`,
    bindings: where.bindings,
  });
  const lists = new Map(ids.map((id) => [id, [] as AnswerRow[]]));
  for (const { own: id, ...row } of rows) {
    const shown = parts.map(({ name, scalar }) => [name, show(scalar, row[name])] as const);
    lists.get(Number(id))?.push(Object.fromEntries(shown));
  }
  return lists;
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
      `join ${quote(table)} ${quote(base)} on ${columnOf(base, 'id')} = ${columnOf('p', facts.column)}${joins} ` +
      `where ${where.text} order by ${columnOf(base, 'id')}`,
    bindings: [...headBindings(projection, reading), ...where.bindings],
  });
  const lists = new Map(ids.map((id) => [id, [] as Record<string, unknown>[]]));
  for (const row of rows) {
    const [own, ...values] = Object.values(row);
    const shown = projection.readers.map(({ key, read }) => [key, read(values)] as const);
    lists.get(Number(own))?.push(Object.fromEntries(shown));
  }
  return lists;
}
