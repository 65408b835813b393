/** Drafts of columns for tables with rows: existing rows get a default, or a person must give the value. */

import type { Table } from '../../engine/database/dialect/tables.ts';
import { columnTypeOf } from '../../engine/features/schema/column-type.ts';
import { columnLine, type ExpectedColumn } from '../../engine/features/schema/expected.ts';
import { isColumn, isReference } from '../../engine/kinds/kind.ts';
import { literal } from '../../engine/kinds/literal.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import { store } from '../../engine/kinds/scalars/scalar.ts';
import { lengthOf } from '../../engine/kinds/scalars/text.ts';
import { type FieldModel, type Registry, type Resource, resourceAt } from '../../engine/model/resource.ts';
import { sortKey } from '../../engine/values.ts';
import { changeCall } from '../schema/holdings.ts';

/** Lines that add columns, statements that stop the migration until its author has decided, and lines that fill columns. */
export interface Added {
  readonly columns: readonly string[];
  readonly lines: readonly string[];
  readonly refusals: readonly string[];
  readonly afterwards: readonly string[];
}

interface Addition {
  readonly lines: readonly string[];
  /** The value of existing rows in the new column; null if only a person can give it. */
  readonly fill?: string | null;
}

/** Adds the columns that a resource's table lacks. */
export function addColumns(
  resource: Resource,
  registry: Registry,
  table: Table,
  missing: readonly ExpectedColumn[],
): Added {
  const additions = [...new Set(missing.map(({ key }) => key))].map((key) => {
    const name = key.replace(/^fields\./, '');
    const columns = missing.filter((column) => column.key === key);
    const field = key === name ? undefined : resource.fields.get(name);
    return {
      name,
      released: columns.some((column) => column.released),
      holds: columns.find(({ column }) => column === name)?.holds,
      ...(field ? addField(resource, field, registry, table, columns) : { lines: made(columns) }),
    };
  });
  const fills = additions.filter(({ fill }) => fill !== undefined);
  return {
    columns: missing.map(({ column }) => column),
    lines: additions.flatMap(({ lines }) => lines),
    refusals: fills.flatMap(({ name, fill }) => (fill === null ? [refusal(resource.table, name)] : [])),
    afterwards: fills.flatMap(({ name, released, holds, fill }) => [
      fill === null
        ? `  // await knex('${resource.table}').update({ ${name}: … });`
        : `  await knex('${resource.table}').update({ ${name}: ${fill} });`,
      ...(released || !holds ? [] : [`  await ${changeCall(resource.table, name, holds, false)};`]),
    ]),
  };
}

function refusal(table: string, name: string): string {
  return `  throw new Error('“${table}” may have rows, and “${name}” is required: write their value below, then remove this line.');`;
}

function made(columns: readonly ExpectedColumn[]): string[] {
  return [...new Set(columns.map((column) => column.made))];
}

function addField(
  resource: Resource,
  field: FieldModel,
  registry: Registry,
  table: Table,
  columns: readonly ExpectedColumn[],
): Addition {
  const { name, facts } = field;
  // A copy of an existing column: the line for both would make the column a second time.
  if (table.columns.has(name)) return { lines: columns.map(({ column }) => copyLine(field, column)) };
  if (isReference(facts)) {
    const line = `addedReference(t, knex, '${name}', '${resourceAt(registry, facts.to).table}')`;
    return { lines: [line], ...(facts.nullable ? {} : { fill: null }) };
  }
  if (!isColumn(facts)) return { lines: made(columns) };
  if (resource.sorts.get(name) === `${name}_rank`) {
    const value = typeof facts.default === 'string' ? facts.default : null;
    const line = `addedRankedChoice(t, '${name}', [${listNames(facts.values ?? [])}], ${literal(value)})`;
    return { lines: [line], ...(value === null && !facts.nullable ? { fill: null } : {}) };
  }
  if (facts.nullable) return { lines: made(columns) };
  return addRequired(resource, field, registry);
}

/** A column that may not be null: with the field's default, else left open. */
function addRequired(resource: Resource, field: FieldModel, registry: Registry): Addition {
  const { name, facts } = field;
  const open = columnLine(resource, field, registry, true);
  if (!isColumn(facts) || facts.default === undefined) return { lines: [open], fill: null };
  const { scalar } = facts;
  const { filled } = scalar.column;
  if (filled) return { lines: [open], fill: filled === 'created_at' ? "knex.ref('created_at')" : null };
  const value = store(scalar, facts.default);
  const keyed = resource.keyed.has(name);
  // MySQL gives a TEXT no default.
  if (columnTypeOf(resource, field).endsWith('text')) return { lines: [open], fill: literal(value) };
  if (!keyed) {
    return { lines: [`${columnLine(resource, field, registry)}.defaultTo(${literal(value)})`] };
  }
  return {
    lines: [
      `t.string('${name}', ${lengthOf(field.schema)}).notNullable().defaultTo(${literal(value)})`,
      `t.string('${name}_key', 511).notNullable().defaultTo(${literal(sortKey(String(value)))})`,
    ],
  };
}

function copyLine({ name, facts }: FieldModel, column: string): string {
  const values = 'values' in facts ? (facts.values ?? []) : [];
  return column === `${name}_rank`
    ? `addedRank(t, '${name}', [${listNames(values)}])`
    : `t.string('${column}', 511).nullable()`;
}
