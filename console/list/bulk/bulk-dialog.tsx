/** Asks once more, sends all of it as one request, and tells because of which row nothing was done. */
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { failureText, notify } from '../../parts/notices.tsx';
import { Refusal } from '../../service/failure.ts';
import { fieldOf, type Resource, type Row, titleOf } from '../../service/metadata.ts';
import { idempotencyKey, refresh, send } from '../../service/queries.ts';
import { w } from '../../words/words.ts';
import type { Refused } from '../rows/selection.ts';
import { FieldChoice } from './field-choice.tsx';
import type { Plan } from './plan.ts';
import { type Deed, operationsOf } from './possible.ts';

interface BulkDialogProps {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly plan: Plan;
  readonly refused: { readonly title: string; readonly text: string } | null;
  setRefused(refused: Refused | null): void;
  /** Takes the row that was refused out of those that are chosen. */
  leaveOut(): void;
  close(isDone: boolean): void;
}

/** Names that are listed before the rest is only counted. */
const mostNames = 8;

export function BulkDialog({ resource, rows, plan, refused, setRefused, leaveOut, close }: BulkDialogProps) {
  const [deed, setDeed] = useState<Deed | null>(plan.deed);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const key = useRef({ body: '', key: '' });
  const submit = async () => {
    if (deed === null || isBusy || rows.length === 0) return;
    const operations = operationsOf(resource, rows, deed);
    // The same request that is sent once more is done once.
    const body = JSON.stringify(operations);
    if (key.current.body !== body) key.current = { body, key: idempotencyKey() };
    setIsBusy(true);
    setProblem('');
    setRefused(null);
    try {
      const headers = { 'Idempotency-Key': key.current.key };
      await send('/batch', { method: 'POST', body: { operations }, headers });
      notify(w.list.done(rows.length));
      close(true);
    } catch (error) {
      setIsBusy(false);
      const row = error instanceof Refusal && error.index !== null ? rows[error.index] : undefined;
      if (!row || !(error instanceof Refusal)) return setProblem(failureText(error));
      setRefused({ id: row.id, text: refusalText(resource, error) });
      // What was read may be old by now.
      refresh();
    }
  };
  return (
    <Dialog title={plan.title} onClose={() => close(false)}>
      <form
        class="bulk-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {plan.text !== '' && <p>{plan.text}</p>}
        {plan.fields.length > 0 && <FieldChoice fields={plan.fields} choose={setDeed} />}
        <Names resource={resource} rows={rows} />
        {(refused || problem !== '') && (
          <div class="problem" role="alert">
            <p>
              {w.list.nothingDone} {refused && <strong>{refused.title}: </strong>}
              {refused?.text ?? problem}
            </p>
            {refused && rows.length > 1 && (
              <button type="button" onClick={leaveOut}>
                {w.list.leaveOut}
              </button>
            )}
          </div>
        )}
        <p class="buttons">
          <button type="button" onClick={() => close(false)}>
            {w.list.cancel}
          </button>
          <button
            type="submit"
            class={plan.danger ? 'danger' : 'primary'}
            aria-disabled={deed === null || isBusy}
          >
            {plan.verb}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function Names({ resource, rows }: { resource: Resource; rows: readonly Row[] }) {
  const named = rows.slice(0, mostNames);
  return (
    <>
      <p>{w.list.chosen(rows.length)}</p>
      <ul class="names">
        {named.map((row) => (
          <li key={row.id}>{titleOf(resource, row)}</li>
        ))}
        {rows.length > named.length && <li>{w.list.others(rows.length - named.length)}</li>}
      </ul>
    </>
  );
}

/** All that was said of the row, each under the label of its field. */
function refusalText(resource: Resource, { message, errors }: Refusal): string {
  const told = Object.entries(errors).map(([name, messages]) => {
    const label = fieldOf(resource, name)?.label;
    return `${label === undefined ? '' : `${label}: `}${messages.join(' ')}`;
  });
  return told.length > 0 ? told.join(' ') : message;
}
