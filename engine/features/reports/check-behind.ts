/** Checks how clients find the rows that a report's figures count: only by filters of lists. */

import { checkWhen } from '../../check/actions/actions.ts';
import { isFilter } from '../../check/links.ts';
import { oneOf, type Subject } from '../../check/subject.ts';
import { countedOf, isReference, isStored } from '../../kinds/kind.ts';
import { figuresOf } from './fields.ts';
import { type Report, type RowsOfPeriod, reportPeriods } from './report.ts';

const leaveOut = 'Take it out.';
const nameOne = 'Name one.';

export function checkBehind(subject: Subject, key: string, own: Report): void {
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
