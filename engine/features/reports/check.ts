/** Checks the own reports of a definition: their parameters, groups and charts. */
import { checkFree, checkWhen } from '../../check/actions/actions.ts';
import { isFilter } from '../../check/links.ts';
import { fieldsShape, valuesShape } from '../../check/shape/definition-shape.ts';
import { unitHolders } from '../../check/shown/wording.ts';
import { checkPermission, oneOf, type Subject, takenNames } from '../../check/subject.ts';
import { valueUnder } from '../../json-object.ts';
import type { Facts } from '../../kinds/facts.ts';
import { factsOf, isNeeded } from '../../kinds/field.ts';
import { countedOf, isReference, isStored, kindName, scalarOf, valuesOf } from '../../kinds/kind.ts';
import {
  code,
  either,
  flag,
  type Keys,
  keyed,
  list,
  must,
  number,
  record,
  text,
  word,
  yes,
} from '../../kinds/shape.ts';
import { structureOf } from '../../kinds/structures/structures.ts';
import { figuresOf, givenFields, groupFields } from './fields.ts';
import {
  type Chart,
  drawings,
  type GroupBy,
  type Report,
  type RowsBehind,
  type RowsOfPeriod,
  reportPeriods,
  reportPermission,
} from './report.ts';

const takeOut = 'Take it out.';
const rename = 'Choose another name.';

export function checkReports(subject: Subject): void {
  const { definition, report } = subject;
  const taken = [...takenNames, ...Object.keys(definition.actions ?? {})];
  for (const [name, own] of Object.entries(definition.reports ?? {})) {
    const key = `reports.${name}`;
    checkFree(subject, key, [name], taken);
    checkPermission(subject, `${key}.permission`, reportPermission(own));
    if (own.unsaved && (own.on === 'collection' || !definition.operations.includes('create'))) {
      report(`${key}.unsaved`, 'speaks of a row that could be created.', takeOut);
    }
    checkParameters(subject, key, own);
    if (own.by) checkGroups(subject, key, own);
    if (own.ordered && own.by?.choices.some(isPeriod) !== false)
      report(`${key}.ordered`, 'orders groups of rows: periods have an order of their own.', takeOut);
    checkBracketing(subject, `${key}.bounds`, own);
    checkUnits(subject, `${key}.answer`, own);
    checkBehind(subject, `${key}.behind`, own);
    for (const [at, chart] of (own.charts ?? []).entries())
      checkChart(subject, `${key}.charts.${at}`, own, chart);
  }
}

/** Whether the field can be a query parameter. */
function isParameter(fact: Facts): boolean {
  return isStored(fact) && structureOf(fact).isFilterable(fact);
}

function checkParameters(subject: Subject, key: string, own: Report): void {
  const { report } = subject;
  const { first, last } = givenFields(own);
  const given = Object.keys({ ...first, ...last });
  const chooses = (name: string) => own.on === 'collection' && (name === 'search' || isFilter(subject, name));
  for (const [parameter, field] of Object.entries(own.input ?? {})) {
    const fact = factsOf(field);
    if (!isParameter(fact)) {
      const problem = `a parameter cannot be of the kind ${kindName(fact)}.`;
      report(`${key}.input.${parameter}`, problem, takeOut);
    }
    if (parameter === 'format' || chooses(parameter)) {
      report(`${key}.input.${parameter}`, 'is a parameter of the list.', rename);
    }
    if (given.includes(parameter)) report(`${key}.input.${parameter}`, 'is read by the engine.', rename);
  }
  for (const name of given.filter(chooses)) {
    report(
      `${key}.${name in first && name !== 'by' ? 'window' : 'by'}`,
      `the list has a filter “${name}”.`,
      'Rename the filter.',
    );
  }
}

const isPeriod = (choice: string): boolean => reportPeriods.some((one) => one === choice);

