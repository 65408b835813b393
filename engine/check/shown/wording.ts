/** Checks how fields are shown. */

import { displayField } from '../../definition/definition.ts';
import type { Facts } from '../../kinds/facts.ts';
import {
  isColumn,
  isEnumeration,
  isPlain,
  isReference,
  isSentence,
  isStored,
  isText,
  kindName,
  valuesOf,
} from '../../kinds/kind.ts';
import { aliasParts, isTemplate } from '../../kinds/structures/alias.ts';
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

/** Kinds with one value in a column, which can be written as text. */
const canName = (fact: Facts): boolean => isColumn(fact) && fact.scalar.names === true;

/** Checks the display of a row. It represents the row in references, and is its name if it has no other. */
export function checkDisplay(subject: Subject): void {
  const { definition, facts, report } = subject;
  const { display = 'name' } = definition;
  if (isTemplate(display)) {
    checkTemplate(subject, display);
    return;
  }
  const names = [...facts].flatMap(([name, fact]) => (canName(fact) && !fact.nullable ? [name] : []));
  const remedy = `${oneOf(names)} Every resource needs a name to show.`;
  const fact = facts.get(display);
  if (!fact) report('display', `there is no field “${display}”.`, remedy);
  // Nothing refers to personal rows.
  else if (!canName(fact) && !isSentence(fact)) {
    report('display', `a field of the kind ${kindName(fact)} stands for no row.`, remedy);
  } else if (fact.nullable) report('display', `“${display}” may be null.`, remedy);
}

/** A template is the only name of a row, in all languages. No part of it may be null. */
function checkTemplate({ definition, facts, others, report }: Subject, of: string): void {
  if (Object.hasOwn(definition.fields, 'name')) {
    report('display', 'is put together, and rows have a name of their own.', 'Take the field “name” out.');
  }
  const isShown = (fact: Facts | undefined): boolean => isPlain(fact) && !fact.nullable && !fact.writeOnly;
  const known = [...facts].flatMap(([name, fact]) => {
    if (!isReference(fact)) return isShown(fact) && !fact.internal ? [name] : [];
    const target = others.get(fact.to);
    const shown = target?.facts.get(displayField(target.definition));
    return !fact.nullable && !fact.internal && isShown(shown) ? [name.replace(/_id$/, '')] : [];
  });
  for (const part of aliasParts(of)) {
    if ('field' in part && !known.includes(part.field)) {
      report('display', `a name cannot have “${part.field}” in it.`, oneOf(known));
    } else if ('text' in part && /[\p{L}{}]/u.test(part.text)) {
      const remedy = 'Put signs between fields, such as “ · ”: words would be the same in each language.';
      report('display', `“${part.text.trim()}” cannot stand in a name.`, remedy);
    }
  }
}

/** The fields that replace `display` in a search must be searched themselves. */
export function checkDisplayFrom({ definition, report }: Subject): void {
  const { displayFrom = [], search = [] } = definition;
  for (const name of displayFrom) {
    if (!search.includes(name)) report(`displayFrom.${name}`, 'is not in `search`.', oneOf(search));
  }
}
