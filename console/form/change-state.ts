/** Changing one field of a row with one tap: its state, or what a board goes by. */
import { notify, notifyFailure } from '../parts/notices.tsx';
import { go } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { Refusal } from '../service/failure.ts';
import { type Field, type Resource, type Row, titleOf, wordOf } from '../service/metadata.ts';
import { refresh, send } from '../service/queries.ts';
import { w } from '../words/words.ts';

/** Changes it in the version that is shown, and tells what came of it. What it needs beside leads to the form. */
export async function changeState(
  resource: Resource,
  row: Row,
  etag: string | null,
  field: Field,
  to: string,
): Promise<void> {
  const path = `/${resource.path}/${row.id}`;
  try {
    await send(path, {
      method: 'PATCH',
      body: { [field.name]: to },
      ...(etag !== null && { headers: { 'If-Match': etag } }),
    });
    notify(`${titleOf(resource, row)}: ${wordOf(field, to)?.label ?? to}`);
  } catch (error) {
    if (!(error instanceof Refusal)) return notifyFailure(error);
    if (error.status === 422 && Object.keys(error.errors).some((name) => name !== field.name)) {
      // The state asks for something that the row lacks: the form is where it can be given.
      notify(Object.values(error.errors).flat().join(' '), true);
      return go(withQuery(`${path}/edit`, { [`with.${field.name}`]: to }));
    }
    // Somebody else was faster: what can be done now is asked for anew.
    refresh();
    if (error.status === 412) notify(w.record.changedMeanwhile, true);
    // A row that is gone says so itself.
    else if (error.status !== 404) notifyFailure(error);
  }
}
