/** Checks values computed from other fields of the same row: these fields must exist. */
import type { ChangeLabelsFacts, Facts, NoticeTextFacts } from '../kinds/facts.ts';
import { isColumn } from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { json } from '../kinds/scalars/json.ts';
import type { Scalar } from '../kinds/scalars/scalar.ts';
import { text } from '../kinds/scalars/text.ts';
import { oneOf, type Subject } from './subject.ts';

/** Labels need the field with the changes and the field with the resource. */
export function checkChanged(
  { from: { resource, changes } }: ChangeLabelsFacts,
  subject: Subject,
  name: string,
): void {
  checkFrom(subject, name, [
    ['resource', resource, text],
    ['changes', changes, json],
  ]);
}

/** A sentence needs the fields that it is made from. The scope determines its person. */
export function checkSaid({ from }: NoticeTextFacts, subject: Subject, name: string): void {
  checkFrom(subject, name, [
    ['resource', from.resource, text],
    ['record', from.record, integer],
    ['notice', from.notice, text],
    ['said', from.said, json],
  ]);
  if (subject.definition.scope !== 'own')
    subject.report(`fields.${name}`, 'stands in rows that are nobody’s own.', "Write `scope: 'own'`.");
}

function checkFrom(
  { facts, report }: Subject,
  name: string,
  wanted: readonly (readonly [key: string, field: string, scalar: Scalar])[],
): void {
  for (const [key, other, scalar] of wanted) {
    const fits = (fact: Facts | undefined) => isColumn(fact) && fact.scalar === scalar;
    if (fits(facts.get(other))) continue;
    const known = [...facts].flatMap(([one, fact]) => (fits(fact) ? [one] : []));
    report(`fields.${name}.${key}`, `“${other}” is no field of the kind ${scalar.type}.`, oneOf(known));
  }
}
