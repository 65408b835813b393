/** The answer of a report: a sentence, figures, a table. */
import { addStyle } from '../parts/later.tsx';
import { Scroll } from '../parts/scroll.tsx';
import type { Field, Report, Row } from '../service/metadata.ts';
import style from '../styles/record/answer.css' with { type: 'text' };
import { w } from '../words/words.ts';

import { Figures } from './figures.tsx';
import { Shown } from './value.tsx';

addStyle(style);

type Values = Readonly<Record<string, unknown>>;

/** The answer of a report, as the service sends it. */
export interface Told {
  readonly data: Values | readonly Values[];
  /** The same in a sentence, if the report has one. */
  readonly summary?: string;
}

interface AnswerProps {
  readonly report: Report;
  readonly told: Told;
  /** How many rows are shown; the others are counted. Default: all. */
  readonly most?: number;
  /** The report's row, which may have the units. */
  readonly row?: Row;
}

export function Answer({ report: { fields, parameters, label }, told: { data }, most, row }: AnswerProps) {
  if (!isMany(data)) return <Figures fields={fields} values={{ ...row, ...data }} />;
  const all = [...parameters.flatMap(groupColumn), ...fields];
  return (
    <Table
      fields={columnsOf(all, data, most !== undefined)}
      rows={data.map((one) => ({ ...row, ...one }))}
      label={label}
      most={most}
    />
  );
}

/** The column with the label of a group. */
function groupColumn({ name, label }: Field): readonly Field[] {
  const column: Field = { name: 'label', label, type: 'text' };
  return name === 'by' ? [column] : [];
}

/** The sentence of a report, before its figures. */
export function Summary({ told: { summary } }: Pick<AnswerProps, 'told'>) {
  return summary === undefined ? null : <p class="answer">{summary}</p>;
}

const isMany = (data: Told['data']): data is readonly Values[] => Array.isArray(data);

/** If there is little room, empty columns and those equal to the next one are left out. */
function columnsOf(fields: readonly Field[], rows: readonly Values[], isNarrow: boolean): readonly Field[] {
  if (!isNarrow) return fields;
  return fields.filter(({ name, type }, index) => {
    const next = fields[index + 1];
    if (rows.every((row) => row[name] === null)) return false;
    return next?.type !== type || rows.some((row) => row[name] !== row[next.name]);
  });
}

interface TableProps {
  readonly fields: readonly Field[];
  readonly rows: readonly Values[];
  readonly label: string;
  readonly most: number | undefined;
}

function Table({ fields, rows, label, most }: TableProps) {
  if (rows.length === 0) return <p class="nothing">{w.record.noneYet}</p>;
  const shown = rows.slice(0, most);
  const table = (
    <table>
      <thead>
        <tr>
          {fields.map((field) => (
            <th key={field.name} scope="col" title={field.formula}>
              {field.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, index) => (
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
  );
  // A truncated table is in a region already.
  if (most !== undefined) {
    return (
      <>
        {table}
        {rows.length > shown.length && <p class="small">{w.list.others(rows.length - shown.length)}</p>}
      </>
    );
  }
  return <Scroll label={label}>{table}</Scroll>;
}
