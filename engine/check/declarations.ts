/** Checks the declarations of a definition across fields: stamps, conditions, orders and rules. */

import type { Beside } from '../definition/rule.ts';
import type { Fields } from '../definition/types.ts';
import type { Facts } from '../kinds/facts.ts';
import {
  isAggregate,
  isBeside,
  isColumn,
  isMark,
  isReference,
  isStored,
  isTotal,
  kindName,
  scalarOf,
} from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { toUnits } from '../kinds/scalars/number.ts';
import type { Scalar } from '../kinds/scalars/scalar.ts';
import { oneOf, type Subject } from './subject.ts';

export function checkDeclarations(subject: Subject): void {
  const { only, requiredWhen, rules } = subject.definition;
  checkStamps(subject);
  for (const [index, { fields, beside }] of (only ?? []).entries()) {
    checkWritten(subject, `only.${index}.fields`, fields);
    for (const name of fields) {
      const fact = subject.facts.get(name);
      if (!isMarkColumn(fact) || fact?.nullable) continue;
      subject.report(`only.${index}.fields`, `“${name}” always has a value.`, 'Take it out.');
    }
    checkBeside(subject, `only.${index}.beside`, beside);
  }
  for (const [index, { field, beside }] of (requiredWhen ?? []).entries()) {
    checkWritten(subject, `requiredWhen.${index}.field`, [field]);
    checkBeside(subject, `requiredWhen.${index}.beside`, beside);
  }
  checkOrder(subject);
  checkAtMostOneRules(subject);
  checkSums(subject);
  for (const [index, { of }] of (rules ?? []).entries()) checkWritten(subject, `rules.${index}.of`, of);
}

function checkWritten({ facts, report }: Subject, key: string, names: readonly string[]): void {
  if (names.length === 0) report(key, 'names no field.', 'Name those that it speaks of.');
  for (const name of names) {
    const fact = facts.get(name);
    if (!fact) report(key, `there is no field “${name}”.`, oneOf(facts.keys()));
    else if (!isStored(fact) && !isBeside(fact)) {
      report(
        key,
        `a field of the kind ${kindName(fact)} has no value when a row is written.`,
        'Take it out.',
      );
    }
  }
}

function checkBeside(subject: Subject, key: string, beside: Beside<Fields>): void {
  checkWritten(subject, key, Object.keys(beside));
  for (const [name, wanted] of Object.entries(beside)) {
    const fact = subject.facts.get(name);
    if (!fact || wanted === undefined || 'not' in wanted) continue;
    const values = isMark(fact) ? ['true', 'false'] : isColumn(fact) && fact.values;
    if (!values) {
      subject.report(
        key,
        `“${name}” is no enumeration.`,
        'Write `{ not: null }`, or name one made with `Enum` or `Bool`.',
      );
      continue;
    }
    for (const value of wanted) {
      if (!values.includes(value)) subject.report(key, `“${value}” is no value of “${name}”.`, oneOf(values));
    }
  }
}

function checkStamps({ definition, facts, report }: Subject): void {
  for (const [index, { field, states }] of (definition.stamps ?? []).entries()) {
    const key = `stamps.${index}`;
    const fact = facts.get(field);
    if (!isColumn(fact) || !fact.scalar.zoned || !fact.nullable) {
      report(
        `${key}.field`,
        `“${field}” is no moment that may be null.`,
        'Name one made with `Nullable(Instant())`.',
      );
    }
    const state = facts.get(definition.states?.field ?? '');
    if (!state || !isColumn(state) || !state.values) {
      report(key, 'the resource has no states.', 'Declare `states`, or take it out.');
      continue;
    }
    const known = state.values;
    for (const one of states) {
      if (!known.includes(one)) report(`${key}.states`, `“${one}” is no state.`, oneOf(known));
    }
  }
}