/** Checks the groups: periods of the window, or values of which each row has one. */
function checkGroups(subject: Subject, key: string, own: Report): void {
  const { report } = subject;
  const { choices = [], required, default: usual } = own.by ?? {};
  for (const choice of choices) {
    if (isPeriod(choice)) {
      if (!own.window)
        report(`${key}.by.choices`, `“${choice}” is a part of a window.`, 'Write `window: true`.');
    } else if (own.on === 'row') {
      report(`${key}.by.choices`, `“${choice}” groups rows, and the report is on one.`, oneOf(reportPeriods));
    } else if (choice !== 'id' && !isOneValue(subject, choice)) {
      report(
        `${key}.by.choices`,
        `“${choice}” is no filter of which each row has one value.`,
        'Name such a filter, `id`, `month`, `week` or `day`.',
      );
    }
  }
  if (new Set(choices).size < choices.length) report(`${key}.by.choices`, 'names one twice.', takeOut);
  if (usual !== undefined && !choices.includes(usual))
    report(`${key}.by.default`, `“${usual}” is none of the choices.`, oneOf(choices));
  if (usual !== undefined && required)
    report(`${key}.by.required`, 'has a default as well.', 'Take one of them out.');
  if (own.many !== undefined) report(`${key}.many`, 'a report that groups answers a list.', takeOut);
  for (const name of Object.keys(groupFields)) {
    if (name in own.answer) report(`${key}.answer.${name}`, 'is what the engine tells of a group.', rename);
  }
}

/** Whether each row has one value of a filter, by which rows can be counted. */
function isOneValue({ definition, facts, others }: Subject, name: string): boolean {
  if (!isFilter({ definition, facts }, name)) return false;
  const path = definition.filtersThrough?.[name];
  if (path !== undefined && typeof path !== 'string') return false;
  const [first = '', second] = (path ?? name).split('.');
  const own = facts.get(first);
  const fact = second !== undefined && isReference(own) ? others.get(own.to)?.facts.get(second) : own;
  return fact !== undefined && isStored(fact) && countedOf(fact) === 'values';
}

function checkBracketing({ report }: Subject, key: string, own: Report): void {
  const figures = figuresOf(own);
  for (const [name, bounds = []] of Object.entries(own.bounds ?? {})) {
    for (const one of [name, ...bounds]) {
      if (!figures.includes(one))
        report(`${key}.${name}`, `“${one}” is no number of the answer.`, oneOf(figures));
    }
    if (new Set([name, ...bounds]).size < 3)
      report(
        `${key}.${name}`,
        'does not name two other figures.',
        'Name the lower bound, then the upper one.',
      );
  }
}

function checkChart(subject: Subject, key: string, own: Report, chart: Chart): void {
  const { draw, y, input = {}, lines = [], when = {} } = chart;
  const { facts, report } = subject;
  const figures = figuresOf(own);
  if (!own.by && !own.many) report(key, 'draws a single row.', 'Write `by` or `many`.');
  for (const name of y) {
    if (!figures.includes(name)) report(`${key}.y`, `“${name}” is no number of the answer.`, oneOf(figures));
  }
  if (new Set(y).size < y.length) report(`${key}.y`, 'names one twice.', takeOut);
  // The running figure of a pareto has its own axis.
  const [first, running, ...further] = y;
  const isPareto = draw === 'pareto' && running !== undefined;
  if (isPareto && (further.length > 0 || axisUnit(own, running) !== perCent))
    report(`${key}.y`, 'draws bars and the share that runs along with them.', 'Name a number, then a ratio.');
  const units = new Set((isPareto ? [first ?? ''] : y).flatMap((name) => axisUnit(own, name) ?? []));
  if (units.size > 1)
    report(
      `${key}.y`,
      `stands on one axis with several units: ${[...units].join(', ')}.`,
      'Draw a chart for each.',
    );
  checkAsked(subject, `${key}.input`, own, input);
  for (const [name, values] of Object.entries(when)) {
    if (own.on === 'collection')
      report(`${key}.when`, 'speaks of a row, and the report is on none.', takeOut);
    else checkWhen(subject, `${key}.when.${name}`, name, values);
  }
  for (const name of lines) {
    const fact = facts.get(name);
    const isNumber = fact && !fact.internal && !fact.writeOnly && scalarOf(fact)?.ordered === 'amount';
    if (own.on === 'collection')
      report(`${key}.lines`, 'are values of a row, and the report is on none.', takeOut);
    else if (!isNumber) report(`${key}.lines`, `“${name}” is no number of the row.`, oneOf(facts.keys()));
  }
}

