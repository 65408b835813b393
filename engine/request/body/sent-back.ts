/** What of a row comes back as it was read: keys that no body sets, which are taken where they say what is so. */

import { isObject } from '../../json-object.ts';
import { parseInstant } from '../../kinds/scalars/instant.ts';
import { follows } from '../../memoize.ts';
import { type Message, say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { embeddedKeys, type Resource } from '../../model/resource.ts';
import type { Values } from '../body.ts';
import { labelAt } from '../body-errors.ts';
import { extraNames } from '../intent.ts';

/** A body without what no body sets, and that beside it. */
interface Parted {
  readonly body: unknown;
  readonly sentBack: Values;
}

/** The keys of a row in answers, and what can be asked for beside them. */
const answeredKeys = follows(
  (resource: Resource) => new Set<string>([...resource.singleKeys, ...extraNames]),
);

/** Takes apart what may be set and what answers alone have; what neither has stays, to be refused. */
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

/** Keys that a nested value has in answers alone. */
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

/** What was sent back and is not so, by where it stands in the body. */
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
      // An entry may have moved among the others, or its other keys have changed.
      if (known.some((entry) => isAlike(keepKeys(entry, keys), part))) return [];
      return keys.slice(0, 1).map((key) => refused(`${name}.${index}.${key}`));
    });
  });
}

/** Whether two values are the same, however they are written: instants with any offset, objects in any order of their keys. */
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
