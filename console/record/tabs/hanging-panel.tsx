/** The rows attached to a row, the newest first, and a form to add one. */
import { useState } from 'preact/hooks';
import { AskedFields, useAsked } from '../../form/asked.tsx';
import { firstValues } from '../../form/values/values.ts';
import { Clock, Shown } from '../../kinds/value.tsx';
import { Problem, Waiting } from '../../parts/waiting.tsx';
import { Link, usePlace } from '../../place/place.tsx';
import { withQuery } from '../../service/call.ts';
import { isAway } from '../../service/failure.ts';
import { fieldOf, type Page, type Resource, type Row } from '../../service/metadata.ts';
import { refresh, send, useQuery } from '../../service/queries.ts';
import { hungPath } from '../../service/seen/hung.ts';
import { isMadeList } from '../../service/seen/unsent.ts';
import { zoneOf } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { DeleteDialog } from '../act/delete-dialog.tsx';
import { addedFields, type Hanging, saidBeside } from '../hanging.ts';

interface HangingPanelProps {
  readonly hanging: Hanging;
  /** Whether the user can add to the row here. */
  readonly isHere: boolean;
}

export function HangingPanel({ hanging, isHere }: HangingPanelProps) {
  const { hung, path, place, adds, count } = hanging;
  const [removed, setRemoved] = useState<Row | null>(null);
  const { data, error, refetch } = useQuery<Page>(hungPath(path, hanging), { isMade: isMadeList });
  // Without a network nothing is stored of rows that nothing hangs on.
  const isNone = count === 0 && isAway(error);
  if (!data && !isNone) return error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />;
  const { data: rows, meta } = data?.body ?? { data: [], meta: { total: 0 } };
  return (
    <section aria-label={hung.labels.many}>
      {adds && isHere && <AddForm hanging={hanging} />}
      {rows.length === 0 && <p class="nothing">{w.record.noneYet}</p>}
      <ol class="history said">
        {rows.map((row) => (
          <li key={row.id}>
            <Said hung={hung} row={row} place={place} remove={() => setRemoved(row)} />
          </li>
        ))}
      </ol>
      {meta.total > rows.length && (
        <p class="buttons">
          <Link to={path}>{w.record.showAll(meta.total)}</Link>
        </p>
      )}
      {removed && (
        <DeleteDialog
          resource={hung}
          row={removed}
          etag={null}
          onClose={() => setRemoved(null)}
          onDone={() => setRemoved(null)}
        />
      )}
    </section>
  );
}

interface SaidProps {
  readonly hung: Resource;
  readonly row: Row;
  readonly place: Hanging['place'];
  remove(): void;
}

/** One of them: author, time, and content. */
function Said({ hung, row, place, remove }: SaidProps) {
  const { parts, query } = usePlace();
  const author = fieldOf(hung, 'created_by_id');
  const texts = hung.fields.filter(({ multiline, name }) => multiline && row[name]);
  const beside = saidBeside(hung, row, place);
  const back = withQuery(`/${parts.join('/')}`, Object.fromEntries(query));
  return (
    <>
      <p>
        <strong>{author && <Shown field={author} row={row} />}</strong>
        {' · '}
        <Clock value={String(row.created_at)} zone={zoneOf(row)} />
      </p>
      {texts.map((field) => (
        <div key={field.name}>
          <Shown field={field} row={row} />
        </div>
      ))}
      {beside.length > 0 && (
        <dl>
          {beside.map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>
                <Shown field={field} row={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(row.can?.update || row.can?.delete) && (
        <p class="buttons">
          {row.can.update && (
            <Link class="button" to={withQuery(`/${hung.path}/${row.id}/edit`, { back })}>
              {w.record.edit}
            </Link>
          )}
          {row.can.delete && (
            <button type="button" onClick={remove}>
              {w.record.remove}
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** Adds exactly one in any number of attempts. */
function AddForm({ hanging: { hung, addPath, place } }: { readonly hanging: Hanging }) {
  const fields = addedFields(hung);
  const asked = useAsked({ fields, prefix: 'add-', first: () => firstValues(fields, null) });
  const add = () =>
    asked.send(async (body, key) => {
      await send(addPath, { method: 'POST', body, headers: { 'Idempotency-Key': key } });
      asked.clear();
      refresh();
    });
  return (
    <form
      class="form"
      noValidate
      aria-busy={asked.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <AskedFields asked={asked} beside={place} />
      <p class="buttons">
        <button type="submit" class="primary" aria-disabled={asked.isBusy}>
          {w.form.add}
        </button>
      </p>
    </form>
  );
}
