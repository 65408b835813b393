/** Confirms the delete of a row, and shows what prevents it. */
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { failureText, notify } from '../../parts/notices.tsx';
import { go, Link } from '../../place/place.tsx';
import { withQuery } from '../../service/call.ts';
import { Refusal } from '../../service/failure.ts';
import { may, type Page, type Related, type Resource, type Row, titleOf } from '../../service/metadata.ts';
import { refresh, send, useQuery } from '../../service/queries.ts';
import { relatedLabel } from '../../service/session.ts';
import { w } from '../../words/words.ts';

interface DeleteDialogProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly etag: string | null;
  onClose(): void;
  /** Called after the delete. Default: the list is opened. */
  onDone?(): void;
}

export function DeleteDialog({ resource, row, etag, onClose, onDone }: DeleteDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isHeld = failure instanceof Refusal && failure.status === 409;
  const remove = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const path = `/${resource.path}/${row.id}`;
      const headers = etag === null ? {} : { 'If-Match': etag };
      await send(path, { method: 'DELETE', headers }, path);
      notify(w.record.removed(titleOf(resource, row)));
      if (onDone) onDone();
      else go(may(resource, 'list') ? `/${resource.path}` : '/');
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
      refresh();
    }
  };
  return (
    <Dialog title={w.record.removeTitle(titleOf(resource, row))} onClose={onClose}>
      {failure === null ? (
        <p>{w.record.removeHint}</p>
      ) : (
        <p class="error" role="alert">
          {failure instanceof Refusal && failure.status === 412
            ? w.record.changedMeanwhile
            : failureText(failure)}
        </p>
      )}
      {isHeld && (
        <ul class="holding">
          {resource.related.map((list) => (
            <Holding key={`${list.resource} ${list.filter}`} list={list} row={row} />
          ))}
        </ul>
      )}
      <p class="buttons">
        <button type="button" onClick={onClose}>
          {isHeld ? w.frame.close : w.frame.cancel}
        </button>
        {!isHeld && (
          <button type="button" class="danger" aria-disabled={isBusy} onClick={() => void remove()}>
            {w.record.remove}
          </button>
        )}
      </p>
    </Dialog>
  );
}

/** A related list of the row, if it is not empty. */
function Holding({ list, row }: { list: Related; row: Row }) {
  const { data } = useQuery<Page>(
    withQuery(`/${list.resource}`, { [list.filter]: row.id, per_page: 1, fields: 'id' }),
  );
  const total = data?.body.meta.total ?? 0;
  if (total === 0) return null;
  return (
    <li>
      <Link to={withQuery(`/${list.resource}`, { [list.filter]: row.id })}>
        {relatedLabel(list)} ({total})
      </Link>
    </li>
  );
}
