/** Values of enumerations: what the migrations say that columns may hold, what definitions allow, and what rows have. */

import type { Knex } from 'knex';
import type { Finding } from '../check/report.ts';
import type { DatabaseSchema } from '../database/dialect/tables.ts';
import { query } from '../database/query.ts';
import { quote } from '../database/sql.ts';
import { isColumn, isWords } from '../kinds/kind.ts';
import type { Registry, Resource } from '../model/resource.ts';

/** A column that holds one of some values: a field's own, or that of a table of words. */
interface Enumeration {
  /** Name of the field. */
  readonly field: string;
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
  /** Whether each value is a row of its own, in a table of words. */
  readonly asRows: boolean;
  /** Whether a row may have none of them. */
  readonly nullable: boolean;
}

/** The enumerations of a resource that are kept in the database. */
export function enumerationsOf({ fields, table }: Resource): Enumeration[] {
  return [...fields.values()].flatMap((field): Enumeration[] => {
    const { name, facts } = field;
    if (isWords(facts) && facts.values)
      return [
        {
          ...{ field: name, table: facts.table, column: facts.column, values: facts.values },
          ...{ asRows: true, nullable: true },
        },
      ];
    if (isColumn(facts) && facts.values)
      return [
        {
          field: name,
          table,
          column: name,
          values: facts.values,
          asRows: false,
          nullable: facts.nullable === true,
        },
      ];
    return [];
  });
}

/** An enumeration of which the migrations say something else than the definition, or nothing. */
export interface ChangedValues extends Enumeration {
  /** Null where no migration says what it may hold. */
  readonly had: readonly string[] | null;
  /** What rows may hold and the definition does not know. */
  readonly gone: readonly string[];
}

/** Of a resource's enumerations those whose values are not what the migrations say; their order does not matter. */
export function changedValues(resource: Resource, schema: DatabaseSchema): ChangedValues[] {
  return enumerationsOf(resource).flatMap((enumeration) => {
    const { table, column, values } = enumeration;
    const columns = schema.get(table)?.columns;
    const { values: had = null, renamedFrom } = columns?.get(column) ?? {};
    // The column of places tells of values where nothing else does.
    const known = had ?? columns?.get(`${column}_rank`)?.ranks ?? [];
    const gone = known.filter((value) => !values.includes(value));
    // A migration has to say them of the new name.
    const same =
      had !== null &&
      renamedFrom === undefined &&
      gone.length === 0 &&
      values.every((value) => had.includes(value));
    return same ? [] : [{ ...enumeration, had, gone }];
  });
}

/**
 * Rows that hold what their definitions do not allow, by table, column and value, with their number.
 * @param schema tables and columns as they are; others are left out
 * @param which `all` reads every row (a quarter of a second a column for a million); `gone` looks for the values alone
 *   that the migrations know and the definitions do not, which is nothing to do where the two agree
 */
export async function findStrays(
  db: Knex,
  registry: Registry,
  schema: DatabaseSchema,
  which: 'all' | 'gone',
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const resource of registry.values()) {
    const asked =
      which === 'all'
        ? enumerationsOf(resource).map((each) => ({ ...each, not: 'not ', among: each.values }))
        : changedValues(resource, schema).map((each) => ({ ...each, not: '', among: each.gone }));
    for (const { field, table, column, not, among } of asked) {
      if (among.length === 0 || !schema.get(table)?.columns.has(column)) continue;
      const name = quote(column);
      const rows = await query(db, {
        text:
          `select ${name} as \`value\`, count(*) as \`rows\` from ${quote(table)} ` +
          `where ${name} ${not}in (${among.map(() => '?').join(', ')}) group by ${name}`,
        bindings: among,
      });
      for (const { value, rows: count } of rows) {
        findings.push({
          file: resource.file,
          key: `fields.${field}`,
          problem: `does not allow ${quotedList([String(value)])}, which “${column}” of “${table}” has in ${Number(count) === 1 ? '1 row' : `${count} rows`}.`,
          remedy:
            'Say where they go in a migration (npm run migration:new drafts it), or allow the value again.',
        });
      }
    }
  }
  return findings;
}

/** `“red”, “blue”`. */
export function quotedList(values: readonly string[]): string {
  return values.map((value) => `“${value}”`).join(', ');
}
