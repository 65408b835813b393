/**
 * Rows that earlier operations of a batch create. Later operations name them `"$0"`, `"$1"`, …: where such names are allowed, and
 * what they refer to.
 */

import { isObject } from '../../json-object.ts';
import { referredPath } from '../../kinds/kind.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { type FieldModel, type Registry, resourceAt } from '../../model/resource.ts';
import { Unusable } from '../../request/body-errors.ts';
import type { RowKey } from '../../request/request.ts';

/** The row that each operation so far has created; null for an operation without one. */
export type MadeRows = readonly (RowKey | null)[];

/**
 * Returns the id for the row of an operation. The row must belong to the resource at this path. `name` is the sent value, `$0`.
 */
export type Resolve = (operation: number, path: string, name: string) => number | Unusable;

/** The number of the operation that a value names; null for any other value. */
export function operationNamedBy(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^\$(0|[1-9]\d*)$/.exec(value)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

/**
 * Replaces names by ids wherever a reference is expected: alone, in a list, or in a part of a nested field. Elsewhere such a name
 * is an ordinary text. The body itself is not changed.
 */
export function resolveNames(
  fields: ReadonlyMap<string, FieldModel>,
  body: unknown,
  resolve: Resolve,
): { readonly body: unknown; readonly resolved: ReadonlySet<string> } {
  if (!isObject(body)) return { body, resolved: new Set() };
  const changes = Object.entries(body).flatMap(([name, value]) => {
    const field = fields.get(name);
    const known = field ? resolveField(field, value, resolve) : value;
    return known === value ? [] : [[name, known] as const];
  });
  return {
    body: { ...body, ...Object.fromEntries(changes) },
    resolved: new Set(changes.map(([name]) => name)),
  };
}

function resolveField({ facts, parts }: FieldModel, value: unknown, resolve: Resolve): unknown {
  const to = referredPath(facts);
  if (to !== undefined) return resolveValue(value, to, resolve);
  const resolveEntry = (one: unknown): unknown => {
    const { body, resolved } = resolveNames(parts, one, resolve);
    return resolved.size > 0 ? body : one;
  };
  return Array.isArray(value) ? mapChanged(value, resolveEntry) : resolveEntry(value);
}

function resolveValue(value: unknown, to: string, resolve: Resolve): unknown {
  const resolveOne = (one: unknown): unknown => {
    const operation = operationNamedBy(one);
    return operation === null ? one : resolve(operation, to, String(one));
  };
  return Array.isArray(value) ? mapChanged(value, resolveOne) : resolveOne(value);
}

/** Returns the same list if nothing changes. */
function mapChanged(list: readonly unknown[], change: (one: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.some((one, index) => one !== list[index]) ? changed : list;
}

/**
 * Before the transaction: an id that passes every check of a body, different for each operation.
 *
 * @param index of the operation with the body
 */
export function resolveEarly(index: number): Resolve {
  return (operation, _path, name) => (operation < index ? standInFor(operation) : laterOperation(name));
}

/** The highest ids that a column can hold, in place of ids that are not known yet. */
export function standInFor(operation: number): number {
  return 2 ** 31 - 1 - operation;
}

/** Within the transaction: the id of the row. @param made rows of the operations before the one with the body */
export function resolveMade(registry: Registry, made: MadeRows): Resolve {
  return (operation, path, name) => {
    if (operation >= made.length) return laterOperation(name);
    const row = made[operation];
    if (!row) return new Unusable(say(texts.batchNothingMade, { name }));
    if (row.path === path) return row.id;
    const [what, wanted] = [row.path, path].map((one) => resourceAt(registry, one).title.many);
    return new Unusable(say(texts.batchOtherMade, { name, what: what ?? '', wanted: wanted ?? '' }));
  };
}

function laterOperation(name: string): Unusable {
  return new Unusable(say(texts.batchLater, { name }));
}