function checkOrder({ definition, facts, report }: Subject): void {
  for (const [index, { lower, upper }] of (definition.order ?? []).entries()) {
    const key = `order.${index}`;
    const [low, high] = [facts.get(lower), facts.get(upper)];
    const strange = [low, high].findIndex((fact) => !fact || !isColumn(fact) || !fact.scalar.ordered);
    if (strange !== -1) {
      report(
        key,
        `“${[lower, upper][strange]}” is no number, day or moment.`,
        'Name two fields of one of these kinds.',
      );
    } else if (lower === upper || !low || !high || scalarOf(low) !== scalarOf(high)) {
      report(key, `“${lower}” and “${upper}” cannot be compared.`, 'Name two fields of one kind.');
    }
  }
}

function checkAtMostOneRules({ definition, facts, report }: Subject): void {
  for (const [index, { field, slot }] of (definition.atMostOne ?? []).entries()) {
    const key = `atMostOne.${index}`;
    const fact = facts.get(field);
    if (!isMarkColumn(fact) || fact?.nullable || fact?.default !== false) {
      report(
        `${key}.field`,
        `“${field}” is no mark that rows lack unless they are given it.`,
        'Name one made with `Bool({ default: false })`.',
      );
    }
    if (facts.has(slot)) report(`${key}.slot`, `“${slot}” is a field.`, 'Name a column of its own.');
  }
}

function isMarkColumn(fact: Facts | undefined): boolean {
  return isColumn(fact) && isMark(fact);
}

/** Whether it is a number other than an id. */
function isSummable(fact: Facts): boolean {
  return !isReference(fact) && scalarOf(fact)?.scale !== undefined;
}

function checkSums({ definition, facts, report }: Subject): void {
  const answered = Object.keys(definition.fields).filter((name) => {
    const fact = facts.get(name);
    return fact && isSummable(fact) && !fact.internal && !fact.writeOnly;
  });
  const named = new Set<string>();
  for (const name of definition.sums ?? []) {
    const key = `sums.${name}`;
    if (!facts.has(name)) report(key, 'there is no such field.', oneOf(answered));
    else if (!answered.includes(name)) report(key, 'is no number that is answered.', oneOf(answered));
    else if (named.has(name)) report(key, 'is named twice.', 'Name it once.');
    named.add(name);
  }
}

/** The number of digits up to which every JSON number is exact. */
const maxDigits = 15;

export function checkNumbers(subject: Subject): void {
  const { definition, facts, report } = subject;
  for (const [name, field] of Object.entries(definition.fields)) {
    const fact = facts.get(name);
    if (fact && isColumn(fact) && fact.scalar.scale) checkLimits(subject, name, field, fact.scalar.scale);
    for (const [what, added] of addedBy(subject, fact)) {
      const wanted = added && scalarOf(added)?.scale ? scalarOf(added) : integer;
      const told = scalarOf(fact);
      if (!added || !wanted || !told || told === wanted) continue;
      report(`fields.${name}`, `${what} is no ${nameOf(told)}.`, `Write \`shows: '${nameOf(wanted)}'\`.`);
    }
  }
}

/** The fields that a sum or a total adds, each with its name for a sentence. */
function addedBy(
  { facts, others }: Subject,
  fact: Facts | undefined,
): readonly (readonly [what: string, added: Facts | undefined])[] {
  if (isTotal(fact)) {
    // Any other field is reported as one that cannot be added.
    return fact.of.map((one) => [`“${one}”`, isAggregate(facts.get(one)) ? facts.get(one) : undefined]);
  }
  if (!isAggregate(fact) || fact.sum === undefined) return [];
  return [[`“${fact.sum}” of ${fact.of}`, others.get(fact.of)?.facts.get(fact.sum)]];
}

/** The name of a kind of number in `shows`. */
function nameOf({ type, format }: Scalar): string {
  return format?.name ?? type;
}

function checkLimits(
  { report }: Subject,
  name: string,
  schema: Readonly<Record<string, unknown>>,
  scale: number,
): void {
  for (const key of ['minimum', 'maximum', 'default']) {
    const value = schema[key];
    if (typeof value !== 'number') continue;
    const units = toUnits(value, scale);
    if (units !== null && Math.abs(units) <= 10 ** maxDigits) continue;
    const remedy = `Write a number with at most ${scale} decimals and ${maxDigits} digits in all.`;
    report(`fields.${name}.${key}`, `${value} cannot be told exactly.`, remedy);
  }
}
