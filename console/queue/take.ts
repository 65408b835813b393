/** Takes writes that have to wait for a network, as far as definitions say that they may (`view.offline`). */

import { kindOf } from '../kinds/kinds.tsx';
import { isObject } from '../kinds/nested.ts';
import { notify } from '../parts/notices.tsx';
import type { Answer, Call } from '../service/call.ts';
import { type Resource, type Row, titleOf } from '../service/metadata.ts';
import { idempotencyKey } from '../service/queries.ts';
import type { AnsweredRow } from '../service/seen/unsent.ts';
import { present, resourceAt, seenAt } from '../service/session.ts';
import { w } from '../words/words.ts';
import {
  isLost,
  isOfRow,
  isTemporary,
  type QueuedFile,
  type QueueEntry,
  temporaryId,
  temporaryIn,
} from './entry.ts';
import { addEntry, changeEntries, entries } from './kept-entries.ts';
import { laidRow, madeRow } from './lay.ts';
import { laying } from './laying.ts';

/** Whether it is known that nothing arrives. */
const isOffline = (): boolean => !navigator.onLine || seenAt.get() !== null;

const ownRow = /^\/([\w-]+)(?:\/(-?\d+))?$/;
const hungOn = /^\/([\w-]+)\/(-?\d+)\/[\w-]+$/;

/** @returns null where it need not wait, or cannot */
export async function takeWrite(
  path: string,
  call: Call,
  hasFailed: boolean,
): Promise<Answer<AnsweredRow> | null> {
  const { method = '', body, seen, headers = {}, timed } = call;
  const [, name = '', number] = ownRow.exec(path) ?? [];
  const resource = resourceAt(name);
  if (!resource || !seen || !isObject(body)) return null;
  const does = number === undefined ? 'make' : 'change';
  if (method !== (does === 'make' ? 'POST' : 'PATCH')) return null;
  const id = does === 'change' ? Number(number) : newId();
  const others = entries.get().filter((one) => isOfRow(one, name, id));
  const mustWait = hasFailed || isOffline() || others.length > 0 || temporaryIn(body).length > 0;
  if (!mustWait || !mayWait(resource, does, id, body)) return null;
  const at = moment();
  const mark = does === 'make' ? madeAt(resource) : (timed ?? changedAt(resource, seen, body));
  // What may have arrived comes again as it was.
  const isTimed = mark !== undefined && !(mark in body) && !(hasFailed && does === 'make');
  const entry: QueueEntry = {
    ...begun(resource, id, does, path),
    key: headers['Idempotency-Key'] ?? idempotencyKey(),
    at,
    body: isTimed ? { ...body, [mark]: new Date(at).toISOString() } : body,
    timed: isTimed ? mark : null,
    seen: { ...seen, id },
    etag: headers['If-Match'] ?? null,
    tried: hasFailed ? at : null,
  };
  const [last] = others.slice(-1);
  const isMended = last && last.does !== 'hang' && (last.state === 'refused' || isLost(last, entries.get()));
  const kept = (isMended && (await mend(last, entry))) || (await addEntry(entry));
  if (!kept) {
    notify(w.queue.full, true);
    return null;
  }
  const row = madeRow(resource, id, laying()) ?? laidRow(resource, entry.seen, laying());
  return { body: { data: row }, etag: entry.etag };
}

/** Whether a write may wait. What is changed of a row that is not made yet is all its own. */
function mayWait(
  { view: { offline } }: Resource,
  does: QueueEntry['does'],
  id: number,
  body: object,
): boolean {
  if (does === 'make') return offline?.create === true;
  return isTemporary(id) || Object.keys(body).every((name) => offline?.update?.includes(name));
}

/** What was refused is mended by what is changed after it: one write, not two. The time of a state goes with it. */
function mend(refused: QueueEntry, { body, key, timed, resource }: QueueEntry): Promise<boolean> {
  const state = resourceAt(resource)?.states?.field ?? '';
  const isOther = refused.does === 'change' && state in body;
  const kept = Object.entries(refused.body).filter(([name]) => !(isOther && name === refused.timed));
  const mended = { ...refused, ...fresh, key, body: { ...Object.fromEntries(kept), ...body } };
  return changeEntries([[refused.key, { ...mended, timed: isOther ? timed : refused.timed }]]);
}

const fresh = {
  state: 'waiting',
  words: '',
  tried: null,
  tries: 0,
  next: 0,
  isPutOff: false,
  now: null,
} as const;

function begun(
  { path: resource }: Resource,
  id: number,
  does: QueueEntry['does'],
  path: string,
): Omit<QueueEntry, 'key' | 'at' | 'seen'> {
  const { id: person, current_site_id: site } = present().user;
  return {
    ...{ person, site, resource, id, does, path },
    ...{ body: {}, file: null, etag: null, timed: null },
    ...fresh,
  };
}

/** No two are of the same moment. */
const moment = (): number => Math.max(Date.now(), (entries.get().at(-1)?.at ?? 0) + 1);

const newId = (): number =>
  temporaryId(
    Date.now(),
    entries.get().map(({ id }) => id),
  );

/** The field with the time of a new row, where that is now by itself. */
const madeAt = ({ fields }: Resource): string | undefined =>
  fields.find((field) => field.default === 'now' && kindOf(field).clock === 'instant')?.name;

/** The field with the time of a change to another state, where it has none yet. */
function changedAt({ states, view: { offline } }: Resource, seen: Row, body: object): string | undefined {
  const state = states && Object.entries(body).find(([name]) => name === states.field)?.[1];
  const mark = offline?.at?.[String(state)];
  return mark !== undefined && (seen[mark] ?? null) === null ? mark : undefined;
}

/**
 * Takes a file that is to hang on a row.
 * @param path where it is added
 * @returns whether it is kept, to be sent later
 */
export async function takeFile(
  path: string,
  file: QueuedFile,
  key: string,
  hasFailed: boolean,
): Promise<boolean> {
  const [, name = '', id = ''] = hungOn.exec(path) ?? [];
  const resource = resourceAt(name);
  const others = entries.get().filter((one) => isOfRow(one, name, Number(id)));
  if (!resource || !(hasFailed || isOffline() || others.length > 0)) return false;
  const { create, update } = resource.view.offline ?? {};
  if (!create && !update) return false;
  const at = moment();
  const entry = { ...begun(resource, Number(id), 'hang', path), key, at, file, tried: hasFailed ? at : null };
  const kept = await addEntry({ ...entry, seen: { id: Number(id) } });
  if (!kept) notify(w.queue.full, true);
  return kept;
}

/** What the row of an entry is called. */
export function titleOfEntry({ resource: path, seen, body, does }: QueueEntry): string {
  const resource = resourceAt(path);
  if (!resource) return path;
  const making = entries.get().find((one) => one.does === 'make' && isOfRow(one, path, seen.id));
  if (making && does !== 'make') return titleOfEntry(making);
  return does === 'make' ? titleOf(resource, { ...seen, ...body }) : titleOf(resource, seen);
}
