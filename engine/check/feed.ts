/** Checks how a definition shows its rows in calendars. */
import { isColumn, isReference } from '../kinds/kind.ts';
import { oneOf, refersToPeople, type Subject } from './subject.ts';
import { checkWhere } from './where.ts';

export function checkFeed(subject: Subject): void {
  const { definition, facts, others, report } = subject;
  const { feed } = definition;
  if (!feed) return;
  if (!definition.operations.includes('list'))
    report('feed', 'shows rows that nobody can list.', 'Add `list` to the operations, or take it out.');
  if (definition.scope === 'own')
    report('feed', 'shows rows of a site, and own rows are of none.', 'Take it out.');
  const moments = definition.sort.filter((name) => {
    const fact = facts.get(name);
    return isColumn(fact) && fact.scalar.zoned;
  });
  const named = [feed.from].flat();
  if (named.length === 0) report('feed.from', 'names no field.', oneOf(moments));
  for (const name of named) {
    if (!moments.some((one) => one === name))
      report('feed.from', `“${name}” is no moment that lists are sorted by.`, oneOf(moments));
  }
  const minutes = facts.get(feed.minutes ?? '');
  if (feed.minutes !== undefined && !(isColumn(minutes) && minutes.scalar.scale === 0))
    report('feed.minutes', `“${feed.minutes}” is no whole number.`, 'Name a field made with `Minutes`.');
  for (const key of ['canceled', 'where'] as const)
    checkWhere(report, `feed.${key}`, subject, feed[key] ?? {});
  const references = [...facts].flatMap(([name, fact]) => (isReference(fact) ? [name] : []));
  for (const key of ['place', 'next'] as const) {
    const name = feed[key];
    if (name !== undefined && !references.includes(name))
      report(`feed.${key}`, `“${name}” is no reference to a row.`, oneOf(references));
  }
  if (feed.own === undefined) return;
  const [first = '', second] = feed.own.split('.');
  const near = facts.get(first);
  const far = second === undefined ? near : isReference(near) && others.get(near.to)?.facts.get(second);
  if (!far || !refersToPeople(subject, far))
    report(
      'feed.own',
      `“${feed.own}” leads to no users.`,
      'Write `operator_ids`, or `plan_id.operator_ids`.',
    );
}
