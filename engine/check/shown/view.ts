/** Checks the layout of a resource. `features/metadata/check-views.ts` checks the parts that concern other modules. */

import type { Fields } from '../../definition/types.ts';
import { icons, type QuickCreate, type View } from '../../definition/view.ts';
import type { Facts } from '../../kinds/facts.ts';
import {
  isColumn,
  isDated,
  isEnumeration,
  isMark,
  isReference,
  isText,
  scalarOf,
  typeOf,
  valuesOf,
} from '../../kinds/kind.ts';
import { checkWhen } from '../actions/actions.ts';
import { oneOf, type Subject } from '../subject.ts';

const maxOfCard = 3;
const maxOfHead = 4;
const maxOfLabel = 4;

export function checkView(subject: Subject): void {
  const { view } = subject.definition;
  if (!view) return;
  checkPlace(subject, view);
  checkViewColumns(subject, 'view.columns', view.columns);
  checkViewColumns(subject, 'view.card', view.card, maxOfCard);
  checkViewColumns(subject, 'view.label', view.label, maxOfLabel);
  checkViewColumns(subject, 'view.leads', view.leads === undefined ? undefined : [view.leads]);
  checkViewColumns(subject, 'view.headline', view.headline, maxOfHead);
  checkBell(subject, view);
  checkOffline(subject, view);
  checkChecklist(subject, view);
  checkLate(subject, view);
  checkSections(subject, view);
  checkBoard(subject, view);
  checkCalendar(subject, view);
  checkOverviewParts(subject, view);
  for (const [index, quick] of (view.quick ?? []).entries())
    checkQuick(subject, `view.quick.${index}`, quick);
  checkCreates(subject, view);
}

/** Settings for forms of new rows need a create operation. */
function checkCreates({ definition, facts, report }: Subject, { several, shortcut }: View<Fields>): void {
  const isCreated = definition.operations.includes('create');
  for (const [key, given] of Object.entries({ several, shortcut })) {
    if (given && !isCreated) report(`view.${key}`, 'rows are not created.', 'Take it out.');
  }
  if (!several) return;
  const named = (wanted: (fact: Facts) => boolean) =>
    [...facts].flatMap(([name, fact]) => (!fact.readOnly && !fact.updateOnly && wanted(fact) ? [name] : []));
  const references = named((fact) => isReference(fact) && !fact.nullable);
  const numbers = named((fact) => isColumn(fact) && fact.scalar.scale === 0 && !fact.internal);
  const { of, amount = null } = several;
  if (!references.includes(of))
    report('view.several.of', `“${of}” is no reference that every new row has.`, oneOf(references));
  if (amount !== null && !numbers.includes(amount))
    report('view.several.amount', `“${amount}” is no whole number that a new row takes.`, oneOf(numbers));
}

function checkPlace({ report }: Subject, { icon, group, order }: View<Fields>): void {
  if (icon !== undefined && !icons.includes(icon)) {
    report('view.icon', `there is no picture “${icon}”.`, oneOf(icons));
  }
  if (group?.trim() === '') report('view.group', 'is empty.', 'Give it a name, or take it out.');
  if (order !== undefined && !Number.isInteger(order)) {
    report('view.order', `${order} is no whole number.`, 'Write one, such as 10.');
  }
}

function checkViewColumns(
  subject: Subject,
  key: string,
  names: readonly string[] | undefined,
  max = Number.POSITIVE_INFINITY,
): void {
  if (!names) return;
  checkViewNames(subject, key, names);
  if (names.length > max) subject.report(key, 'has no room for so many.', `Name up to ${max} fields.`);
  for (const name of names) {
    if (subject.facts.get(name)?.writeOnly) {
      subject.report(key, `“${name}” is never answered.`, 'Name it in `view.sections` alone.');
    }
  }
}

/** Each name must be a field that clients see, without duplicates. */
function checkViewNames({ facts, report }: Subject, key: string, names: readonly string[]): void {
  if (names.length === 0) report(key, 'names no field.', 'Name some, or take it out.');
  const known = [...facts].flatMap(([name, { internal }]) => (internal ? [] : [name]));
  for (const [index, name] of names.entries()) {
    if (!known.includes(name)) report(key, `clients know no field “${name}”.`, oneOf(known));
    else if (names.indexOf(name) < index) report(key, `“${name}” is named twice.`, 'Name it once.');
  }
}