/** A figure can only take its unit from the row that the report is on. */
function checkUnits({ facts, report }: Subject, key: string, { on, answer }: Report): void {
  const holders = on === 'row' ? unitHolders(facts) : [];
  for (const [name, field] of Object.entries(answer)) {
    const fact = factsOf(field);
    const unitField = 'unitField' in fact ? fact.unitField : undefined;
    if (unitField === undefined || holders.includes(unitField)) continue;
    report(
      `${key}.${name}.unitField`,
      on === 'row' ? `the row answers no “${unitField}”.` : 'is a key of a row, and the report is on none.',
      on === 'row' ? oneOf(holders) : 'Name the `unit`.',
    );
  }
}

const perCent = 'per cent';

/** The unit of a number: figures of different units cannot share an axis. */
function axisUnit({ answer }: Report, name: string): string | undefined {
  const field = answer[name];
  const fact = field && factsOf(field);
  const scalar = scalarOf(fact);
  if (!fact || !scalar) return undefined;
  if (scalar.ratio) return perCent;
  if (scalar.currency) return 'money';
  return ('unit' in fact ? (fact.unit ?? fact.unitField) : undefined) ?? 'none';
}

/** A client sends only these parameters and the window: all must be valid, and all required ones present. */
function checkAsked(
  { report }: Subject,
  key: string,
  own: Report,
  input: Readonly<Record<string, string | number | boolean>>,
): void {
  const { first, last } = givenFields(own);
  const { from: _from, until: _until, ...parameters } = { ...first, ...own.input, ...last };
  for (const [name, value] of Object.entries(input)) {
    const field = valueUnder(parameters, name);
    if (!field) {
      report(key, `“${name}” is no parameter.`, oneOf(Object.keys(parameters)));
      continue;
    }
    const fact = factsOf(field);
    if (scalarOf(fact)?.query.parse(String(value), valuesOf(fact)) === undefined)
      report(
        key,
        `“${value}” is no value of “${name}”.`,
        valuesOf(fact).length > 0 ? oneOf(valuesOf(fact)) : 'Write one.',
      );
  }
  for (const [name, field] of Object.entries(parameters)) {
    if (isNeeded(factsOf(field)) && !Object.hasOwn(input, name))
      report(key, `leaves out “${name}”, which has to be said.`, 'Add it.');
  }
}

const groupByShape: Keys<GroupBy> = { choices: must(list(text, 1)), required: yes, default: text };
const chartShape: Keys<Chart> = {
  ...{ title: must(text), draw: must(word(...drawings)), y: must(list(text, 1)) },
  ...{ input: record(either(text, number, flag)), target: number, lines: list(text, 1) },
  when: record(valuesShape),
};
const foundBy = { within: text, where: record(valuesShape) };
const lasting = { path: must(text), within: must(text), until: text, still: yes };
const rowsOfPeriod: Keys<RowsOfPeriod> = { ...foundBy, ...lasting, of: text, filled: text, among: yes };
const behindShape: Keys<RowsBehind> = { ...foundBy, periods: record(keyed(rowsOfPeriod)) };
export const reportShape: Keys<Report> = {
  ...{ on: must(word('row', 'collection')), permission: text, unsaved: yes, label: text },
  ...{ summary: must(text), window: flag, by: keyed(groupByShape), ordered: yes },
  ...{ bounds: record(list(text, 2)), behind: keyed(behindShape), charts: list(keyed(chartShape)) },
  ...{ input: fieldsShape, answer: must(fieldsShape), many: flag, run: must(code), says: code },
};

