/** Finds what is wrong in how fields are shown. */
import type { Facts } from '../definition/field-options.ts';
import { referredName } from '../plural.ts';
import { oneOf, type Subject } from './subject.ts';

/** A field that holds the unit of another is there, and a client sees it. */
export function checkWording({ facts, report }: Subject): void {
  const keys = [...facts].flatMap(([name, fact]) => keysOf(name, fact));
  for (const [name, fact] of facts) {
    if (fact.nullLabel !== undefined && !fact.nullable)
      report(
        `fields.${name}.nullLabel`,
        'the field is never null.',
        'Take it out, or wrap the field in `Nullable`.',
      );
    const unitField = 'unitField' in fact ? fact.unitField : undefined;
    if (unitField === undefined || keys.includes(unitField)) continue;
    report(`fields.${name}.unitField`, `an answer has no “${unitField}”.`, oneOf(keys));
  }
}

/** What of a field a row shows that can be a unit: its own words, and those of the row it refers to. */
function keysOf(name: string, fact: Facts): string[] {
  if (fact.writeOnly || fact.internal) return [];
  if (fact.kind === 'text' || fact.kind === 'enum') return [name];
  return fact.kind === 'reference' ? fact.include.map((key) => `${referredName(name)}.${key}`) : [];
}
