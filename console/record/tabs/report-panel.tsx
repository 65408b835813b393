/** What a resource computes, asked for by its parameters: a table or figures, and the file of it. */
import { useState } from 'preact/hooks';
import { Control } from '../../form/controls/control.tsx';
import { messagesOf, otherMessages } from '../../form/values/errors.ts';
import { findProblems } from '../../form/values/problems.ts';
import { firstValues, isEmpty, type Values, valuesOfAddress } from '../../form/values/values.ts';
import { Shown } from '../../kinds/value.tsx';
import { failureText } from '../../parts/notices.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { changeQuery, usePlace } from '../../place/place.tsx';
import { addressOf } from '../../service/address.ts';
import { withQuery } from '../../service/call.ts';
import { type FieldErrors, Refusal } from '../../service/failure.ts';
import type { Field, Report } from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { present } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { Figures } from '../figures.tsx';

type Told = Readonly<Record<string, unknown>>;

interface ReportPanelProps {
  readonly report: Report;
  /** Of the report below the API. */
  readonly path: string;
  /** What is asked for beside its own parameters: the filters of a list. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Whether its parameters stand in the address of the page, to be sent to somebody. */
  readonly inAddress?: boolean;
}

export function ReportPanel({ report, path, beside = {}, inAddress = true }: ReportPanelProps) {
  const { parameters } = report;
  const { query } = usePlace();
  const [values, setValues] = useState<Values>(() => ({
    ...firstValues(parameters, null),
    ...(inAddress && valuesOfAddress(parameters, query)),
  }));
  const [asked, setAsked] = useState<Values | null>(isComplete(parameters, values) ? values : null);
  const [problems, setProblems] = useState<FieldErrors>({});
  const address = asked && withQuery(path, { ...beside, ...textsOf(parameters, asked) });
  const { data, error } = useQuery<{ data: Told | readonly Told[] }>(address);
  const refused = error instanceof Refusal ? error.errors : {};
  const errors = { ...refused, ...problems };
  const ask = () => {
    const found = findProblems(parameters, values, present().meta.timezone);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setAsked(values);
    if (!inAddress) return;
    const texts = Object.entries(textsOf(parameters, values));
    changeQuery(Object.fromEntries(texts.map(([name, text]) => [`with.${name}`, text])), { replace: true });
  };
  const failure =
    error && (otherMessages(refused, parameters) || (isCovered(refused) ? '' : failureText(error)));
  return (
    <div class="sheet">
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
              required={field.required}
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
      {address && data && !error && <Result report={report} told={data.body.data} address={address} />}
    </div>
  );
}

const isCovered = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

const isComplete = (parameters: readonly Field[], values: Values): boolean =>
  parameters.every(({ name, required }) => !required || !isEmpty(values[name]));

function textsOf(parameters: readonly Field[], values: Values): Record<string, string> {
  return Object.fromEntries(
    parameters.map(({ name }) => [name, isEmpty(values[name]) ? '' : String(values[name])]),
  );
}

interface ResultProps {
  readonly report: Report;
  readonly told: Told | readonly Told[];
  readonly address: string;
}

function Result({ report: { fields, label }, told, address }: ResultProps) {
  return (
    <>
      {isMany(told) ? (
        <Table fields={fields} rows={told} label={label} />
      ) : (
        <Figures fields={fields} values={told} />
      )}
      <p class="buttons">
        <a class="button" href={addressOf(withQuery(address, { format: 'csv' }))} download>
          {w.record.csv}
        </a>
      </p>
    </>
  );
}

const isMany = (told: Told | readonly Told[]): told is readonly Told[] => Array.isArray(told);

interface TableProps {
  readonly fields: readonly Field[];
  readonly rows: readonly Told[];
  readonly label: string;
}

function Table({ fields, rows, label }: TableProps) {
  if (rows.length === 0) return <p class="nothing">{w.record.noneYet}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field.name} scope="col">
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {fields.map((field) => (
                <td key={field.name}>
                  <Shown field={field} row={{ ...row, id: index }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
