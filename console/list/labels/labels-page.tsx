/** Printable labels for the rows of a list: each with a code that leads to the row, and its name. */
import { useMemo } from 'preact/hooks';
import { Shown } from '../../kinds/value.tsx';
import { addStyle } from '../../parts/later.tsx';
import { Problem, Waiting } from '../../parts/waiting.tsx';
import { changeQuery, Link, usePlace } from '../../place/place.tsx';
import { codeAddress } from '../../record/qr.ts';
import { encode, QrCode } from '../../record/qr-code.tsx';
import { consoleRoot } from '../../service/address.ts';
import { withQuery } from '../../service/call.ts';
import { fieldsOf, neededFields, type Resource, type Row, titleOf } from '../../service/metadata.ts';
import { usePages } from '../../service/queries.ts';
import { w } from '../../words/words.ts';
import { orderedQuery } from '../address.ts';
import style from './labels.css' with { type: 'text' };

addStyle(style);

/** The address in a row's code. */
const addressOf = (resource: Resource, row: Row): string =>
  codeAddress(location.origin + consoleRoot, resource, row);

/** The number of labels per sheet; their sizes are in the style sheet. */
const papers = { sheet24: 24, sheet8: 8, tape: 1 } as const;
type Paper = keyof typeof papers;
const names: readonly Paper[] = ['sheet24', 'sheet8', 'tape'];

/** Of a hundred rows each. */
const mostPages = 5;
/** The part of the address with the paper. */
const parameter = 'paper';

interface LabelsPageProps {
  readonly resource: Resource;
  /** The fields of a label. */
  readonly label: readonly string[];
}

export function LabelsPage({ resource, label }: LabelsPageProps) {
  const { query } = usePlace();
  const paper = names.find((one) => one === query.get(parameter)) ?? 'sheet24';
  const { [parameter]: _, ...asked } = orderedQuery(query);
  const path = withQuery(`/${resource.path}`, {
    ...asked,
    fields: neededFields(
      resource,
      resource.view.leads === undefined ? label : [...label, resource.view.leads],
    ),
    per_page: 100,
  });
  const { data, error, refetch } = usePages(path, mostPages);
  const rows = data?.body.data ?? [];
  // Computed once per rows, independent of the paper.
  const codes = useMemo(
    () => new Map(rows.map((row) => [row.id, encode(addressOf(resource, row), 'quartile')])),
    [data],
  );
  const left = (data?.body.meta.total ?? 0) - rows.length;
  return (
    <article class={`labels ${paper}`}>
      <p class="crumbs">
        <Link to={withQuery(`/${resource.path}`, asked)}>‹ {resource.labels.many}</Link>
      </p>
      <header class="top">
        <h1 tabIndex={-1}>{w.labels.title}</h1>
        <span class="grow" />
        <label>
          {w.labels.paper}{' '}
          <select
            value={paper}
            onChange={({ currentTarget: { value } }) =>
              changeQuery({ [parameter]: value }, { replace: true })
            }
          >
            {names.map((one) => (
              <option key={one} value={one}>
                {w.labels.papers[one]}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="primary" disabled={rows.length === 0} onClick={() => print()}>
          {w.record.print}
        </button>
      </header>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      {data && rows.length === 0 && <p class="nothing">{w.list.noMatch}</p>}
      {left > 0 && <p class="hint">{w.views.tooMany(left)}</p>}
      {piecesOf(rows, papers[paper]).map((piece) => (
        <ul key={piece[0]?.id} class="piece">
          {piece.map((row) => (
            <Label key={row.id} {...{ resource, row, label, code: codes.get(row.id) }} />
          ))}
        </ul>
      ))}
    </article>
  );
}

const piecesOf = (rows: readonly Row[], size: number): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));

interface LabelProps extends LabelsPageProps {
  readonly row: Row;
  readonly code: ReturnType<typeof encode> | undefined;
}

function Label({ resource, row, label, code }: LabelProps) {
  const others = fieldsOf(resource, label).filter(
    ({ name }) => name !== resource.display && row[name] !== null,
  );
  return (
    <li class="label">
      {code && <QrCode code={code} label={addressOf(resource, row)} />}
      <div>
        <strong>{titleOf(resource, row)}</strong>
        {others.map((field) => (
          <span key={field.name}>
            <Shown field={field} row={row} plain />
          </span>
        ))}
      </div>
    </li>
  );
}
