/** What waits for a network: each write with what it says, what keeps it, and what can be done with it. */
import { useState } from 'preact/hooks';
import { Conflict } from '../../form/conflict.tsx';
import { storedValue } from '../../form/values/values.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { formatShort } from '../../parts/format.ts';
import { Link } from '../../place/place.tsx';
import { idempotencyKey, refresh } from '../../service/queries.ts';
import { present, resourceAt } from '../../service/session.ts';
import { useStore } from '../../service/store.ts';
import { locale, w } from '../../words/words.ts';
import { isLost, isOld, isTemporary, lostWith, type QueueEntry } from '../entry.ts';
import { changeEntries, entries } from '../kept-entries.ts';
import { sendEntries, sendingKey } from '../sender.ts';
import { titleOfEntry } from '../take.ts';
import { decided, sentAgain } from '../verdict.ts';
import { EntryValues } from './entry-values.tsx';

/** Puts another entry in place of one, or none, and sends what can be sent. */
async function putEntry(before: QueueEntry, after: QueueEntry | null): Promise<void> {
  await changeEntries([[before.key, after]]);
  refresh();
  await sendEntries(true);
}

/** Discards an entry, and what can never be sent without it. */
async function discard(entry: QueueEntry): Promise<void> {
  await changeEntries(lostWith(entry, entries.get()).map(({ key }) => [key, null]));
  refresh();
  await sendEntries(true);
}

export function QueuePage() {
  const all = useStore(entries);
  const [compared, setCompared] = useState<QueueEntry | null>(null);
  const [discarded, setDiscarded] = useState<QueueEntry | null>(null);
  const give = (keeps: 'mine' | 'theirs') => {
    const fields = resourceAt(compared?.resource)?.fields ?? [];
    if (compared) void putEntry(compared, decided(compared, keeps, fields, idempotencyKey));
    setCompared(null);
  };
  return (
    <>
      <h1 tabIndex={-1}>{w.queue.title}</h1>
      <p class="soft">{w.queue.help}</p>
      {all.length === 0 && (
        <p class="nothing" role="status">
          {w.queue.nothing}
        </p>
      )}
      <ul class="lines">
        {all.map((entry) => (
          <li key={entry.key}>
            <EntryLine entry={entry} compare={() => setCompared(entry)} discard={() => setDiscarded(entry)} />
          </li>
        ))}
      </ul>
      {compared?.now && (
        <Conflict
          fields={resourceAt(compared.resource)?.fields ?? []}
          before={compared.seen}
          now={compared.now.row}
          values={{ ...valuesSeen(compared), ...compared.body }}
          picked={new Map()}
          body={compared.body}
          keepMine={() => give('mine')}
          takeTheirs={() => give('theirs')}
          close={() => setCompared(null)}
        />
      )}
      {discarded && (
        <FormDialog
          title={`${w.queue.discard}: ${titleOfEntry(discarded)}`}
          submit={w.queue.discard}
          danger
          onClose={() => setDiscarded(null)}
          onSubmit={() => {
            void discard(discarded);
            setDiscarded(null);
          }}
        >
          <p>{w.queue.discardAsk}</p>
          <Others entries={lostWith(discarded, all).slice(1)} />
        </FormDialog>
      )}
    </>
  );
}

/** What is discarded with an entry. */
function Others({ entries: others }: { readonly entries: readonly QueueEntry[] }) {
  if (others.length === 0) return null;
  return (
    <>
      <p>{w.queue.discardOthers}</p>
      <ul>
        {others.map((one) => (
          <li key={one.key}>{one.file?.name ?? titleOfEntry(one)}</li>
        ))}
      </ul>
    </>
  );
}

const valuesSeen = ({ resource, seen }: QueueEntry) =>
  Object.fromEntries(
    (resourceAt(resource)?.fields ?? []).map((field) => [field.name, storedValue(field, seen)]),
  );

interface EntryLineProps {
  readonly entry: QueueEntry;
  compare(): void;
  discard(): void;
}

function EntryLine({ entry, compare, discard }: EntryLineProps) {
  const { resource: path, id, does, state, file, at } = entry;
  const resource = resourceAt(path);
  const isSending = useStore(sendingKey) === entry.key;
  const title = titleOfEntry(entry);
  const isNowhere = isLost(entry, useStore(entries));
  const isMended =
    (state === 'refused' || isNowhere) && does !== 'hang' && (does === 'make' || !isTemporary(id));
  const isQuiet = state === 'waiting' && !isNowhere;
  const again = () => void putEntry(entry, sentAgain(entry, idempotencyKey));
  const name = (word: string) => `${word}: ${title}`;
  return (
    <div class="line" aria-busy={isSending}>
      <div>
        <strong>
          {does === 'make' && `${w.list.create}: `}
          <Link to={`/${path}/${id}`}>{title}</Link>
        </strong>
        <p class="soft">
          {resource?.labels.one} · {formatShort(new Date(at).toISOString(), { locale, timezone: null })}
        </p>
        {file && <p>{file.name}</p>}
        {resource && <EntryValues resource={resource} entry={entry} />}
        <p class={isQuiet ? 'soft' : 'error'} role={isQuiet ? undefined : 'alert'}>
          {isNowhere ? w.queue.lost : stateWords(entry, isSending)}
        </p>
      </div>
      <p class="buttons">
        {state === 'asks' && (
          <button type="button" class="primary" aria-label={name(w.queue.compare)} onClick={compare}>
            {w.queue.compare}
          </button>
        )}
        {state !== 'asks' && !isNowhere && (
          <button type="button" aria-label={name(w.queue.now)} aria-disabled={isSending} onClick={again}>
            {w.queue.now}
          </button>
        )}
        {isMended && (
          <Link class="button" label={name(w.queue.mend)} to={`/${path}/${id}/edit`}>
            {w.queue.mend}
          </Link>
        )}
        <button type="button" aria-label={name(w.queue.discard)} onClick={discard}>
          {w.queue.discard}
        </button>
      </p>
    </div>
  );
}

/** How it is with an entry, in words. */
function stateWords(entry: QueueEntry, isSending: boolean): string {
  const { user } = present();
  const { state, site, words } = entry;
  if (isSending) return w.files.sending;
  if (state === 'asks') return w.queue.asks;
  if (state === 'refused') return words;
  if (site !== user.current_site_id)
    return w.queue.elsewhere(user.sites.find((one) => one.id === site)?.name ?? '');
  return isOld(entry, Date.now()) ? w.queue.old : w.queue.waiting;
}