function checkSections(subject: Subject, { sections }: View<Fields>): void {
  if (!sections) return;
  checkViewNames(
    subject,
    'view.sections',
    sections.flatMap(({ fields }) => fields),
  );
  for (const [index, { title, fields }] of sections.entries()) {
    const key = `view.sections.${index}`;
    if (title.trim() === '') subject.report(`${key}.title`, 'is empty.', 'Give the section a name.');
    if (fields.length === 0) subject.report(`${key}.fields`, 'names no field.', 'Take the section out.');
  }
}

function checkBell(subject: Subject, { bell }: View<Fields>): void {
  if (!bell) return;
  checkViewNames(subject, 'view.bell', [bell.resource, bell.record, bell.unread]);
  const filters = subject.definition.filters ?? [];
  if (!filters.includes(bell.unread))
    subject.report('view.bell.unread', `lists are not filtered by “${bell.unread}”.`, oneOf(filters));
}

function checkBoard({ definition, facts, report }: Subject, { board }: View<Fields>): void {
  if (board === undefined || board === null) return;
  const filters = definition.filters ?? [];
  const known = filters.filter((name) => isEnumeration(facts.get(name)));
  if (!known.includes(board)) {
    report('view.board', `“${board}” is no enumeration that lists are filtered by.`, oneOf(known));
  }
}

function checkCalendar({ definition, facts, report }: Subject, { calendar }: View<Fields>): void {
  if (calendar === undefined || calendar === null) return;
  const filters = [...(definition.filters ?? []), 'created_at', 'updated_at'];
  const known = filters.filter((name) => isDated(facts.get(name)));
  const { from, until, move } = typeof calendar === 'string' ? { from: calendar } : calendar;
  for (const name of until === undefined ? [from] : [from, until]) {
    if (!known.includes(name)) {
      report('view.calendar', `“${name}” is no date that lists are filtered by.`, oneOf(known));
    }
  }
  const moving = Object.entries(definition.actions ?? {}).flatMap(([name, { on, input = {} }]) =>
    on === 'row' && from in input ? [name] : [],
  );
  if (move !== undefined && !moving.includes(move))
    report('view.calendar.move', `“${move}” is no action on a row that takes “${from}”.`, oneOf(moving));
}

const duration = /^P(?:[1-9]\d{0,2}D|T[1-9]\d{0,2}H)$/;

function checkLate(subject: Subject, { late }: View<Fields>): void {
  if (!late) return;
  const { facts, report } = subject;
  const dates = [...facts].flatMap(([name, one]) =>
    isDated(one) && !one.internal && !one.writeOnly ? [name] : [],
  );
  for (const key of ['at', 'after'] as const) {
    const given = late[key];
    if (given === undefined) continue;
    const names = [given].flat();
    checkViewNames(subject, `view.late.${key}`, names);
    for (const name of names) {
      if (facts.has(name) && !dates.includes(name))
        report(`view.late.${key}`, `“${name}” is no date that rows answer.`, oneOf(dates));
    }
  }
  for (const [field, values = []] of Object.entries(late.while ?? {})) {
    checkWhen(subject, `view.late.while.${field}`, field, values);
  }
  if (late.soon !== undefined && !duration.test(late.soon)) {
    report(
      'view.late.soon',
      `“${late.soon}” is no time in days or hours.`,
      'Write one, such as P7D or PT12H.',
    );
  }
}

function checkOverviewParts({ definition, report }: Subject, { overview = [], start }: View<Fields>): void {
  const asked = { overview: overview.length > 0, start: start !== undefined };
  for (const [key, isAsked] of Object.entries(asked)) {
    if (!isAsked || definition.operations.includes('list')) continue;
    report(`view.${key}`, 'the resource has no lists.', 'Add `list` to its operations, or take it out.');
  }
  for (const [index, { title }] of overview.entries()) {
    if (title?.trim() === '') {
      report(`view.overview.${index}.title`, 'is empty.', 'Say what is shown, or take it out.');
    }
  }
}

