/** Checks a checklist. */
import type { Fields } from '../../definition/types.ts';
import type { View } from '../../definition/view.ts';
import type { Facts } from '../../kinds/facts.ts';
import { isEnumeration, isMark, isText, typeOf, valuesOf } from '../../kinds/kind.ts';
import { oneOf, type Subject } from '../subject.ts';

/** An answer must contain the question of a row, and an update must accept the answer. */
export function checkChecklist({ definition, facts, report }: Subject, { checklist }: View<Fields>): void {
  if (!checklist) return;
  if (!definition.operations.includes('update'))
    report('view.checklist', 'rows are not changed.', 'Add `update` to its operations, or take it out.');
  const namesOf = (wanted: (fact: Facts) => boolean) =>
    [...facts].flatMap(([name, fact]) => (!fact.internal && !fact.writeOnly && wanted(fact) ? [name] : []));
  const expect = (key: string, what: string, name: string | undefined, wanted: (fact: Facts) => boolean) => {
    const known = namesOf(wanted);
    if (name !== undefined && !known.includes(name))
      report(`view.checklist.${key}`, `“${name}” is no ${what}.`, oneOf(known));
  };
  const { kind, answers, ticks = [], status, open, help, choices, bounds = [], none, note, at } = checklist;
  expect('kind', 'enumeration that rows answer', kind, isEnumeration);
  expect('status', 'enumeration that rows answer', status, isEnumeration);
  for (const name of Object.values(answers))
    expect('answers', 'mark, number or text that a change takes', name, isAnswer);
  expect('help', 'text that rows answer', help, isText);
  expect('choices', 'list of texts that rows answer', choices, isMany);
  for (const name of bounds) expect('bounds', 'number that rows answer', name, isNumber);
  expect('none', 'mark that a change takes', none, (fact) => isAnswerable(fact) && isMark(fact));
  expect('note', 'text that a change takes', note, (fact) => isAnswerable(fact) && isText(fact));
  expect('at', 'moment that a change takes', at, (fact) => isAnswerable(fact) && typeOf(fact) === 'datetime');
  if (none !== undefined && note === undefined)
    report('view.checklist.none', 'needs a note that says why.', 'Write `note`, too.');
  const kinds = valuesOf(facts.get(kind));
  for (const name of [...Object.keys(answers), ...ticks])
    if (kinds.length > 0 && !kinds.includes(name))
      report('view.checklist.answers', `“${name}” is no value of “${kind}”.`, oneOf(kinds));
  for (const name of ticks)
    expect(
      'ticks',
      'mark that answers it',
      answers[name] ?? name,
      (fact) => isAnswerable(fact) && isMark(fact),
    );
  const states = valuesOf(facts.get(status));
  if (states.length > 0 && !states.includes(open))
    report('view.checklist.open', `“${open}” is no value of “${status}”.`, oneOf(states));
}

const isAnswerable = (fact: Facts): boolean => !fact.readOnly && !fact.fixed;
const isMany = (fact: Facts): boolean => typeOf(fact) === 'words';
const isNumber = (fact: Facts): boolean => ['decimal', 'integer'].includes(typeOf(fact));
const isAnswer = (fact: Facts): boolean =>
  isAnswerable(fact) && (isMark(fact) || isText(fact) || isNumber(fact));
