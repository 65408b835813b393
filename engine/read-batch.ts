/** Values that live in other tables, read for all rows of a page in one query each. */
import type { Knex } from 'knex';
import { show } from './codec.ts';
import type { ReferencesFacts, WordsFacts } from './field-facts.ts';
import type { Batch } from './projection.ts';
import { query } from './query.ts';
import type { Reading } from './read.ts';
import type { Embedded } from './resource.ts';
import { columnOf, conditionSql, quote } from './sql.ts';

/** Id of a row → the value of the batch's key in its answer. */
export async function loadBatch(
  reading: Reading,
  batch: Batch,
  ids: readonly number[],
): Promise<Map<number, unknown>> {
  const { facts } = batch.field;
  switch (facts.kind) {
    case 'nested':
      return facts.load(ids, reading.db, reading.viewer);
    case 'words':
      return loadWords(reading.db, facts, ids);
    default:
      return batch.embedded
        ? loadEmbedded(reading.db, facts, batch.embedded, ids)
        : loadIds(reading.db, facts, ids);
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
  db: Knex,
  facts: ReferencesFacts,
  embedded: Embedded,
  ids: readonly number[],
): Promise<Map<number, Record<string, unknown>[]>> {
  const where = conditionSql({ op: 'in', column: facts.own, values: ids }, 'p');
  const columns = embedded.columns.map(({ name }) => `, ${columnOf('o', name)} as ${quote(`o_${name}`)}`);
  const rows = await query(db, {
    text:
      `select ${columnOf('p', facts.own)} as ${quote('own')}, ${columnOf('o', 'id')} as ${quote('other')}` +
      `${columns.join('')} from ${quote(facts.table)} ${quote('p')} join ${quote(embedded.table)} ${quote('o')} ` +
      `on ${columnOf('o', 'id')} = ${columnOf('p', facts.other)} where ${where.text} order by ${columnOf('o', 'id')}`,
    bindings: where.bindings,
  });
  return group(
    rows.map((row) => {
      const values = embedded.columns.map(({ name, kind }) => [name, show(kind, row[`o_${name}`])] as const);
      return [Number(row.own), { id: Number(row.other), ...Object.fromEntries(values) }];
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