function checkQuick(
  subject: Subject,
  key: string,
  { create, with: given, set = {}, title, toggle }: QuickCreate<Fields>,
): void {
  const { definition, facts, others, report } = subject;
  const target = others.get(create);
  if (!target) {
    report(`${key}.create`, `there is no resource “${create}”.`, oneOf(others.keys()));
    return;
  }
  if (!target.definition.operations.includes('create')) {
    report(`${key}.create`, `rows of “${create}” are not created.`, 'Take it out.');
  }
  if (toggle && (title !== undefined || Object.keys(set).length > 0))
    report(`${key}.toggle`, 'has the words of its actions, and no form.', 'Take `title` and `set` out.');
  if (title?.trim() === '') report(`${key}.title`, 'is empty.', 'Give it a name, or take it out.');
  const settable = [...target.facts].filter(([, fact]) => !fact.readOnly && !fact.updateOnly);
  // Options depend on it, and its value follows from the chosen row.
  const matched = settable.flatMap(([, fact]) => (isReference(fact) ? (fact.matching ?? []) : []));
  for (const [name, value] of Object.entries(set)) {
    const fact = settable.find(([one]) => one === name)?.[1];
    if (!fact) {
      const known = oneOf(settable.map(([one]) => one));
      report(`${key}.set.${name}`, `a new row of “${create}” takes no field “${name}”.`, known);
    } else if (isEnumeration(fact) && !valuesOf(fact).includes(String(value))) {
      report(`${key}.set.${name}`, `“${value}” is no value of it.`, oneOf(valuesOf(fact)));
    }
  }
  for (const [name, from] of Object.entries(given)) {
    const wanted = target.facts.get(name);
    const source = facts.get(from);
    if (!settable.some(([one]) => one === name) && !matched.includes(name)) {
      const known = oneOf(settable.map(([one]) => one));
      report(`${key}.with.${name}`, `a new row of “${create}” takes no field “${name}”.`, known);
    } else if (!source || source.internal || source.writeOnly) {
      report(`${key}.with.${name}`, `clients read no field “${from}” here.`, oneOf(facts.keys()));
    } else if (wanted && !fits(wanted, source, from === 'id' ? definition.path : null)) {
      report(`${key}.with.${name}`, `cannot take what “${from}” holds.`, 'Name a field of the same kind.');
    }
  }
}

/** Whether a field can take the value of another. @param idOf path of the resource whose id the other one is */
function fits(wanted: Facts, source: Facts, idOf: string | null): boolean {
  if (isReference(wanted)) {
    return idOf === null ? isReference(source) && source.to === wanted.to : wanted.to === idOf;
  }
  if (idOf !== null || typeOf(wanted) !== typeOf(source) || scalarOf(wanted) !== scalarOf(source))
    return false;
  const taken = valuesOf(wanted);
  return valuesOf(source).every((value) => taken.includes(value));
}

/** Changes that are queued offline must be possible later. */
function checkOffline({ definition, facts, report }: Subject, { offline }: View<Fields>): void {
  if (!offline) return;
  const { operations } = definition;
  if (offline.create && !operations.includes('create'))
    report('view.offline.create', 'rows are not created.', 'Take it out.');
  if (offline.list && !(operations.includes('list') && operations.includes('view')))
    report('view.offline.list', 'rows are not listed and viewed.', 'Take it out.');
  for (const key of ['own', 'with'] as const)
    if (offline[key] && !offline.list) report(`view.offline.${key}`, 'is of a list.', 'Write `list`, too.');
  const changed = operations.includes('update')
    ? [...facts].flatMap(([name, { readOnly, fixed }]) => (readOnly || fixed ? [] : [name]))
    : [];
  for (const name of offline.update ?? [])
    if (!changed.includes(name))
      report('view.offline.update', `“${name}” is nothing that a change takes.`, oneOf(changed));
}

/** An answer must contain the question of a row, and an update must accept the answer. */
function checkChecklist({ definition, facts, report }: Subject, { checklist }: View<Fields>): void {
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
