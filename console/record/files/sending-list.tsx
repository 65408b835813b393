/** Uploads of a row: the progress of each, and refusals with their reason. */
import { useStore } from '../../service/store.ts';
import { w } from '../../words/words.ts';
import { giveUp, retry, type Sending, sendings } from './sending.ts';

export function SendingList({ path }: { readonly path: string }) {
  const own = useStore(sendings).filter((one) => one.path === path);
  if (own.length === 0) return null;
  return (
    <ul class="lines" aria-label={w.files.sending}>
      {own.map((one) => (
        <li key={one.key}>
          <SendingLine sending={one} />
        </li>
      ))}
    </ul>
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