const leaveOut = 'Take it out.';
const nameOne = 'Name one.';

/** Checks how clients find the rows that a report's figures count: only by filters of lists. */
function checkBehind(subject: Subject, key: string, own: Report): void {
  const { on, by, window, behind } = own;
  if (!behind) return;
  const { report } = subject;
  const { where, within, periods = {} } = behind;
  if ((where || within !== undefined) && (on === 'row' || !by))
    report(key, 'speaks of rows in groups, and the report has none.', leaveOut);
  checkValues(subject, `${key}.where`, where);
  if (within !== undefined && !window)
    report(`${key}.within`, 'speaks of a window, and the report has none.', leaveOut);
  if (within !== undefined) checkWithin(subject, `${key}.within`, within);
  const hasPeriods = by?.choices.some((choice) => reportPeriods.some((one) => one === choice));
  for (const [figure, rows] of Object.entries(periods)) {
    const place = `${key}.periods.${figure}`;
    if (!hasPeriods) report(place, 'speaks of periods, and the report has none.', leaveOut);
    const figures = figuresOf(own);
    if (!figures.includes(figure)) report(place, 'is no number of the answer.', oneOf(figures));
    checkRows(subject, place, on, rows);
  }
}

/** The rows of another resource that a figure counts in a period. */
function checkRows(subject: Subject, key: string, on: Report['on'], rows: RowsOfPeriod): void {
  const { others, definition, report } = subject;
  const { path, within, until, still, of, where, filled } = rows;
  const found = others.get(path);
  if (!found) {
    report(`${key}.path`, `there is no resource at “${path}”.`, oneOf(others.keys()));
    return;
  }
  const other = { ...found, others, own: [], report };
  checkWithin(other, `${key}.within`, within);
  if (until !== undefined) checkUntil(other, `${key}.until`, until);
  else if (still) report(`${key}.still`, 'speaks of an end, and there is none.', 'Name `until`.');
  checkValues(other, `${key}.where`, where);
  if (filled !== undefined && !(isFilter(other, filled) && other.facts.get(filled)?.nullable))
    report(`${key}.filled`, `“${filled}” is no filter by what may be empty.`, nameOne);
  if ((of === undefined) === (on === 'row'))
    report(
      `${key}.of`,
      `the report is on ${on === 'row' ? 'a row' : 'none'}.`,
      on === 'row' ? nameOne : leaveOut,
    );
  if (of === undefined || on === 'collection') return;
  const fact = other.facts.get(of);
  if (!isReference(fact) || fact.to !== definition.path || !isFilter(other, of))
    report(`${key}.of`, `“${of}” is no filter by a row of ${definition.path}.`, nameOne);
}

function checkUntil(subject: Subject, key: string, name: string): void {
  const fact = subject.facts.get(name);
  if (fact?.nullable) checkWithin(subject, key, name);
  else subject.report(key, `“${name}” is never null, as an end is while a row lasts.`, leaveOut);
}

function checkValues(subject: Subject, key: string, where: RowsOfPeriod['where'] = {}): void {
  for (const [name, values] of Object.entries(where)) {
    if (isFilter(subject, name)) checkWhen(subject, `${key}.${name}`, name, values);
    else subject.report(`${key}.${name}`, `the list has no filter “${name}”.`, nameOne);
  }
}

function checkWithin(subject: Subject, key: string, name: string): void {
  const fact = subject.facts.get(name);
  const hasDays = fact !== undefined && isStored(fact) && countedOf(fact) === 'periods';
  if (!hasDays || !isFilter(subject, name))
    subject.report(key, `“${name}” is no filter by day or moment.`, nameOne);
}
