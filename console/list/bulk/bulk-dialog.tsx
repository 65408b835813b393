/** Asks for confirmation, processes rows in hundreds, and reports those that were refused. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { followByEnter } from '../../form/controls/enter.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { failureText, notify } from '../../parts/notices.tsx';
import { type Resource, type Row, titleOf } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { noneRefused, type Refused } from '../rows/selection.ts';
import { FieldChoice } from './field-choice.tsx';
import type { Plan } from './plan.ts';
import type { Deed } from './possible.ts';
import { hundred, runBulk } from './run.ts';

interface BulkDialogProps {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly plan: Plan;
  readonly refused: Refused;
  setRefused(refused: Refused): void;
  /** Removes rows from the chosen ones. */
  leaveOut(ids: Iterable<number>): void;
  /** @param done ids of the processed rows */
  close(done: Iterable<number>): void;
}

/** The message after a success. */
function toldOf({ kind }: Deed, count: number): string {
  if (kind === 'remove') return w.list.deleted(count);
  return kind === 'act' ? w.list.done(count) : w.list.changed(count);
}

/** The number of listed names; the rest is counted. */
const mostNames = 8;

export function BulkDialog({ resource, rows, plan, refused, setRefused, leaveOut, close }: BulkDialogProps) {
  const [deed, setDeed] = useState<Deed | null>(plan.deed);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const keys = useRef(new Map<string, string>());
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(() => stop, []);
  const left = rows.filter(({ id }) => !done.has(id));
  const inTheWay = left.filter(({ id }) => refused.has(id));
  const submit = async () => {
    if (deed === null || isBusy || left.length === 0) return;
    setIsBusy(true);
    setProblem('');
    setRefused(noneRefused);
    isStopped.current = false;
    const all = new Set(done);
    try {
      const found = await runBulk({
        ...{ resource, rows: left, deed, keys: keys.current },
        isStopped: () => isStopped.current,
        onDone: (some) => {
          for (const { id } of some) all.add(id);
          setDone(new Set(all));
        },
      });
      if (all.size === rows.length) {
        notify(toldOf(deed, rows.length));
        return close(all);
      }
      setRefused(found);
    } catch (error) {
      setProblem(failureText(error));
    }
    setIsBusy(false);
  };
  const isToldOf = inTheWay.length > 0 || problem !== '';
  return (
    <Dialog
      title={plan.title}
      onClose={() => {
        stop();
        if (!isBusy) close(done);
      }}
    >
      <form
        class="bulk-form"
        onKeyDown={followByEnter}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Names resource={resource} rows={left} />
        {plan.text !== '' && <p>{plan.text}</p>}
        {plan.fields.length > 0 && <FieldChoice fields={plan.fields} choose={setDeed} />}
        {rows.length > hundred && (isBusy || done.size > 0) && (
          <p role="status">
            <progress value={done.size} max={rows.length} aria-label={w.list.progress} />{' '}
            {w.list.doneSoFar(done.size, rows.length)}
          </p>
        )}
        {isToldOf && !isBusy && (
          <div class="problem" role="alert">
            <p>{done.size === 0 ? w.list.nothingDone : w.list.noneOfNext(Math.min(hundred, left.length))}</p>
            {inTheWay.map((row) => (
              <p key={row.id}>
                <strong>{titleOf(resource, row)}: </strong>
                {refused.get(row.id)}
              </p>
            ))}
            {problem !== '' && <p>{problem}</p>}
            {inTheWay.length > 0 && left.length > inTheWay.length && (
              <button
                type="button"
                onClick={() => {
                  setRefused(noneRefused);
                  leaveOut(refused.keys());
                }}
              >
                {w.list.leaveOut(inTheWay.length)}
              </button>
            )}
          </div>
        )}
        <p class="buttons">
          {isBusy && left.length > hundred ? (
            <button type="button" onClick={stop}>
              {w.list.stop}
            </button>
          ) : (
            <button type="button" onClick={() => close(done)}>
              {done.size > 0 ? w.frame.close : w.frame.cancel}
            </button>
          )}
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
      <p>
        <strong>{w.list.chosen(rows.length)}</strong>
      </p>
      <ul class="names">
        {named.map((row) => (
          <li key={row.id}>{titleOf(resource, row)}</li>
        ))}
        {rows.length > named.length && <li>{w.list.others(rows.length - named.length)}</li>}
      </ul>
    </>
  );
}
