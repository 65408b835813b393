/** Sends what waits, one after the other, in one tab at a time, while the service can be reached. */
import { notify } from '../parts/notices.tsx';
import { go } from '../place/place.tsx';
import { consoleRoot } from '../service/address.ts';
import { type Answer, actorText, type Call, call } from '../service/call.ts';
import { Refusal } from '../service/failure.ts';
import { createStore } from '../service/first/values.ts';
import type { Row } from '../service/metadata.ts';
import { idempotencyKey, queries, refresh, showChange } from '../service/queries.ts';
import { forgetRow } from '../service/seen/forget.ts';
import type { AnsweredRow } from '../service/seen/unsent.ts';
import { loadSession, noticeFailure, resourceAt, session, type User } from '../service/session.ts';
import { w } from '../words/words.ts';
import { isOfRow, isOld, isTemporary, nextEntry, type QueueEntry, withId } from './entry.ts';
import { changeEntries, type EntryChange, entries, readEntries } from './kept-entries.ts';
import { titleOfEntry } from './take.ts';
import { following, merged, pauseAfter, verdictOn } from './verdict.ts';
import { askToBeWoken } from './wake.ts';

/** The key of the one that is on its way; empty for none. */
export const sendingKey = createStore('');

let timer: ReturnType<typeof setTimeout> | undefined;
/** How often the service was not there. */
let misses = 0;

/** Those of the present site; none where nobody is signed in. */
function ownEntries(): readonly QueueEntry[] {
  const { state, present } = session.get();
  return state === 'in' ? entries.get().filter(({ site }) => site === present.user.current_site_id) : [];
}

const waiting = (): QueueEntry[] =>
  ownEntries().filter((one) => one.state === 'waiting' && !isOld(one, Date.now()));

/** The row that is still to be made and whose form is open. */
function openRow(): number | null {
  const id = Number(/\/(-\d+)\/edit$/.exec(location.pathname)?.[1]);
  return isTemporary(id) ? id : null;
}

/**
 * Sends what can be sent, once no other tab does, and tries the rest again by itself.
 * @param isBack whether the network has just come back: only what the service has put off waits for its time
 */
export async function sendEntries(isBack = false): Promise<void> {
  clearTimeout(timer);
  if (waiting().length === 0) return;
  if (isBack) misses = 0;
  // Where pages are not served safely there are no locks; keys and versions keep two tabs from doing a thing twice.
  if (!navigator.locks) await sendAll(isBack);
  else await navigator.locks.request(`millwright queue ${consoleRoot}`, () => sendAll(isBack));
  clearTimeout(timer);
  const [first, ...others] = waiting().map(({ next }) => next);
  if (first === undefined) return;
  void askToBeWoken();
  const wait = Math.max(Math.min(first, ...others) - Date.now(), misses > 0 ? pauseAfter(misses) : 1000);
  timer = setTimeout(() => void sendEntries(), wait);
}

async function sendAll(isBack: boolean): Promise<void> {
  await readEntries();
  const late = isBack ? waiting().filter(({ next, isPutOff }) => next > 0 && !isPutOff) : [];
  if (late.length > 0) await changeEntries(late.map((one) => [one.key, { ...one, next: 0 }]));
  const next = () => nextEntry(ownEntries(), Date.now(), openRow());
  if (!next() || !(await isStillHere())) return;
  for (let entry = next(); entry && (await sendEntry(entry)); ) entry = next();
  sendingKey.set('');
  refresh();
}

/** Whether the service is there, and takes this browser for the person and the site that the page shows: another tab may have changed both. */
async function isStillHere(): Promise<boolean> {
  const { present } = session.get();
  try {
    const { data } = (await call<{ data: User }>('/user')).body;
    misses = 0;
    const isSame = data.id === present?.user.id && data.current_site_id === present.user.current_site_id;
    if (!isSame) void loadSession();
    return isSame;
  } catch (error) {
    misses += 1;
    noticeFailure(error);
    return false;
  }
}

