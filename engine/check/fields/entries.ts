/** Finds parts of entries that a table of entries cannot store. */
import type { OwnedFacts } from '../../kinds/facts.ts';
import { factsOf } from '../../kinds/field.ts';
import { isColumn } from '../../kinds/kind.ts';
import { oneOf, type Subject, snake } from '../subject.ts';

export function checkEntries(owned: OwnedFacts, { report }: Subject, name: string): void {
  const { own, order, fields, only = [], requiredWhen = [] } = owned;
  for (const [part, field] of Object.entries(fields)) {
    const facts = factsOf(field);
    const tell = (problem: string, remedy: string) => report(`fields.${name}.${part}`, problem, remedy);
    if (part === own || part === order) tell('is a column that the engine keeps itself.', 'Rename it.');
    else if (!snake.test(part)) tell('is no lower-case name with underscores.', 'Rename it.');
    if (!isColumn(facts) || facts.rows) tell('is no plain value, as those of entries are.', 'Take it out.');
    else if (facts.default !== undefined && facts.scalar.atRequest)
      tell('has a default that follows from the request.', 'Give it a fixed one, or none.');
    if (facts.readOnly || facts.writeOnly || facts.internal)
      tell('is not both sent and answered.', 'Take that away.');
  }
  const named = [...only.flatMap((one) => one.fields), ...requiredWhen.map(({ field }) => field)];
  const asked = [...only, ...requiredWhen].flatMap(({ beside }) => Object.keys(beside));
  for (const part of [...named, ...asked].filter((one) => !Object.hasOwn(fields, one)))
    report(`fields.${name}`, `there is no part “${part}”.`, oneOf(Object.keys(fields)));
}
