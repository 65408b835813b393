/**
 * Makes the same calls with any generated client, and compares the results with plain requests. Copied beside each client; prints
 * a JSON object of the failed calls.
 */
import { last } from './jar.ts';

interface Calls {
  signIn(email: string, password: string): Promise<unknown>;
  several(): Promise<unknown>;
  range(): Promise<unknown>;
  without(): Promise<unknown>;
  search(): Promise<unknown>;
  create(name: string, zone: number): Promise<unknown>;
  update(id: number, etag: string): Promise<unknown>;
}

const plain: Readonly<Record<string, string>> = {
  several: 'status=operational,degraded&per_page=5',
  range: 'created_at[gte]=2026-01-01T00:00:00Z&created_at[lt]=2100-01-01T00:00:00Z&per_page=5',
  without: 'status[not]=operational,degraded&per_page=5',
  search: 'search=pump&per_page=5',
};

const wrong: Record<string, string> = {};
const name = `tool ${process.pid}`;

/** Only the status of a failure is compared, in any form that a client gives it. */
async function make(what: string, status: number, call: () => Promise<unknown>): Promise<unknown> {
  last.status = 0;
  const made = await call().catch((error: unknown) => error);
  if (last.status !== status)
    wrong[what] = `${last.status} ${decodeURIComponent(last.url)} ${String(made).slice(0, 200)}`;
  return made;
}

/** The total of a page, wherever a client has it. */
function totalOf(made: unknown): unknown {
  const found = /"total":(\d+)/.exec(JSON.stringify(made) ?? '');
  return found ? Number(found[1]) : undefined;
}

/** From the service itself: a validating proxy only accepts the notations of the document. */
async function read(path: string): Promise<unknown> {
  return (await fetch(`${process.env.ORIGIN}/api/v1/${path}`)).json();
}

/** The id of the first row of a page. */
function firstOf(made: unknown): number {
  return Number(/"id":(\d+)/.exec(JSON.stringify(made) ?? '')?.[1] ?? 0);
}

const made = './calls.ts';
const { calls }: { calls: Calls } = await import(made);
await make('signIn', 200, () => calls.signIn('manager@demo.test', 'password'));
for (const what of ['several', 'range', 'without', 'search'] as const) {
  const total = totalOf(await make(what, 200, () => calls[what]()));
  const { url } = last;
  const known = totalOf(await read(`materials?${plain[what]}`));
  if (!known || total !== known) wrong[what] ??= `${total} rows, not ${known}: ${decodeURIComponent(url)}`;
}
const zone = firstOf(await read('zones?allow_material=true&per_page=1'));
await make('create', 201, () => calls.create(name, zone));
const etag = last.etag;
const id = firstOf(await read(`materials?search=${encodeURIComponent(name)}&sort=-created_at`));
await make('update', 200, () => calls.update(id, etag));
await make('a stale update', 412, () => calls.update(id, etag));
await make('a failure', 422, () => calls.create('', zone));
console.log(JSON.stringify(wrong));
