/** Facts that people are notified of: those that writes make true, and those that a moment makes. */
import { checkPermission, oneOf, refersToPeople, type Subject, snake } from '../../check/subject.ts';
import { checkWhere } from '../../check/where.ts';
import type { Fields } from '../../definition/types.ts';
import type { Facts } from '../../kinds/facts.ts';
import { isColumn, isDerived, isStored, valuesOf } from '../../kinds/kind.ts';
import { whereShape } from '../../kinds/options.ts';
import { either, keyed, list, must, record, text, textList, word } from '../../kinds/shape.ts';
import type { Feature } from '../feature.ts';
import { makesFacts, noteFacts, noteTold } from './facts.ts';
import { type Notice, parseBefore } from './notice.ts';

const noticeTo = either(text, keyed({ holders: must(text) }));
const noticeShape = keyed({
  ...{
    label: must(text),
    says: must(either(text, textList)),
    to: must(either(text, keyed({ holders: must(text) }), list(noticeTo, 1))),
  },
  channel: must(word('page', 'mail')),
  ...{ when: whereShape, worsens: text, from: text, while: whereShape, joins: text, passed: whereShape },
  told: textList,
  ...{ at: either(text, list(text, 1)), before: list(text, 1) },
});

export default {
  name: 'notices',
  shape: { notices: record(noticeShape) },
  check: checkNotices,
  sentences: ({ notices = {} }) =>
    Object.fromEntries(Object.entries(notices).map(([name, { says }]) => [name, [says].flat()])),
  write: {
    watches: makesFacts,
    changed: noteFacts,
    rows: (writing, resource) => ({
      tell: (row, notice, values) => noteTold(writing, resource, row, notice, values),
    }),
  },
} satisfies Feature;

/** The trigger of a notice; each has exactly one. */
const sorts = ['when', 'worsens', 'joins', 'at', 'told'] as const;
const longestName = 32;

function checkNotices(subject: Subject): void {
  if (subject.definition.notices && subject.definition.scope === 'own')
    subject.report('notices', 'nobody else may learn of rows that are somebody’s own.', 'Take it out.');
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
