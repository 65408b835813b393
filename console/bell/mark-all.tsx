/** The button that marks everything as read. */
import { useState } from 'preact/hooks';
import { lookForChanges, unread } from '../parts/live.ts';
import { notifyFailure } from '../parts/notices.tsx';
import type { Resource } from '../service/metadata.ts';
import { send } from '../service/queries.ts';
import { useStore } from '../service/store.ts';
import { w } from '../words/words.ts';

export function MarkAll({ resource }: { readonly resource: Resource }) {
  const [isBusy, setIsBusy] = useState(false);
  const count = useStore(unread);
  const mark = async () => {
    if (isBusy || count === 0) return;
    setIsBusy(true);
    try {
      await send(`/${resource.path}/read-all`, { method: 'POST' });
      await lookForChanges();
    } catch (error) {
      notifyFailure(error);
    }
    setIsBusy(false);
  };
  return (
    <button type="button" aria-disabled={isBusy || count === 0} onClick={() => void mark()}>
      {w.bell.readAll}
    </button>
  );
}
