/** The offline data of this device: its age, and whether it contains more than the user's own rows. */
import { useEffect, useState } from 'preact/hooks';
import { formatShort } from '../parts/format.ts';
import { isAllTaken, lookAtTaken, takeAll, takeAlong, taken, takenResources } from '../service/seen/along.ts';
import { present } from '../service/session.ts';
import { useStore } from '../service/store.ts';
import { locale, w } from '../words/words.ts';

export function Along() {
  const last = useStore(taken);
  const [isAll, setIsAll] = useState(isAllTaken);
  useEffect(() => void lookAtTaken(), []);
  const resources = takenResources(present().resources);
  // It needs the service worker, which exists only with https.
  if (resources.length === 0 || !('serviceWorker' in navigator)) return null;
  const change = async (next: boolean) => {
    takeAll(next);
    setIsAll(next);
    await takeAlong();
  };
  const time = last && formatShort(new Date(last.at).toISOString(), { locale, timezone: null });
  return (
    <section class="sheet">
      <h2>{w.account.along.title}</h2>
      <p role="status">{last && time ? w.account.along.taken(last.rows, time) : w.account.along.none}</p>
      {resources.some(({ view }) => view.offline?.own !== undefined) && (
        <label class="check">
          <input
            type="checkbox"
            checked={isAll}
            onChange={({ currentTarget: { checked } }) => void change(checked)}
          />
          {w.account.along.all}
        </label>
      )}
    </section>
  );
}
