/** Changes a row within a list: its state, its day, its person. */
import { notify, notifyFailure } from '../parts/notices.tsx';
import { go } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { Refusal } from '../service/failure.ts';
import { type Field, type Resource, type Row, titleOf, wordOf } from '../service/metadata.ts';
import { refresh, showChange } from '../service/queries.ts';
import { sendRow } from '../service/seen/send-row.ts';
import { isForOther } from '../service/session.ts';
import { w } from '../words/words.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Change {
  /** The sent body. */
  readonly body: Values;
  /** The values that lists show at once: those sent, and the referenced rows. */
  readonly shown?: Values;
  /** The new state, in words. */
  readonly told: string;
}

/**
 * Changes the shown version of a row, and reports the result. Lists show the change at once, and undo it if it is refused. If the
 * change needs further values, the form is opened.
 */
export async function changeRow(
  resource: Resource,
  row: Row,
  etag: string | null,
  { body, shown = body, told }: Change,
): Promise<void> {
  const path = `/${resource.path}/${row.id}`;
  const before = Object.fromEntries(Object.keys(shown).map((name) => [name, row[name]]));
  showChange(`/${resource.path}`, row.id, shown);
  try {
    const answer = await sendRow(path, {
      method: 'PATCH',
      body,
      seen: row,
      ...(etag !== null && { headers: { 'If-Match': etag } }),
    });
    showChange(`/${resource.path}`, row.id, { etag: answer.etag ?? undefined });
    const isSent = !answer.body.data.unsent;
    notify(`${titleOf(resource, row)}: ${told}${isSent ? '' : ` (${w.queue.mark})`}`);
  } catch (error) {
    showChange(`/${resource.path}`, row.id, before);
    if (!(error instanceof Refusal) || isForOther(error)) return notifyFailure(error);
    if (error.status === 422 && Object.keys(error.errors).some((name) => !(name in body))) {
      // The row lacks a value that the change needs: it can be given in the form.
      notify(Object.values(error.errors).flat().join(' '), true);
      const given = Object.entries(body).map(([name, value]) => [`with.${name}`, String(value ?? '')]);
      return go(withQuery(`${path}/edit`, Object.fromEntries(given)));
    }
    // Another user was faster: the possible changes are requested again.
    refresh();
    if (error.status === 412) notify(w.record.changedMeanwhile, true);
    // A deleted row is reported elsewhere.
    else if (error.status !== 404) notifyFailure(error);
  }
}

/** Changes one field with one tap: its state, or the field of a board. */
export const changeState = (
  resource: Resource,
  row: Row,
  etag: string | null,
  field: Field,
  to: string,
): Promise<void> =>
  changeRow(resource, row, etag, { body: { [field.name]: to }, told: wordOf(field, to)?.label ?? to });
