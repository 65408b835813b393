/** What is done with the rows that are chosen: only what may be done with all of them. */
import { useState } from 'preact/hooks';
import { type Resource, type Row, titleOf } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import type { Choosing } from '../rows/row-parts.tsx';
import { mostChosen, noRows, type Refused, refreshed, type Selection } from '../rows/selection.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type Plan, planAct, planChange, planRemove, planState } from './plan.ts';
import { possibleFor } from './possible.ts';

interface BulkProps {
  readonly resource: Resource;
  readonly choosing: Choosing;
  /** Rows of the page, as they are by now. */
  readonly listed: readonly Row[];
  setSelection(selection: Selection): void;
  setRefused(refused: Refused | null): void;
  /** Chooses no more. */
  end(): void;
}

export function Bulk({ resource, choosing, listed, setSelection, setRefused, end }: BulkProps) {
  const [plan, setPlan] = useState<Plan | null>(null);
  const rows = refreshed(choosing.selection, listed);
  const possible = possibleFor(resource, rows);
  const isPossible =
    possible.delete || [possible.fields, possible.states, possible.actions].some(({ length }) => length > 0);
  const refusedRow = rows.find(({ id }) => id === choosing.refused?.id);
  return (
    <section class="bulk" aria-label={w.list.withChosen}>
      <p role="status">
        <strong>{w.list.chosen(rows.length)}</strong>
        {rows.length === mostChosen && ` ${w.list.noMoreChosen}`}
      </p>
      {rows.length > 0 && !isPossible && <p class="small">{w.list.nothingForAll}</p>}
      <span class="buttons">
        {possible.fields.length > 0 && (
          <button type="button" onClick={() => setPlan(planChange(possible.fields))}>
            {w.list.changeField}
          </button>
        )}
        {possible.states.map((state) => (
          <button key={String(state.value)} type="button" onClick={() => setPlan(planState(resource, state))}>
            → {state.label}
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
          refused={
            refusedRow ? { text: choosing.refused?.text ?? '', title: titleOf(resource, refusedRow) } : null
          }
          leaveOut={() => {
            if (refusedRow) choosing.toggle(refusedRow);
          }}
          close={(isDone) => {
            setPlan(null);
            if (isDone) setSelection(noRows);
          }}
        />
      )}
    </section>
  );
}
