/** Makes a body meet what a definition declares beyond single fields. */

import type { Beside } from '../../../engine/definition/rule.ts';
import type { Fields } from '../../../engine/definition/types.ts';
import { plainDefault } from '../../../engine/kinds/field.ts';
import { isMark, isPaired } from '../../../engine/kinds/kind.ts';
import type { Resource } from '../../../engine/model/resource.ts';
import type { Body } from './rules.ts';
import { isWords, openStates } from './states.ts';

/** The values of a new row: a state in which a row may begin, and no mark that only one row may have. */
export function fitFirst({ definition }: Resource, body: Body, pinned: ReadonlySet<string>): void {
  const { states, atMostOne = [] } = definition;
  if (states?.initial && !pinned.has(states.field) && !states.initial.includes(String(body[states.field]))) {
    body[states.field] = states.initial[0];
  }
  for (const { field } of atMostOne) if (!pinned.has(field) && body[field] === true) body[field] = false;
}

/**
 * Has fields go together as `only`, `requiredWhen` and `order` say.
 *
 * @param make a right value of a field
 * @param current the row that the body is to change: its state may become but some others
 */
export async function fitTogether(
  resource: Resource,
  body: Body,
  pinned: ReadonlySet<string>,
  make: (field: string) => Promise<unknown>,
  current: Readonly<Body> | null = null,
): Promise<void> {
  const { only = [], requiredWhen = [], order = [], states } = resource.definition;
  const open = openStates(resource, current);
  const isOpen = (name: string, value: string) => name !== states?.field || (open?.includes(value) ?? true);
  for (const { fields, beside } of only) {
    for (const name of fields) {
      const facts = resource.fields.get(name)?.facts;
      const usual = facts && plainDefault(facts);
      if (isEmpty(body[name]) || body[name] === usual || holds(resource, body, beside)) continue;
      if (pinned.has(name)) meet(resource, body, beside, pinned, isOpen);
      else if (usual !== undefined) body[name] = usual;
      else empty(resource, body, name);
    }
  }
  for (const { field, beside } of requiredWhen) {
    if (!isEmpty(body[field]) || !holds(resource, body, beside)) continue;
    if (pinned.has(field)) evade(resource, body, beside, pinned, isOpen);
    else body[field] = await make(field);
  }
  for (const { lower, upper } of order) {
    const [least, most] = [body[lower], body[upper]];
    if (isEmpty(least) || isEmpty(most) || !isBelow(most, least)) continue;
    if (pinned.has(upper)) body[lower] = most;
    else body[upper] = least;
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Whether a value comes before another one: numbers, days and moments as they are sent. */
function isBelow(value: unknown, other: unknown): boolean {
  if (typeof value === 'number' && typeof other === 'number') return value < other;
  return String(value) < String(other);
}

function holds({ fields }: Resource, body: Readonly<Body>, beside: Beside<Fields>): boolean {
  return Object.entries(beside).every(([name, wanted]) => {
    const value = name in body ? body[name] : fields.get(name)?.facts.default;
    return isWords(wanted) ? wanted.includes(String(value)) : !isEmpty(value);
  });
}

type IsOpen = (name: string, value: string) => boolean;

/** Whether a field is required, with these values of the other fields. */
export function isAsked(resource: Resource, body: Readonly<Body>, name: string): boolean {
  const { requiredWhen = [] } = resource.definition;
  return requiredWhen.some(({ field, beside }) => field === name && holds(resource, body, beside));
}

/** Gives the other fields the values that they must have. */
function meet(
  { fields }: Resource,
  body: Body,
  beside: Beside<Fields>,
  pinned: ReadonlySet<string>,
  isOpen: IsOpen,
): void {
  for (const [name, wanted] of Object.entries(beside)) {
    if (!isWords(wanted) || pinned.has(name) || wanted.includes(String(body[name]))) continue;
    const facts = fields.get(name)?.facts;
    const value = wanted.find((one) => isOpen(name, one)) ?? wanted[0];
    body[name] = facts && isMark(facts) ? value === 'true' : value;
  }
}

/** Has one of the other fields be something else. */
function evade(
  resource: Resource,
  body: Body,
  beside: Beside<Fields>,
  pinned: ReadonlySet<string>,
  isOpen: IsOpen,
): void {
  const [name, wanted] = Object.entries(beside).find(([one]) => !pinned.has(one)) ?? [];
  if (name === undefined) return;
  const facts = resource.fields.get(name)?.facts;
  const values = facts && 'values' in facts ? (facts.values ?? []) : [];
  if (wanted && isWords(wanted))
    body[name] = values.find((value) => !wanted.includes(value) && isOpen(name, value)) ?? body[name];
  else empty(resource, body, name);
}

function empty({ fields }: Resource, body: Body, name: string): void {
  const facts = fields.get(name)?.facts;
  if (isPaired(facts)) body[name] = [];
  else if (facts?.nullable) body[name] = null;
  else delete body[name];
}
