/** Reads the parameters of a report: its own and, for a collection, those that select rows. */
import { kindName, valuesOf } from '../../kinds/kind.ts';
import { show } from '../../kinds/scalars/scalar.ts';
import { say } from '../../message.ts';
import { texts, typeTexts } from '../../messages.ts';
import { parseFilterValue } from '../../model/filter.ts';
import { type FieldModel, hasColumn, type Resource } from '../../model/resource.ts';
import { isRequired } from '../../request/body.ts';
import { readFormat } from '../../request/intent.ts';
import { type RowsIntent, rowReaders, valueMessage } from '../../request/parameters.ts';
import {
  type ParameterReader,
  Problems,
  type Query,
  readEach,
  singleReader,
} from '../../request/query-string.ts';
import type { Format } from '../../request/request.ts';
import type { ReportModel } from './model.ts';

export interface ReportIntent extends RowsIntent {
  /** The requested format, if it is stated. */
  readonly format: Format | null;
  /** The sent values by parameter, in the form of an answer. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The maximum number of days of a report. */
const longestWindow = 3660;
const millisecondsOfDay = 86_400_000;

/** @throws Failure `validation_failed` that names every invalid parameter */
export function readReportIntent(
  resource: Resource,
  { definition, input: fields }: ReportModel,
  query: Query,
): ReportIntent {
  const problems = new Problems();
  const chooses = definition.on === 'collection';
  const rows = rowReaders(resource, problems);
  const input: Record<string, unknown> = {};
  let format: Format | null = null;
  const readers = new Map<string, ParameterReader>(chooses ? rows.readers : []);
  readers.set(
    'format',
    singleReader((value) => (format = readFormat(value, problems)), problems),
  );
  for (const field of fields.values()) {
    readers.set(
      field.name,
      singleReader((value) => (input[field.name] = readParameter(field, value, problems)), problems),
    );
  }
  readEach(query, readers, problems);
  for (const field of fields.values()) {
    if (query[field.name] !== undefined) continue;
    if (isRequired(field)) problems.add(field.name, say(texts.missingParameter, { name: field.name }));
  }
  if (definition.window) checkWindow(input, problems);
  problems.settle();
  return { input, format, ...(chooses ? rows.read() : { filters: [], words: [] }) };
}

/** Both are valid days if they were read. */
function checkWindow({ from, until }: Readonly<Record<string, unknown>>, problems: Problems): void {
  if (typeof from !== 'string' || typeof until !== 'string') return;
  const days = (Date.parse(until) - Date.parse(from)) / millisecondsOfDay;
  if (days < 1) problems.add('until', say(texts.windowOrder));
  if (days > longestWindow) problems.add('until', say(texts.windowLength, { limit: longestWindow }));
}

function readParameter(field: FieldModel, value: string, problems: Problems): unknown {
  const { name, facts } = field;
  if (!hasColumn(field)) throw new Error(`A parameter cannot be of the kind ${kindName(facts)}.`);
  const { scalar } = field.facts;
  const values = valuesOf(facts);
  const shape = { name, scalar, ...(values.length > 0 && { values }) };
  const stored = parseFilterValue(shape, value);
  const { minimum, maximum } = field.schema;
  const shown = show(scalar, stored);
  const beyond =
    typeof shown === 'number' && (shown < Number(minimum ?? shown) || shown > Number(maximum ?? shown));
  const range = { min: Number(minimum), max: Number(maximum) };
  if (beyond && scalar.scale === 0 && Number.isInteger(range.min) && Number.isInteger(range.max))
    problems.add(name, say(texts.parameter, { name, value, type: say(typeTexts.range, range) }));
  else if (stored === undefined || beyond) problems.add(name, valueMessage(shape, name, value));
  return shown;
}
