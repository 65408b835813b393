/** Rows in calendar subscriptions. */
import { oneOf, refersToPeople, type Subject } from '../../check/subject.ts';
import { checkWhere } from '../../check/where.ts';
import type { Fields } from '../../definition/types.ts';
import { isColumn, isReference } from '../../kinds/kind.ts';
import { whereShape } from '../../kinds/options.ts';
import { either, type Keys, keyed, must, text, textList, yes } from '../../kinds/shape.ts';
import type { Where } from '../../kinds/where.ts';
import type { Feature } from '../feature.ts';

export interface Feed<F extends Fields> {
  /** The moment at which a row begins. Of several fields, the first one that has a value. */
  readonly from: (keyof F & string) | readonly (keyof F & string)[];
  /** The duration in minutes. Default: one hour. */
  readonly minutes?: keyof F & string;
  /** Cancelled rows. Calendars show them as cancelled for 30 more days. */
  readonly canceled?: Where;
  /** The rows that appear in calendars. Default: all. */
  readonly where?: Where;
  /** The owners of a row: a field that refers to users, or such a field of a referenced row (`plan_id.operator_ids`). */
  readonly own?: string;
  /** The reference that gives the place: the name of that row, with the names of the rows that the reference includes. */
  readonly place?: keyof F & string;
  /** Of rows with the same reference, only the next one appears. */
  readonly next?: keyof F & string;
  /** The rows are tentative. */
  readonly tentative?: true;
}

declare module '../../definition/definition.ts' {
  interface FeatureKeys<F extends Fields> {
    /** How rows appear in calendar subscriptions. Left out: they do not appear. */
    readonly feed?: Feed<F>;
  }
}

const shape: Keys<Feed<Fields>> = {
  ...{ from: must(either(text, textList)), minutes: text, canceled: whereShape, where: whereShape },
  ...{ own: text, place: text, next: text, tentative: yes },
};

export default {
  name: 'feeds',
  shape: { feed: keyed(shape) },
  check: checkFeed,
  // Calendars accept a change only if the version has grown.
  write: { versioned: ({ definition: { feed } }) => [feed?.from ?? []].flat() },
} satisfies Feature;

function checkFeed(subject: Subject): void {
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
