/** The computed column that marks the rows of a unique rule, as a migration creates it. */

import type { MarkedRows } from '../index-name.ts';
import { sqlText } from '../kinds/literal.ts';
import { store } from '../kinds/scalars/scalar.ts';
import { fieldOf, hasColumn, type Resource } from '../model/resource.ts';

/** The line of a migration that creates the column. */
export function markLine(resource: Resource, { column, wanted }: MarkedRows): string {
  const condition = [...wanted].map(([name, values]) => markCondition(resource, name, values)).join(' and ');
  return `markWhere(t, '${column}', ${JSON.stringify(condition)})`;
}

/** SQL that every database accepts. */
function markCondition(resource: Resource, name: string, values: readonly unknown[] | null): string {
  const field = fieldOf(resource, name);
  if (!hasColumn(field)) throw new Error(`${resource.file}: ${name} has no column.`);
  const column = `\`${name}\``;
  if (values === null) return `${column} is not null`;
  const literals = values
    .filter((value) => value !== null)
    .map((value) => {
      const stored = store(field.facts.scalar, value);
      return typeof stored === 'number' ? String(stored) : sqlText(String(stored));
    });
  const some = literals.length > 0 ? [`${column} in (${literals.join(', ')})`] : [];
  const none = values.includes(null) ? [`${column} is null`] : [];
  return some.length + none.length > 1 ? `(${[...some, ...none].join(' or ')})` : [...some, ...none].join('');
}
