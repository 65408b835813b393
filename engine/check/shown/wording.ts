/** Checks how fields are shown. */

import type { Facts } from '../../kinds/facts.ts';
import { isColumn, isEnumeration, isReference, isStored, isText, valuesOf } from '../../kinds/kind.ts';
import { structureOf } from '../../kinds/structures/structures.ts';
import { referredName } from '../../plural.ts';
import { oneOf, type Subject, snake } from '../subject.ts';

/** The field with the unit of another one must exist, and clients must see it. */
export function checkWording({ facts, report }: Subject): void {
  checkRenamed({ facts, report });
  const keys = unitHolders(facts);
  for (const [name, fact] of facts) {
    if (fact.nullLabel !== undefined && !fact.nullable)
      report(
        `fields.${name}.nullLabel`,
        'the field is never null.',
        'Take it out, or wrap the field in `Nullable`.',
      );
    const unitField = 'unitField' in fact ? fact.unitField : undefined;
    if ('interval' in fact && fact.interval && unitField === undefined)
      report(`fields.${name}.interval`, 'nothing says what is counted.', 'Name the unit: `unitField`.');
    if (unitField === undefined || keys.includes(unitField)) continue;
    report(`fields.${name}.unitField`, `an answer has no “${unitField}”.`, oneOf(keys));
  }
}

/** The keys of a row's answer that can contain a unit. */
export function unitHolders(facts: Subject['facts']): string[] {
  return [...facts].flatMap(([name, fact]) => keysOf(name, fact));
}

/** The keys of a field that can contain a unit: its own words, and those of the referenced row. */
function keysOf(name: string, fact: Facts): string[] {
  if (fact.writeOnly || fact.internal) return [];
  if (isText(fact) || (isColumn(fact) && isEnumeration(fact))) return [name];
  return isReference(fact) ? fact.include.map((key) => `${referredName(name)}.${key}`) : [];
}

/** A former name must not be a present field, and must have belonged to one column. */
function checkRenamed({ facts, report }: Pick<Subject, 'facts' | 'report'>): void {
  const seen = new Map<string, string>();
  for (const [name, fact] of facts) {
    const { renamedFrom: old } = fact;
    if (old === undefined) continue;
    const key = `fields.${name}.renamedFrom`;
    const twin = seen.get(old);
    seen.set(old, name);
    if (!snake.test(old)) report(key, `“${old}” is no name of a field.`, 'Write it like `started_at`.');
    else if (isStored(facts.get(old))) report(key, `“${old}” is a field still.`, 'Take one of the two out.');
    else if (twin !== undefined) report(key, `“${twin}” was “${old}”, too.`, 'Say it of one of them.');
    else if (!isStored(fact))
      report(key, 'the field has no column of its own.', 'Take it out: there is nothing to rename.');
  }
}

/** Finds words of enumerations that are too long for their columns, or that differ between SQL dialects. */
export function checkWords({ facts, report }: Subject): void {
  for (const [name, fact] of facts) {
    const { longestWord: most } = structureOf(fact);
    if (most === undefined) continue;
    for (const value of valuesOf(fact)) {
      checkSql(report, `fields.${name}`, value);
      if ([...value].length <= most) continue;
      report(
        `fields.${name}`,
        `“${value}” has more than the ${most} characters that its column holds.`,
        'Take a shorter word: what people read stands in `locales/`.',
      );
    }
  }
}

/** Checks a text for the SQL of a migration, which is the same for all databases: in some, a backslash starts an escape. */
export function checkSql(report: Subject['report'], key: string, text: string): void {
  if (!/[\\\p{Cc}]/u.test(text)) return;
  report(
    key,
    `“${text}” has a backslash or a control character, which databases read differently.`,
    'Take another one: what people read stands in `locales/`.',
  );
}
