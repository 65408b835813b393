/** Read-only keys that a client sends back as it read them: they are accepted if their values are unchanged. */

import { isObject } from '../../json-object.ts';
import { parseInstant } from '../../kinds/scalars/instant.ts';
import { follows } from '../../memoize.ts';
import { type Message, say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { embeddedKeys, type Resource } from '../../model/resource.ts';
import type { Values } from '../body.ts';
import { labelAt } from '../body-errors.ts';
import { extraNames } from '../intent.ts';

/** A body without its read-only keys, and these separately. */
interface Parted {
  readonly body: unknown;
  readonly sentBack: Values;
}

/** The keys of a row in answers, including extras. */
const answeredKeys = follows(
  (resource: Resource) => new Set<string>([...resource.singleKeys, ...extraNames]),
);

/** Separates fields that may be set from keys that only answers have. Unknown keys stay in the body, to be refused. */
export function partBody(resource: Resource, body: unknown): Parted {
  if (!isObject(body)) return { body, sentBack: {} };
  const answered = answeredKeys(resource);
  const set: [string, unknown][] = [];
  const sentBack: [string, unknown][] = [];
  for (const [name, value] of Object.entries(body)) {
    const field = resource.fields.get(name);
    const isSet = field !== undefined && !field.facts.readOnly;
    if (!isSet && answered.has(name)) {
      sentBack.push([name, value]);
      continue;
    }
    const further = furtherKeys(resource, name);
    const parts = further.length > 0 ? entriesOf(value).map((entry) => keepKeys(entry, further)) : [];
    if (parts.some((part) => Object.keys(part).length > 0)) sentBack.push([name, parts]);
    set.push([name, further.length > 0 ? without(value, further) : value]);
  }
  return { body: Object.fromEntries(set), sentBack: Object.fromEntries(sentBack) };
}

/** Keys of a nested value that only answers have. */
function furtherKeys({ fields }: Resource, name: string): string[] {
  const field = fields.get(name);
  return field && !field.facts.readOnly ? embeddedKeys(field) : [];
}

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function keepKeys(entry: unknown, keys: readonly string[]): Record<string, unknown> {
  return isObject(entry)
    ? Object.fromEntries(Object.entries(entry).filter(([key]) => keys.includes(key)))
    : {};
}

function without(value: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => without(entry, keys));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Values that were sent back with a change, by their place in the body. */
export function strayed(resource: Resource, sentBack: Values, present: Values): [string, Message][] {
  return Object.entries(sentBack).flatMap(([name, value]): [string, Message][] => {
    const field = resource.fields.get(name);
    const refused = (path: string): [string, Message] => [
      path,
      say(texts.readOnly, { field: labelAt(field, path) }),
    ];
    if (!field || field.facts.readOnly) return isAlike(value, present[name]) ? [] : [refused(name)];
    const known = entriesOf(present[name]);
    return entriesOf(value).flatMap((part, index) => {
      const keys = isObject(part) ? Object.keys(part) : [];
      // The entry may have another position, or its other keys may have changed.
      if (known.some((entry) => isAlike(keepKeys(entry, keys), part))) return [];
      return keys.slice(0, 1).map((key) => refused(`${name}.${index}.${key}`));
    });
  });
}

/** Whether two values are equal in any notation: instants with any offset, objects in any order of keys. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one === 'string' && typeof other === 'string') {
    const instant = parseInstant(one);
    return instant !== null && instant === parseInstant(other);
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isAlike(value, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isAlike(one[key], other[key]))
  );
}
