/** Labels for the values in a journal: names for rows, words in the reader's language. */

import type { Knex } from 'knex';
import { and, conditionOf, type RowScope } from '../condition.ts';
import { query } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import { isMark, isReferring } from '../kinds/kind.ts';
import { show } from '../kinds/scalars/scalar.ts';
import { text } from '../kinds/scalars/text.ts';
import type { ChangeLabel } from '../kinds/structures/change-labels.ts';
import { heading, type Language, languageOf, say } from '../message.ts';
import { displaySql } from '../model/expression.ts';
import type { FoundFrom, SelectedValues } from '../model/projection.ts';
import {
  type FieldModel,
  fieldOf,
  hasColumn,
  type Registry,
  type Resource,
  refers,
} from '../model/resource.ts';
import type { ReadContext } from './context.ts';

/** A changed field in one row of a page. */
interface Change {
  readonly row: number;
  /** The name of the field at that time. */
  readonly name: string;
  readonly field: FieldModel;
  readonly values: readonly [before: unknown, after: unknown];
}

/** The maximum number of ids in one statement. A page has fewer, except with long lists of references. */
const maxIds = 1000;

/**
 * Id of a row → field → the labels of its value before and after. Rows that the reader may not see have no label, although the
 * journal contains their ids. It takes one statement per referenced resource.
 */
export async function loadChangeLabels(
  reading: ReadContext,
  { registry, partOf }: FoundFrom<'resource' | 'changes'>,
  rows: readonly SelectedValues[],
): Promise<Map<number, Record<string, [ChangeLabel, ChangeLabel]>>> {
  const byName = new Map([...registry.values()].map((one) => [one.name, one]));
  const found = rows.flatMap((row) =>
    changesOfRow(Number(row[0]), byName.get(String(partOf(row, 'resource'))), partOf(row, 'changes')),
  );
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [path, ids] of idsIn(found)) {
    reading.signal?.throwIfAborted();
    const target = registry.get(path);
    // Deleted rows that are kept still have their name in the history.
    if (target)
      names.set(path, await readNames(reading.db, registry, target, ids, reading.viewer.visible(target)));
  }
  const labels = new Map(
    rows.map((row) => [Number(row[0]), {} as Record<string, [ChangeLabel, ChangeLabel]>]),
  );
  const language = languageOf(reading.viewer.locale);
  for (const { row, name, field, values } of found) {
    const labelOf = labellerOf(field, language, names);
    const own = labels.get(row);
    if (labelOf && own) own[name] = [labelOf(values[0]), labelOf(values[1])];
  }
  return labels;
}

/** The changes of one row, for fields that its resource still has. */
function changesOfRow(row: number, resource: Resource | undefined, changes: unknown): Change[] {
  if (!resource || typeof changes !== 'object' || changes === null) return [];
  return Object.entries(changes).flatMap(([name, values]: [string, unknown]) => {
    const field = resource.fields.get(name) ?? renamed(resource, name);
    return field && Array.isArray(values)
      ? [{ row, name, field, values: [values[0], values[1]] as const }]
      : [];
  });
}

/** The field that had this name when the change was made. */
function renamed({ fields }: Resource, name: string): FieldModel | undefined {
  return [...fields.values()].find(({ facts }) => facts.renamedFrom === name);
}

/** Path of a resource → the ids of its referenced rows. */
function idsIn(changes: readonly Change[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const { field, values } of changes) {
    if (!refers(field)) continue;
    const ids = found.get(field.facts.to) ?? new Set();
    for (const id of values.flat()) if (typeof id === 'number') ids.add(id);
    found.set(field.facts.to, ids);
  }
  return found;
}

/** The names of rows within a scope, by id. */
export async function readNames(
  db: Knex,
  registry: Registry,
  target: Resource,
  wanted: ReadonlySet<number>,
  reach: RowScope,
): Promise<Map<number, string>> {
  const field = fieldOf(target, target.display);
  const kind = hasColumn(field) ? field.facts.scalar : text;
  const shown = displaySql(registry, target, 'n');
  const names = new Map<number, string>();
  const ids = [...wanted];
  for (let at = 0; at < ids.length; at += maxIds) {
    const values = ids.slice(at, at + maxIds);
    const where = conditionSql(and({ op: 'in', column: 'id', values }, conditionOf(reach)), 'n');
    const rows = await query(db, {
      text:
        `select ${columnOf('n', 'id')} as ${quote('id')}, cast(${shown.text} as char) as ${quote('name')} ` +
        `from ${quote(target.table)} ${quote('n')} where ${where.text}`,
      bindings: [...shown.bindings, ...where.bindings],
    });
    for (const { id, name } of rows) names.set(Number(id), String(show(kind, name)));
  }
  return names;
}

/** Returns the function that labels a value of the field; null if its values need no label. */
function labellerOf(
  { facts, values }: FieldModel,
  language: Language,
  names: ReadonlyMap<string, ReadonlyMap<number, string>>,
): ((value: unknown) => ChangeLabel) | null {
  if (isReferring(facts)) {
    const known = names.get(facts.to);
    return eachOf((id) => (typeof id === 'number' ? (known?.get(id) ?? null) : null));
  }
  if (isMark(facts))
    return (value) => (typeof value === 'boolean' ? heading(value ? yes : no, language) : null);
  if (values.size === 0) return null;
  return eachOf((word) => {
    const label = values.get(String(word));
    return label ? heading(label, language) : null;
  });
}

const [yes, no] = [say('yes'), say('no')];

function eachOf(labelOf: (value: unknown) => string | null): (value: unknown) => ChangeLabel {
  return (value) => (Array.isArray(value) ? value.map(labelOf) : labelOf(value));
}
