/** Uploads of a row: the progress of each, and refusals with their reason. */
import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../../kinds/value.tsx';
import { Link } from '../../place/place.tsx';
import type { QueueEntry } from '../../queue/entry.ts';
import { entries } from '../../queue/kept-entries.ts';
import { useStore } from '../../service/store.ts';
import { w } from '../../words/words.ts';
import { giveUp, retry, type Sending, sendings } from './sending.ts';

export function SendingList({ path }: { readonly path: string }) {
  const own = useStore(sendings).filter((one) => one.path === path);
  const waiting = useStore(entries).filter((one) => one.path === path);
  if (own.length + waiting.length === 0) return null;
  return (
    <ul class="lines" aria-label={w.files.sending}>
      {own.map((one) => (
        <li key={one.key}>
          <SendingLine sending={one} />
        </li>
      ))}
      {waiting.map((one) => (
        <li key={one.key}>
          <WaitingFile entry={one} />
        </li>
      ))}
    </ul>
  );
}

/** A file that waits for a network. */
function WaitingFile({ entry: { file, words } }: { readonly entry: QueueEntry }) {
  const [preview, setPreview] = useState<string | null>(null);
  const picture = file?.thumbnail ?? null;
  useEffect(() => {
    if (!picture) return;
    const address = URL.createObjectURL(picture);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, []);
  return (
    <div class="line">
      <div class="sending">
        {preview !== null && <img src={preview} alt="" />}
        <div>
          <strong>{file?.name}</strong>
          <p>
            <Badge label={w.queue.mark} tone="warn" /> {words}
          </p>
        </div>
      </div>
      <p class="buttons">
        <Link class="button" to="/-/queue">
          {w.queue.title}
        </Link>
      </p>
    </div>
  );
}

function SendingLine({ sending }: { readonly sending: Sending }) {
  const { key, name, state, share, problem, preview, mayPass } = sending;
  const hasFailed = state === 'failed';
  return (
    <div class="line">
      <div class="sending">
        {preview !== null && <img src={preview} alt="" />}
        <div>
          <strong>{name}</strong>
          {state === 'waiting' && <p class="soft">{w.files.waiting}</p>}
          {state === 'preparing' && <p class="soft">{w.files.preparing}</p>}
          {state === 'sending' && <progress value={share} max={1} aria-label={w.files.progress(name)} />}
          {hasFailed && (
            <p class="error" role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
      <p class="buttons">
        {hasFailed && mayPass && (
          <button type="button" aria-label={w.files.retryOne(name)} onClick={() => retry(key)}>
            {w.files.retry}
          </button>
        )}
        <button
          type="button"
          aria-label={hasFailed ? w.files.dismiss(name) : w.files.cancel(name)}
          onClick={() => giveUp(key)}
        >
          {hasFailed ? w.frame.close : w.frame.cancel}
        </button>
      </p>
    </div>
  );
}
