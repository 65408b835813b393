/** Changing a row where it is listed: its state, its day, who it is for. */
import { notify, notifyFailure } from '../parts/notices.tsx';
import { go } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { Refusal } from '../service/failure.ts';
import { type Field, type Resource, type Row, titleOf, wordOf } from '../service/metadata.ts';
import { refresh, send, showChange } from '../service/queries.ts';
import { w } from '../words/words.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Change {
  /** What is sent. */
  readonly body: Values;
  /** What lists show at once: what is sent, and the rows that it refers to. */
  readonly shown?: Values;
  /** How it is now, in words. */
  readonly told: string;
}

/**
 * Changes it in the version that is shown, and tells what came of it. Lists show it at once; where it is refused, as it was.
 * What it needs beside leads to the form.
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
    const answer = await send(path, {
      method: 'PATCH',
      body,
      ...(etag !== null && { headers: { 'If-Match': etag } }),
    });
    showChange(`/${resource.path}`, row.id, { etag: answer.etag ?? undefined });
    notify(`${titleOf(resource, row)}: ${told}`);
  } catch (error) {
    showChange(`/${resource.path}`, row.id, before);
    if (!(error instanceof Refusal)) return notifyFailure(error);
    if (error.status === 422 && Object.keys(error.errors).some((name) => !(name in body))) {
      // The change asks for something that the row lacks: the form is where it can be given.
      notify(Object.values(error.errors).flat().join(' '), true);
      const given = Object.entries(body).map(([name, value]) => [`with.${name}`, String(value ?? '')]);
      return go(withQuery(`${path}/edit`, Object.fromEntries(given)));
    }
    // Somebody else was faster: what can be done now is asked for anew.
    refresh();
    if (error.status === 412) notify(w.record.changedMeanwhile, true);
    // A row that is gone says so itself.
    else if (error.status !== 404) notifyFailure(error);
  }
}

/** Changes one field with one tap: its state, or what a board goes by. */
export const changeState = (
  resource: Resource,
  row: Row,
  etag: string | null,
  field: Field,
  to: string,
): Promise<void> =>
  changeRow(resource, row, etag, { body: { [field.name]: to }, told: wordOf(field, to)?.label ?? to });
