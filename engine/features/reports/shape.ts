/** The possible keys of a report in a definition, with their shapes. */
import { fieldsShape, valuesShape } from '../../check/shape/definition-shape.ts';
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
import { type Chart, drawings, type GroupBy, type RowsBehind, type RowsOfPeriod } from './grouping.ts';
import type { Report } from './report.ts';

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
