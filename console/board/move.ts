/** Moving a card to another column. */
import { notify, notifyFailure } from '../parts/notices.tsx';
import { type Field, type Resource, type Row, titleOf, wordOf } from '../service/metadata.ts';
import { send } from '../service/queries.ts';
import { w } from '../words/words.ts';

/** The card stays where it is until the service has agreed: what it refuses is told. */
export async function move(resource: Resource, field: Field, row: Row, to: string): Promise<void> {
  try {
    await send(`/${resource.path}/${row.id}`, {
      method: 'PATCH',
      body: { [field.name]: to },
      ...(row.etag !== undefined && { headers: { 'If-Match': row.etag } }),
    });
    notify(w.views.moved(titleOf(resource, row), wordOf(field, to)?.label ?? to));
  } catch (failure) {
    notifyFailure(failure);
  }
}
