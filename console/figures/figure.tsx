/** A chart with its title and, behind a button, a table of the same values, with links to their rows. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { addStyle } from '../parts/later.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Link } from '../place/place.tsx';
import { w } from '../words/words.ts';
import { type Charted, isEmpty, type Series } from './charted.ts';
import { Drawing } from './drawing.tsx';
import style from './figure.css' with { type: 'text' };

addStyle(style);

/** A figure, and its formula if there is one. */
interface Formula {
  readonly label: string;
  readonly formula?: string | undefined;
}

/** A column of the table. */
export interface Column extends Formula {
  /** The figures beside its own in a cell: its bounds. */
  readonly beside?: readonly Formula[];
  cell(category: number): ComponentChildren;
}

interface FigureProps {
  readonly title: string;
  /** Whether the title is shown elsewhere. */
  readonly isTitled?: boolean;
  readonly chart: Charted;
  /** The name of the categories: a month, a state. */
  readonly of: string;
  /** Left out if the table only has the chart's numbers. */
  readonly columns?: readonly Column[];
  /** Shown below the table. */
  readonly children?: ComponentChildren;
}

export function Figure({ title, isTitled = false, chart, of, columns, children }: FigureProps) {
  return (
    <figure class="chart" aria-label={title}>
      {!isTitled && <figcaption>{title}</figcaption>}
      {isEmpty(chart) ? (
        <p class="nothing">{w.views.noFigures}</p>
      ) : (
        <>
          <Drawing name={nameOf(title, chart)} chart={chart} />
          <Told {...{ title, chart, of, columns: columns ?? columnsOf(chart) }}>{children}</Told>
        </>
      )}
    </figure>
  );
}

const columnsOf = ({ series, tell }: Charted): Column[] =>
  series.map(({ label, values, tell: tellOne = tell }) => ({
    label,
    cell: (category) => {
      const value = values[category] ?? null;
      return value === null ? '—' : tellOne(value);
    },
  }));

/** The text for screen readers: the range of each series, and its gaps. */
function nameOf(title: string, { categories, series, tell }: Charted): string {
  const extent = ({ label, values, tell: tellOne = tell }: Series) => {
    const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
    const sorted = known.toSorted((a, b) => a.value - b.value);
    const [least, most] = [sorted[0], sorted.at(-1)];
    if (!least || !most) return `${label}: ${w.figures.unknown}`;
    const told = ({ value, at }: typeof least) => `${tellOne(value)} (${categories[at]?.label ?? ''})`;
    const missing = values.length - known.length;
    return `${label}: ${w.figures.extent(told(least), told(most))}${missing > 0 ? `, ${w.figures.missing(missing)}` : ''}`;
  };
  return `${title}: ${series.map(extent).join(', ')}`;
}

type ToldProps = Required<Pick<FigureProps, 'title' | 'chart' | 'of' | 'columns'>> & {
  readonly children?: ComponentChildren;
};

function Told({ title, chart, of, columns, children }: ToldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="numbers" onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{w.figures.table}</summary>
      {isOpen && (
        <>
          <Scroll label={`${title}: ${w.figures.table}`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{of}</th>
                  {columns.map(({ label }) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {chart.categories.map(({ key, label, to }, category) => (
                  <tr key={key}>
                    <th scope="row">{to === undefined ? label : <Link to={to}>{label}</Link>}</th>
                    {columns.map((column) => (
                      <td key={column.label}>{column.cell(category)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <Formulas columns={columns} />
          {children}
        </>
      )}
    </details>
  );
}

function Formulas({ columns }: Pick<ToldProps, 'columns'>) {
  const told = columns
    .flatMap((column): Formula[] => [column, ...(column.beside ?? [])])
    .filter(({ formula }) => formula !== undefined);
  if (told.length === 0) return null;
  return (
    <dl class="formulas small">
      {told.map(({ label, formula }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formula}</dd>
        </div>
      ))}
    </dl>
  );
}
