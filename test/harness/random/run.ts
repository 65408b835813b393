/** Runs the steps of a random run one after the other, and compares every answer with the database. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Reply } from '../client.ts';
import { faultIn } from './answer.ts';
import { type Entry, entriesOf } from './entries.ts';
import { brokenRules, measure } from './invariants.ts';
import { type Row, readRows, tableOf } from './rows.ts';
import type { Choice } from './shapes.ts';
import { marks, type SmallWorld, siteIds } from './small-world.ts';
import type { Deed, Step, Write } from './step.ts';

/** A request, ready to be sent. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Table and site of its row; null if the row does not exist. */
  readonly target: { readonly table: string; readonly id: number; readonly site: number | null } | null;
}

let requests = 0;

export class Run {
  readonly #world: SmallWorld;
  /** Receives the statuses of all answers, to check that not all were refusals. */
  readonly #seen: (status: number) => void;
  #rows: readonly Row[] = [];

  constructor(world: SmallWorld, seen: (status: number) => void) {
    this.#world = world;
    this.#seen = seen;
  }

  get #knex(): Knex {
    return this.#world.knex;
  }

  /** Runs a step, then checks everything. @throws AssertionError for a violation */
  async take(step: Step): Promise<void> {
    this.#rows = await readRows(this.#knex);
    const before = await measure(this.#knex);
    const changed = await this.#dispatch(step);
    if (!changed)
      expect(await measure(this.#knex), 'what was refused or rehearsed leaves no trace').to.equal(before);
    const broken = await brokenRules(this.#knex);
    expect(broken.length, broken.join('\n')).to.equal(0);
  }

  /** @returns whether any answer was a success */
  async #dispatch(step: Step): Promise<boolean> {
    if ('deed' in step) return this.#one(step.by, step.deed, step.dry);
    if ('twice' in step) return this.#twice(step.by, step.twice);
    if ('batch' in step) return this.#batch(step.by, step.batch, step.dry);
    if ('pair' in step) return this.#pair(step.pair);
    return this.#rivals(step);
  }

  async #one(by: string, deed: Deed, dry: boolean): Promise<boolean> {
    const site = await this.#siteOf(by);
    const sent = await this.#prepare(deed, site, marks[site ?? 0] ?? '');
    const version = await this.#versionOf(sent);
    const { reply, id } = await this.#send(by, sent, site, dry ? { Prefer: 'dry-run' } : {});
    const done = reply.status < 300 && !dry && sent.method !== 'GET';
    if (done && sent.target?.site)
      expect(sent.target.site, 'a row of another site is not changed').to.equal(site);
    if ('match' in deed && deed.match === 'stale') expect(reply.status, 'a stale edit').to.be.at.least(400);
    const entries = await this.#entries(id);
    const isWrite = deed.do !== 'read' && deed.do !== 'switch';
    const altered = sent.method !== 'PATCH' || (await this.#versionOf(sent)) !== version;
    expect(entries.length, `entries for ${reply.status}`).to.equal(done && isWrite && altered ? 1 : 0);
    for (const entry of entries) {
      expect(Number(entry.user_id), 'who did it').to.equal(this.#world.idOf(by));
      expect(Number(entry.record_id), 'to what').to.equal(reply.body?.data?.id ?? sent.target?.id);
    }
    return done && (altered || !isWrite);
  }

  async #twice(by: string, deed: Write): Promise<boolean> {
    const site = await this.#siteOf(by);
    const sent = await this.#prepare(deed, site, marks[site ?? 0] ?? '');
    requests += 1;
    const key = { 'Idempotency-Key': `key ${requests}` };
    const first = await this.#send(by, sent, site, key);
    const second = await this.#send(by, sent, site, key);
    const done = first.reply.status < 300;
    expect(second.reply.status, 'the second time').to.equal(first.reply.status);
    expect((await this.#entries(first.id)).length).to.equal(done ? 1 : 0);
    expect(await this.#entries(second.id), 'nothing is done twice').to.deep.equal([]);
    if (done) expect(second.reply.text).to.equal(first.reply.text);
    return done;
  }

  async #batch(by: string, deeds: readonly Write[], dry: boolean): Promise<boolean> {
    const site = await this.#siteOf(by);
    const all: Sent[] = [];
    for (const deed of deeds) all.push(await this.#prepare(deed, site, marks[site ?? 0] ?? ''));
    const operations = all.map(({ method, path, body, headers }) => ({
      method,
      path,
      body: body ?? null,
      if_match: headers['If-Match'] ?? null,
    }));
    const sent: Sent = { method: 'POST', path: '/batch', body: { operations }, headers: {}, target: null };
    const { reply, id } = await this.#send(by, sent, site, dry ? { Prefer: 'dry-run' } : {});
    const done = reply.status < 300 && !dry;
    const least = done ? all.filter(({ method }) => method !== 'PATCH').length : 0;
    expect((await this.#entries(id)).length, 'entries of a batch').to.be.within(least, done ? all.length : 0);
    return done;
  }

  /** Two at once. After a request that changes the other's sites, the mark of a row is unknown: it has none. */
  async #pair(pair: Extract<Step, { readonly pair: unknown }>['pair']): Promise<boolean> {
    const all: { by: string; sent: Sent }[] = [];
    for (const { by, deed } of pair)
      all.push({ by, sent: await this.#prepare(deed, await this.#siteOf(by), '') });
    const replies = await bothOf(all.map(({ by, sent }) => this.#send(by, sent, siteIds.hq)));
    for (const [index, { reply, id }] of replies.entries()) {
      const most = reply.status < 300 ? 1 : 0;
      const least = all[index]?.sent.method === 'PATCH' ? 0 : most;
      expect((await this.#entries(id)).length, 'entries of one of two').to.be.within(least, most);
    }
    return replies.some(({ reply }) => reply.status < 300);
  }

  /** Two users who have read the same version both change it: only one may succeed. */
  async #rivals({ rivals, path, on }: Extract<Step, { readonly rivals: unknown }>): Promise<boolean> {
    const site = await this.#siteOf(rivals[0]);
    const edits = rivals.map(
      (_, index) =>
        ({ do: 'update', path, on, match: 'current', body: { name: `Rival ${requests}.${index}` } }) as const,
    );
    const all = await Promise.all(edits.map((edit) => this.#prepare(edit, site, '')));
    const replies = await bothOf(
      all.map((sent, index) => this.#send(rivals[index] ?? rivals[0], sent, siteIds.hq)),
    );
    const winners = replies.filter(({ reply }) => reply.status < 300);
    expect(winners.length, 'of two edits of one version at most one is made').to.be.at.most(1);
    for (const { id } of winners)
      expect((await this.#entries(id)).length, 'entries of the winner').to.equal(1);
    return winners.length > 0;
  }

  async #send(
    by: string,
    sent: Sent,
    site: number | null,
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ reply: Reply; id: string }> {
    requests += 1;
    const id = `request-${requests}`;
    const reply = await this.#world
      .client(by)
      .send(sent.method, sent.path, sent.body, { 'X-Request-Id': id, ...sent.headers, ...more });
    this.#seen(reply.status);
    const told = `${by} at ${site}: ${sent.method} ${sent.path} ${JSON.stringify(sent.body)} → ${reply.status} ${reply.text.slice(0, 600)}`;
    expect(faultIn(reply), told).to.equal(null);
    if (site !== siteIds.hq) {
      for (const [other, mark] of Object.entries(marks)) {
        if (Number(other) !== site)
          expect(reply.text.includes(mark), `a row of ${mark} is shown to ${told}`).to.equal(false);
      }
    }
    return { reply, id };
  }

  async #prepare(deed: Deed, site: number | null, mark: string): Promise<Sent> {
    const none = { body: undefined, headers: {}, target: null };
    if (deed.do === 'read') return { ...none, method: 'GET', path: `/${deed.path}` };
    if (deed.do === 'switch')
      return {
        ...none,
        method: 'PATCH',
        path: '/user/site',
        body: { site_id: this.#rowOf(deed.to, null).id },
      };
    const body = 'body' in deed ? this.#resolve(deed.body, site, mark) : undefined;
    if (deed.do === 'create') return { ...none, method: 'POST', path: `/${deed.path}`, body };
    const row = this.#rowOf(deed.on, site);
    const target = { table: tableOf(deed.path), id: row.id, site: row.site };
    if (deed.do === 'act')
      return { ...none, method: 'POST', path: `/${deed.path}/${row.id}/${deed.action}`, body };
    const version = (await this.#versionOf({ target })) ?? 1;
    const tag =
      deed.match === 'none' ? {} : { 'If-Match': `"${deed.match === 'stale' ? version + 1 : version}-x"` };
    return {
      method: deed.do === 'update' ? 'PATCH' : 'DELETE',
      path: `/${deed.path}/${row.id}`,
      body,
      headers: tag,
      target,
    };
  }

  /** Replaces placeholders of a body by rows and words. */
  #resolve(value: unknown, site: number | null, mark: string): unknown {
    if (Array.isArray(value)) return [...new Set(value.map((one) => this.#resolve(one, site, mark)))];
    if (typeof value !== 'object' || value === null) return value;
    if (isChoice(value)) return this.#rowOf(value, site).id;
    if ('marked' in value) return `${String(value.marked)} ${mark}`;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, this.#resolve(one, site, mark)]),
    );
  }

  #rowOf({ pick, at, far }: Choice, site: number | null): Row {
    const all = this.#rows.filter(({ path }) => path === pick);
    const near = all.filter((row) => row.site === null || row.site === site);
    const among = far || near.length === 0 ? all : near;
    return among[at % Math.max(1, among.length)] ?? { path: pick, id: 2_000_000_000, site: null };
  }

  async #versionOf({ target }: Pick<Sent, 'target'>): Promise<number | null> {
    if (!target) return null;
    const row = await this.#knex(target.table).where({ id: target.id }).first('version');
    return row ? Number(row.version) : null;
  }

  async #siteOf(name: string): Promise<number | null> {
    const row = await this.#knex('users')
      .where({ id: this.#world.idOf(name) })
      .first('current_site_id');
    return row.current_site_id === null ? null : Number(row.current_site_id);
  }

  #entries(id: string): Promise<Entry[]> {
    return entriesOf(this.#knex, id);
  }
}

/** Waits for all of them even if one fails: it must not continue into the next run. */
async function bothOf<T>(requests: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(requests);
  return Promise.all(requests);
}

function isChoice(value: object): value is Choice {
  return 'pick' in value && 'at' in value && 'far' in value;
}