/** @returns whether others may be sent after it */
async function sendEntry(given: QueueEntry): Promise<boolean> {
  const entry = { ...given, tries: given.tries + 1, tried: given.tried ?? Date.now() };
  // Another tab may have discarded it.
  if (!(await changeEntries([[entry.key, entry]]))) return true;
  sendingKey.set(entry.key);
  try {
    await settle(entry, await call<AnsweredRow>(entry.path, requestOf(entry)));
    return true;
  } catch (error) {
    noticeFailure(error);
    return heed(entry, error);
  }
}

function requestOf({ person, site, does, key, etag, body, file }: QueueEntry): Call {
  // The page may show another site by the time at which it is sent.
  const headers = {
    'X-Actor': actorText(person, site),
    'Idempotency-Key': key,
    ...(etag !== null && { 'If-Match': etag }),
  };
  if (!file) return { method: does === 'make' ? 'POST' : 'PATCH', headers, body };
  const form = new FormData();
  form.append('file', file.blob, file.name);
  if (file.thumbnail) form.append('thumbnail', file.thumbnail, 'thumbnail.jpg');
  return { method: 'POST', headers, body: form };
}

/** It is done: what comes after it goes on from there. */
async function settle(entry: QueueEntry, { body: { data: row }, etag }: Answer<AnsweredRow>): Promise<void> {
  const { key, does, resource, id } = entry;
  const fields = resourceAt(resource)?.fields ?? [];
  const others = entries.get().filter((one) => one.key !== key);
  const next = others.map((one) => {
    const named = does === 'make' ? withId(one, id, row.id) : one;
    return does !== 'hang' && isOfRow(named, resource, row.id) ? following(named, row, etag, fields) : named;
  });
  if (does !== 'hang') showAnswered(resource, row, etag);
  const changed = next.filter((one, index) => one !== others[index]);
  await changeEntries([[key, null], ...changed.map((one): EntryChange => [one.key, one])]);
  const [start, end] = location.pathname.slice(consoleRoot.length).split(`/${id}`);
  if (does === 'make' && end !== undefined)
    go(`${start}/${row.id}${end}${location.search}`, { replace: true });
}

/** What is on the page knows it before it is asked for anew. */
function showAnswered(resource: string, row: Row, etag: string | null): void {
  showChange(`/${resource}`, row.id, { ...row, ...(etag !== null && { etag }) });
  queries.setQueriesData<Answer<AnsweredRow>>(
    { predicate: ({ queryKey: [path] }) => String(path).startsWith(`/${resource}/${row.id}?`) },
    (answer) => answer && { ...answer, etag, body: { data: { ...answer.body.data, ...row } } },
  );
}

/** Does what an answer that is none of those that one hopes for calls for. @returns whether others may be sent */
async function heed(entry: QueueEntry, error: unknown): Promise<boolean> {
  // Somebody may have discarded it meanwhile.
  if (!entries.get().some(({ key }) => key === entry.key)) return true;
  const verdict = verdictOn(entry, error, Date.now(), idempotencyKey);
  if (verdict.do === 'stop') return false;
  if (verdict.do === 'look') return look(entry);
  await replace(entry, verdict.entry);
  if (verdict.do === 'again') return !verdict.isForAll;
  const { present } = session.get();
  const isLost = error instanceof Refusal && [403, 404].includes(error.status);
  const resource = resourceAt(entry.resource);
  if (isLost && present && resource) await forgetRow(present, resource, entry.id);
  return true;
}

async function replace(before: QueueEntry, after: QueueEntry): Promise<void> {
  await changeEntries([[before.key, after]]);
  if (after.state === 'waiting') return;
  const words = after.state === 'asks' ? w.queue.asks : after.words;
  notify(`${titleOfEntry(after)}: ${words}`, true, '/-/queue');
}

/** Looks at a row that somebody else has changed. */
async function look(entry: QueueEntry): Promise<boolean> {
  const { resource, id } = entry;
  try {
    const now = await call<AnsweredRow>(`/${resource}/${id}?with=can`);
    const row = now.body.data;
    const next = merged(entry, { row, etag: now.etag }, resourceAt(resource)?.fields ?? [], idempotencyKey);
    if (next) await replace(entry, next);
    else await settle(entry, now);
    return true;
  } catch (error) {
    noticeFailure(error);
    return heed(entry, error);
  }
}
