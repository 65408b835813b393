/** Uploads: one after the other, also while the user is on another page. */
import { formatSize } from '../../parts/format.ts';
import { failureText, notify } from '../../parts/notices.tsx';
import { sendEntries } from '../../queue/sender.ts';
import { takeFile } from '../../queue/take.ts';
import { isAway, Refusal } from '../../service/failure.ts';
import { createStore } from '../../service/first/values.ts';
import { idempotencyKey, refresh } from '../../service/queries.ts';
import { noticeFailure, session } from '../../service/session.ts';
import { locale, w } from '../../words/words.ts';
import { type Prepared, prepare } from './prepare.ts';
import { upload } from './upload.ts';

export interface Sending {
  /** The idempotency key, with which it is added only once. */
  readonly key: string;
  /** The address of the upload. */
  readonly path: string;
  readonly name: string;
  readonly state: 'waiting' | 'preparing' | 'sending' | 'failed';
  /** The progress, 0 to 1. */
  readonly share: number;
  /** Why it was not added; empty if there is no error. */
  readonly problem: string;
  /** Whether a retry may succeed. */
  readonly mayPass: boolean;
  /** Address of its thumbnail; null if it has none. */
  readonly preview: string | null;
}

interface Job {
  readonly file: File;
  readonly keepsOriginal: boolean;
  readonly maxBytes: number;
  readonly stop: AbortController;
  prepared: Prepared | null;
}

export const sendings = createStore<readonly Sending[]>([]);
const jobs = new Map<string, Job>();
let isBusy = false;

interface Destination {
  readonly path: string;
  readonly maxBytes: number;
  readonly keepsOriginal: boolean;
}

/** Adds files to the end of the queue. */
export function sendFiles(files: readonly File[], { path, maxBytes, keepsOriginal }: Destination): void {
  const added = files.map((file): Sending => {
    const key = idempotencyKey();
    jobs.set(key, { file, keepsOriginal, maxBytes, stop: new AbortController(), prepared: null });
    return {
      ...{ key, path, name: file.name, state: 'waiting', share: 0 },
      ...{ problem: '', mayPass: false, preview: null },
    };
  });
  sendings.set([...sendings.get(), ...added]);
  void work();
}

/** Retries a failed upload. */
export function retry(key: string): void {
  change(key, { state: 'waiting', share: 0, problem: '' });
  void work();
}

/** Cancels an upload, or removes a refused one. */
export function giveUp(key: string): void {
  jobs.get(key)?.stop.abort();
  const preview = sendings.get().find((one) => one.key === key)?.preview;
  if (preview) URL.revokeObjectURL(preview);
  jobs.delete(key);
  sendings.set(sendings.get().filter((one) => one.key !== key));
}

// Files that another user has chosen are not sent.
session.subscribe(() => {
  if (session.get().state === 'in') return;
  for (const { key } of sendings.get()) giveUp(key);
});

function change(key: string, values: Partial<Sending>): void {
  sendings.set(sendings.get().map((one) => (one.key === key ? { ...one, ...values } : one)));
}

/**
 * Runs until the queue is empty. One file is decoded and sent at a time: a phone has little memory, and the service accepts few
 * at once.
 */
async function work(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (;;) {
    const next = sendings.get().find(({ state }) => state === 'waiting');
    const job = next && jobs.get(next.key);
    if (!next || !job) break;
    await sendOne(next, job);
  }
  isBusy = false;
}

async function sendOne({ key, path, name }: Sending, job: Job): Promise<void> {
  const fail = (problem: string, mayPass: boolean) => change(key, { state: 'failed', problem, mayPass });
  try {
    change(key, { state: 'preparing' });
    job.prepared ??= await prepare(job.file, job.keepsOriginal);
    const { file, thumbnail, undecoded } = job.prepared;
    if (!jobs.has(key)) return;
    const known = sendings.get().find((one) => one.key === key)?.preview;
    const preview = known ?? (thumbnail && URL.createObjectURL(thumbnail));
    change(key, { state: 'sending', preview });
    if (file.size === 0) return fail(w.files.empty, false);
    if (file.size > job.maxBytes) {
      return fail(w.files.tooLarge(formatSize(file.size, locale), formatSize(job.maxBytes, locale)), false);
    }
    // Behind what waits of the row.
    if (await keepForLater(key, path, job.prepared, false)) return giveUp(key);
    await upload(path, {
      ...{ body: bodyOf(job.prepared), key, signal: job.stop.signal },
      onProgress: (share) => change(key, { share }),
    });
    giveUp(key);
    notify(undecoded ? w.files.undecoded(name) : w.files.added(name));
    refresh();
  } catch (error) {
    if (!jobs.has(key)) return;
    noticeFailure(error);
    if (isAway(error) && job.prepared && (await keepForLater(key, path, job.prepared, true)))
      return giveUp(key);
    const said = error instanceof Refusal ? Object.values(error.errors).flat()[0] : undefined;
    fail(said ?? failureText(error), mayBeTaken(error));
  }
}

/** Keeps a file where it has to wait for a network. @returns whether it waits now */
const keepForLater = async (
  key: string,
  path: string,
  { file, name, thumbnail }: Prepared,
  hasFailed: boolean,
) => {
  const isKept = await takeFile(path, { blob: file, name, thumbnail }, key, hasFailed);
  if (isKept) void sendEntries();
  return isKept;
};

/** Whether the same file may be accepted later. */
const mayBeTaken = (error: unknown): boolean =>
  !(error instanceof Refusal) || [408, 409, 429].includes(error.status) || error.status >= 500;

function bodyOf({ file, name, thumbnail }: Prepared): FormData {
  const body = new FormData();
  body.append('file', file, name);
  if (thumbnail) body.append('thumbnail', thumbnail, 'thumbnail.jpg');
  return body;
}
