/**
 * Checks values computed from the rows of another resource that refer to the row: the resource and the used fields must exist.
 */
import type { AggregateFacts, FirstFacts } from '../../kinds/facts.ts';
import { isAlias, isStored, isText } from '../../kinds/kind.ts';
import { aliasFields } from '../../kinds/structures/alias.ts';
import { type Described, oneOf, type Subject } from '../subject.ts';
import { checkWhere } from '../where.ts';

export function checkAggregate(fact: AggregateFacts, subject: Subject, name: string): void {
  checkReferring(fact, fact.sum === undefined ? [] : [fact.sum], subject, name);
}

/** @returns the resource, if it exists */
function checkReferring(
  { of, foreign, where = {} }: Pick<AggregateFacts, 'of' | 'foreign' | 'where'>,
  read: readonly string[],
  { others, report }: Subject,
  name: string,
): Described | undefined {
  const key = `fields.${name}`;
  const target = others.get(of);
  if (!target) {
    report(key, `there is no resource “${of}”.`, oneOf(others.keys()));
    return undefined;
  }
  for (const field of [foreign, ...read]) {
    if (!target.facts.has(field)) report(key, `${of} has no field “${field}”.`, oneOf(target.facts.keys()));
  }
  checkWhere(report, key, target, where);
  return target;
}

/** Both texts must be stored in their rows. */
export function checkFirst(fact: FirstFacts, subject: Subject, name: string): void {
  const key = `fields.${name}`;
  const { of, shows, otherwise } = fact;
  const target = checkReferring(fact, [shows], subject, name);
  const shown = target?.facts.get(shows);
  if (target && shown && !isText(shown) && !isAlias(shown)) {
    const texts = [...target.facts].flatMap(([one, other]) => (isText(other) || isAlias(other) ? [one] : []));
    subject.report(key, `“${shows}” of ${of} is no text.`, oneOf(texts));
  }
  for (const part of aliasFields(otherwise).filter((one) => !isStored(subject.facts.get(one)))) {
    const problem = subject.facts.has(part) ? `“${part}” has no column.` : `there is no field “${part}”.`;
    subject.report(key, problem, oneOf(subject.facts.keys()));
  }
}
