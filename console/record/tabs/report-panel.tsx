/** A report with its parameters: a table or figures, and its export. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { dayRange } from '../../figures/day-range.ts';
import { chosen } from '../../figures/rows-behind.ts';
import { Control } from '../../form/controls/control.tsx';
import { messagesOf, otherMessages } from '../../form/values/errors.ts';
import { findProblems } from '../../form/values/problems.ts';
import { firstValues, type Values, valuesOfAddress } from '../../form/values/values.ts';
import { Answer, Summary, type Told } from '../../kinds/answer.tsx';
import { formatDays } from '../../parts/format.ts';
import { failureText } from '../../parts/notices.tsx';
import { addDays } from '../../parts/time/days.ts';
import { Problem, Waiting } from '../../parts/waiting.tsx';
import { changeQuery, usePlace } from '../../place/place.tsx';
import { addressOf } from '../../service/address.ts';
import { withQuery } from '../../service/call.ts';
import { type FieldErrors, Refusal } from '../../service/failure.ts';
import {
  type Field,
  isEmpty,
  type Report,
  type Resource,
  type Row,
  reportPath,
} from '../../service/metadata.ts';
import { useQuery, useReports } from '../../service/queries.ts';
import { present } from '../../service/session.ts';
import { locale, w } from '../../words/words.ts';

interface PanelProps {
  /** Further parameters: the filters of a list. */
  readonly beside?: Readonly<Record<string, string>>;
  /** The report's row. */
  readonly row?: Row;
  /**
   * Tells which rows of the list are counted, from the filters of the report and of the list.
   * @param days the period, if no filter tells it; else empty
   */
  counted?(query: URLSearchParams, days: string): ComponentChildren;
}

interface NamedPanelProps extends PanelProps {
  readonly resource: Resource;
  /** Of the report. */
  readonly name: string;
}

export function ReportPanel({ resource, name, ...props }: NamedPanelProps) {
  const { data, error, refetch } = useReports();
  const report = data?.body.data.find((one) => one.resource === resource.path && one.name === name);
  if (!report) return error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />;
  return <AskedPanel report={report} resource={resource} {...props} />;
}

interface AskedPanelProps extends PanelProps {
  readonly report: Report;
  readonly resource: Resource;
}

function AskedPanel({ report, resource, row, counted, beside = {} }: AskedPanelProps) {
  const { parameters } = report;
  const { query } = usePlace();
  const [values, setValues] = useState<Values>(() => ({
    ...firstValues(parameters, null),
    ...valuesOfAddress(parameters, query),
  }));
  const [asked, setAsked] = useState<Values | null>(isComplete(parameters, values) ? values : null);
  const [problems, setProblems] = useState<FieldErrors>({});
  const address =
    asked && withQuery(reportPath(report, row?.id), { ...beside, ...textsOf(parameters, asked) });
  const { data, error } = useQuery<Told>(address);
  const refused = error instanceof Refusal ? error.errors : {};
  const errors = { ...refused, ...problems };
  const ask = () => {
    const found = findProblems(parameters, values, present().meta.timezone);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setAsked(values);
    const texts = Object.entries(textsOf(parameters, values));
    changeQuery(Object.fromEntries(texts.map(([name, text]) => [`with.${name}`, text])), { replace: true });
  };
  const failure =
    error && (otherMessages(refused, parameters) || (isCovered(refused) ? '' : failureText(error)));
  return (
    <div class="sheet">
      {data && !error && <Summary told={data.body} />}
      <p class="small">{report.description}</p>
      {parameters.length > 0 && (
        <form
          class="report-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          {parameters.map((field) => (
            <Control
              key={field.name}
              field={field}
              id={`report-${report.name}-${field.name}`}
              value={values[field.name] ?? null}
              required={field.required === true}
              messages={messagesOf(errors, field)}
              beside={values}
              onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            />
          ))}
          <button type="submit" class="primary">
            {w.record.show}
          </button>
        </form>
      )}
      {failure && (
        <p class="problem" role="alert">
          {failure}
        </p>
      )}
      {address && !data && !error && <Waiting />}
      {asked && address && data && !error && (
        <>
          {counted?.(...countingOf(resource, report, beside, asked))}
          <Answer report={report} told={data.body} {...(row && { row })} />
          <p class="buttons">
            <a class="button" href={addressOf(withQuery(address, { format: 'csv' }))} download>
              {w.record.csv}
            </a>
          </p>
        </>
      )}
    </div>
  );
}

/** What a report on a list counts: its own filters and those of the list, and its days. */
function countingOf(
  resource: Resource,
  { behind }: Report,
  beside: Readonly<Record<string, string>>,
  { from, until }: Values,
): [URLSearchParams, string] {
  const { where = {}, within } = behind ?? {};
  const isDated = typeof from === 'string' && typeof until === 'string';
  const range = isDated && within && dayRange(resource, within, [from, until], present().meta.timezone);
  const query = new URLSearchParams(withQuery('', { ...chosen(where), ...beside, ...range }));
  return [query, isDated && !within ? formatDays(from, addDays(until, -1), locale) : ''];
}

const isCovered = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

const isComplete = (parameters: readonly Field[], values: Values): boolean =>
  parameters.every(({ name, required }) => !required || !isEmpty(values[name]));

function textsOf(parameters: readonly Field[], values: Values): Record<string, string> {
  return Object.fromEntries(
    parameters.map(({ name }) => [name, isEmpty(values[name]) ? '' : String(values[name])]),
  );
}
