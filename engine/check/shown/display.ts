/** Checks the display of a row. */

import { displayField } from '../../definition/definition.ts';
import type { Facts } from '../../kinds/facts.ts';
import { isColumn, isPlain, isReference, isSentence, kindName } from '../../kinds/kind.ts';
import { aliasParts, isTemplate } from '../../kinds/structures/alias.ts';
import { oneOf, type Subject } from '../subject.ts';

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
