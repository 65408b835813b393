/** Bulk changes of the chosen rows: only what is possible for all of them. */
import { useState } from 'preact/hooks';
import { addStyle } from '../../parts/later.tsx';
import { notifyFailure } from '../../parts/notices.tsx';
import type { Resource, Row } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import type { Choosing } from '../rows/row-parts.tsx';
import { mostChosen, noRows, type Refused, refreshed, type Selection, without } from '../rows/selection.ts';
import style from './bulk.css' with { type: 'text' };
import { BulkDialog } from './bulk-dialog.tsx';
import { type Plan, planAct, planChange, planRemove, planState } from './plan.ts';
import { possibleFor } from './possible.ts';
import { readFound } from './run.ts';

addStyle(style);

interface BulkProps {
  readonly resource: Resource;
  readonly choosing: Choosing;
  /** Rows of the page, in their present state. */
  readonly listed: readonly Row[];
  /** The total of the list, and its query. */
  readonly total: number;
  readonly query: Readonly<Record<string, string>>;
  setSelection(selection: Selection): void;
  setRefused(refused: Refused): void;
  /** Ends choosing. */
  end(): void;
}

export function Bulk({ resource, choosing, listed, total, query, setSelection, setRefused, end }: BulkProps) {
  const [plan, setPlan] = useState<Plan | null>(null);
  const rows = refreshed(choosing.selection, listed);
  const possible = possibleFor(resource, rows);
  const isPossible =
    possible.delete || [possible.fields, possible.states, possible.actions].some(({ length }) => length > 0);
  const [read, setRead] = useState<number | null>(null);
  const chooseFound = async () => {
    setRead(0);
    try {
      const found = await readFound(resource, query, setRead);
      setSelection(new Map(found.slice(0, mostChosen).map((row) => [row.id, row])));
    } catch (error) {
      notifyFailure(error);
    }
    setRead(null);
  };
  return (
    <section class="bulk" aria-label={w.list.withChosen}>
      <p role="status">
        <strong>{w.list.chosen(rows.length)}</strong>
        {rows.length === mostChosen && ` ${w.list.noMoreChosen}`}
      </p>
      {rows.length > 0 && !isPossible && <p class="small">{w.list.nothingForAll}</p>}
      <Found
        total={total}
        read={read}
        isAll={listed.every(({ id }) => choosing.selection.has(id)) && rows.length < total}
        choose={() => void chooseFound()}
      />
      <span class="buttons">
        {possible.fields.length > 0 && (
          <button type="button" onClick={() => setPlan(planChange(possible.fields))}>
            {w.list.changeField}
          </button>
        )}
        {possible.states.map((state) => (
          <button key={String(state.value)} type="button" onClick={() => setPlan(planState(resource, state))}>
            {w.record.markAs(state.label)}
          </button>
        ))}
        {possible.actions.map((action) => (
          <button
            key={action.name}
            type="button"
            class={action.danger ? 'danger' : ''}
            onClick={() => setPlan(planAct(action))}
          >
            {action.label}
          </button>
        ))}
        {possible.delete && (
          <button type="button" class="danger" onClick={() => setPlan(planRemove())}>
            {w.list.delete}
          </button>
        )}
        {rows.length > 0 && (
          <button type="button" onClick={() => setSelection(noRows)}>
            {w.list.chooseNone}
          </button>
        )}
        <button type="button" onClick={end}>
          {w.list.endChoosing}
        </button>
      </span>
      {plan && (
        <BulkDialog
          {...{ resource, rows, plan, setRefused }}
          refused={choosing.refused}
          leaveOut={(ids) => setSelection(without(choosing.selection, ids))}
          close={(done) => {
            setPlan(null);
            const left = without(choosing.selection, done);
            if (left.size < rows.length) setSelection(left);
          }}
        />
      )}
    </section>
  );
}

interface FoundProps {
  readonly total: number;
  /** The number of rows read so far; null if none are being read. */
  readonly read: number | null;
  /** Whether all rows of the page are chosen, and there are others. */
  readonly isAll: boolean;
  choose(): void;
}

/** All rows of the list, not only those of the page. */
function Found({ total, read, isAll, choose }: FoundProps) {
  if (read !== null) return <p role="status">{w.list.doneSoFar(read, total)}</p>;
  if (!isAll) return null;
  if (total > mostChosen) return <p class="small">{w.list.tooManyFound(total, mostChosen)}</p>;
  return (
    <button type="button" onClick={choose}>
      {w.list.chooseFound(total)}
    </button>
  );
}
