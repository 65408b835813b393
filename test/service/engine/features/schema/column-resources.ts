/** The cases of changed columns as definitions: all options in one table, and one table for each kind with what becomes of it. */

import type { AnyDefinition } from '../../../../../engine/definition/definition.ts';
import { defineResource, Text } from '../../../../../engine/index.ts';
import { type Field, factsOf } from '../../../../../engine/kinds/field.ts';
import { isReference } from '../../../../../engine/kinds/kind.ts';
import { type Case, cases, pairs } from './column-cases.ts';

export interface Named extends Case {
  readonly table: string;
  readonly field: string;
}

function casesIn(options: unknown): [string, Case][] {
  if (Array.isArray(options)) return options.map((one: Case, at) => [String(at), one]);
  if (typeof options !== 'object' || options === null) return [];
  return Object.entries(options).flatMap(([option, listed]) =>
    casesIn(Array.isArray(listed) ? listed : []).map(([at, one]): [string, Case] => [`${option}_${at}`, one]),
  );
}

/** A reference is told by its name. */
function fieldFor(name: string, { before, after }: Case): string {
  const refers = [before, after].some((one) => isReference(factsOf(one)));
  return refers ? `${name}_id` : name;
}

export const all: readonly Named[] = [
  ...Object.entries(cases).flatMap(([maker, options]) =>
    casesIn(options).map(([name, one]) => ({
      ...one,
      ...{ table: 'samples', field: fieldFor(`${maker}_${name}`.toLowerCase(), one) },
    })),
  ),
  ...pairs.map((one) => ({ ...one, table: `${one.from}_samples`, field: fieldFor(`as_${one.to}`, one) })),
];

const tables = [...new Set(all.map(({ table }) => table))];

/** The resources before some fields are added, before they change, and afterwards. */
export function definitions(stage: 'bare' | 'before' | 'after'): AnyDefinition[] {
  return tables.map((table) => {
    const own = all.filter((one) => one.table === table && (stage !== 'bare' || !one.added));
    const fields = own.map(({ field, before, after }): [string, Field] => [
      field,
      stage === 'after' ? after : before,
    ]);
    const path = table.replaceAll('_', '-');
    return defineResource({
      ...{ name: path.replace(/s$/, ''), path, table, scope: 'global' },
      ...{ operations: ['list', 'view', 'create', 'update'], sort: ['name'], defaultSort: 'name' },
      fields: { name: Text(), ...Object.fromEntries(fields) },
    });
  });
}
