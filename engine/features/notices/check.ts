/** Checks the notices of a definition. */
import { type Notice, parseBefore } from './notice.ts';
import type { Fields } from '../../definition/types.ts';
import type { Facts } from '../../kinds/facts.ts';
import { isColumn, isDerived, isReference, isStored, valuesOf } from '../../kinds/kind.ts';
import { checkPermission, oneOf, refersToPeople, type Subject, snake } from '../../check/subject.ts';
import { checkWhere } from '../../check/where.ts';

/** The trigger of a notice; each has exactly one. */
const sorts = ['when', 'worsens', 'joins', 'at', 'told'] as const;
const longestName = 32;

export function checkNotices(subject: Subject): void {
  for (const [name, notice] of Object.entries(subject.definition.notices ?? {})) {
    const key = `notices.${name}`;
    const { report, definition } = subject;
    if (!snake.test(name) || name.length > longestName)
      report(
        key,
        `“${name}” is no name of a notice.`,
        'Write it like `low_stock`, in 32 characters at most.',
      );
    const taken = [...Object.keys(definition.actions ?? {}), 'create', 'update', 'delete', 'transition'];
    if (taken.includes(name)) report(key, `“${name}” is what the history calls a write.`, 'Choose another.');
    const given = sorts.filter((sort) => sort in notice);
    if (given.length !== 1)
      report(key, `stands on ${given.join(' and ') || 'nothing'}.`, `Write one of: ${sorts.join(', ')}.`);
    else checkGround(subject, key, notice);
    checkTo(subject, key, notice);
    checkSentence(subject, key, notice);
  }
}

function checkGround(subject: Subject, key: string, notice: Notice<Fields>): void {
  const { facts, report } = subject;
  if ('when' in notice) checkWhere(report, `${key}.when`, subject, notice.when);
  else if ('while' in notice && notice.while) checkWhere(report, `${key}.while`, subject, notice.while);
  if ('worsens' in notice) {
    const fact = facts.get(notice.worsens);
    const values = fact && (isColumn(fact) || isDerived(fact)) ? valuesOf(fact).map(String) : [];
    if (values.length === 0)
      report(
        `${key}.worsens`,
        `“${notice.worsens}” has no values of which one is worse.`,
        oneOf(fieldsThat(facts, isWorse)),
      );
    else if (notice.from !== undefined && !values.includes(notice.from))
      report(`${key}.from`, `“${notice.from}” is no value of it.`, oneOf(values));
  }
  if ('joins' in notice) checkPeople(subject, `${key}.joins`, notice.joins);
  if (!('at' in notice)) return;
  for (const name of [notice.at].flat()) {
    if (!isMoment(facts.get(name)))
      report(`${key}.at`, `“${name}” is no moment.`, oneOf(fieldsThat(facts, isMoment)));
  }
  if (notice.passed) checkWhere(report, `${key}.passed`, subject, notice.passed);
  if (notice.passed && notice.before)
    report(`${key}.passed`, 'is of the moment itself, not of a time before it.', 'Leave one of the two out.');
  for (const before of notice.before ?? []) {
    if (parseBefore(before) === null)
      report(
        `${key}.before`,
        `“${before}” is no time of up to a year.`,
        'Write it like `7 days` or `12 hours`.',
      );
  }
}

function checkTo(subject: Subject, key: string, { to }: Notice<Fields>): void {
  for (const one of [to].flat()) {
    if (typeof one === 'string') checkPeople(subject, `${key}.to`, one);
    else checkHolders(subject, `${key}.to.holders`, one.holders);
  }
  if ([to].flat().every((one) => typeof one === 'string')) return;
  if (subject.definition.hung)
    subject.report(
      `${key}.to`,
      'nobody holds a permission to view what hangs on other rows.',
      'Name a field of people.',
    );
  else if (subject.definition.scope !== 'site' && subject.definition.scope !== 'self')
    subject.report(
      `${key}.to`,
      'rows are of no site whose people hold a permission.',
      'Name a field of people.',
    );
}

function checkHolders(subject: Subject, key: string, holders: string): void {
  const [name, permission] = holders.split('.');
  if (permission === undefined) {
    checkPermission(subject, key, holders);
    return;
  }
  const other = [...subject.others.values()].find(({ definition }) => definition.name === name);
  const names = [...subject.others.values()].map(({ definition }) => definition.name);
  if (other) checkPermission({ ...subject, ...other }, key, permission);
  else subject.report(key, `there is no resource “${name}”.`, oneOf(names));
}

/** A sentence may contain fields of the row, and the moment of a notice that has one. */
function checkSentence({ facts, report }: Subject, key: string, notice: Notice<Fields>): void {
  // The values of a sentence are stored, and sent to webhooks: they would outlive the erasure of a person.
  const known = [...facts].flatMap(([name, fact]) =>
    fact.writeOnly || fact.internal || fact.personal ? [] : [name],
  );
  const own = 'at' in notice ? ['at'] : 'told' in notice ? notice.told : [];
  const names = ['name', ...known, ...own];
  for (const [, name = ''] of [notice.says]
    .flat()
    .join(' ')
    .matchAll(/\{([^{}]*)\}/g)) {
    if (!names.includes(name))
      report(`${key}.says`, `a row has no “${name}” that can be told.`, oneOf(names));
  }
}

function checkPeople(subject: Subject, key: string, name: string): void {
  const { facts, report } = subject;
  const isPeople = (fact: Facts | undefined) => refersToPeople(subject, fact);
  if (!isPeople(facts.get(name)))
    report(key, `“${name}” refers to no people.`, oneOf(fieldsThat(facts, isPeople)));
}

const isMoment = (fact: Facts | undefined) =>
  fact !== undefined && isStored(fact) && fact.scalar.zoned === true;
const isWorse = (fact: Facts) => (isColumn(fact) || isDerived(fact)) && valuesOf(fact).length > 0;

function fieldsThat(facts: ReadonlyMap<string, Facts>, fits: (fact: Facts) => boolean): string[] {
  return [...facts].flatMap(([name, fact]) => (fits(fact) ? [name] : []));
}

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
