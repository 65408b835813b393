/** Values of enumerations: those that migrations record, those that definitions allow, and those in rows. */

import type { Knex } from 'knex';
import type { Finding } from '../../check/subject.ts';
import type { DatabaseSchema } from '../../database/dialect/tables.ts';
import { query } from '../../database/query.ts';
import { quote } from '../../database/sql.ts';
import { isColumn, isWords } from '../../kinds/kind.ts';
import type { Registry, Resource } from '../../model/resource.ts';

/** A column with one of several values: a field's own, or that of a table of words. */
interface Enumeration {
  /** Name of the field. */
  readonly field: string;
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
  /** Whether each value is a separate row, in a table of words. */
  readonly asRows: boolean;
  /** Whether a row may have none of them. */
  readonly nullable: boolean;
}

/** The enumerations of a resource that are stored in the database. */
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

/** An enumeration whose values in the migrations differ from the definition, or are not recorded. */
export interface ChangedValues extends Enumeration {
  /** Null if no migration records the allowed values. */
  readonly had: readonly string[] | null;
  /** Values that rows may have and the definition does not allow. */
  readonly gone: readonly string[];
}

/** The enumerations of a resource whose values differ from the migrations, in any order. */
export function changedValues(resource: Resource, schema: DatabaseSchema): ChangedValues[] {
  return enumerationsOf(resource).flatMap((enumeration) => {
    const { table, column, values } = enumeration;
    const columns = schema.get(table)?.columns;
    const { values: had = null, renamedFrom } = columns?.get(column) ?? {};
    // The rank column contains the values if there is no other record.
    const known = had ?? columns?.get(`${column}_rank`)?.ranks ?? [];
    const gone = known.filter((value) => !values.includes(value));
    // A migration must record them under the new name.
    const same =
      had !== null &&
      renamedFrom === undefined &&
      gone.length === 0 &&
      values.every((value) => had.includes(value));
    return same ? [] : [{ ...enumeration, had, gone }];
  });
}

/**
 * Rows with values that their definitions do not allow, by table, column and value, with their number.
 * @param schema the present tables and columns; others are left out
 * @param which `all` reads every row (a quarter of a second per column and million rows); `gone` only searches for values
 *   that migrations record and definitions do not allow, which takes no time if the two agree
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
          remedy: 'Say in a migration what they become, or allow the value again.',
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
