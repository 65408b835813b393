/**
 * Chooses the writer of several hosts: every process uses the first host in order that accepts writes. If an earlier host
 * returns, it becomes the writer again after it has been stable for a while. This only changes between nodes of one cluster.
 * Independent servers that both accept writes have different data, and this code does not choose between them.
 */

import type { WriterNews } from '../database/hosts.ts';
import { type DatabaseHost, hostName } from '../database/settings.ts';
import type { AskHost, HostAnswer } from './connection.ts';
import { Elsewhere, overlapMs } from './elsewhere.ts';
import { manyPrimaries, severalNodes, severalTruths } from './news.ts';
import type { ServerState } from './state.ts';

/** No host accepts writes, or several independent ones do. Its code marks the database as unreachable. */
class NoWriterError extends Error {
  override readonly name = 'NoWriterError';
  readonly code = 'NO_WRITER';
}

/** The number of successful checks in a row before a host becomes the writer again. */
const steadyChecks = 3;
/** The number of checks in a row that a host may be silent. A host that refuses connections is replaced at once. */
const silentChecks = 2;
export class Writer {
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]];
  readonly #ask: AskHost;
  readonly #now: () => number;
  readonly #listeners: ((news: WriterNews) => void)[] = [];
  #current: DatabaseHost | null = null;
  #changedAt = Number.NEGATIVE_INFINITY;
  #choosing: Promise<DatabaseHost> | null = null;
  #checking: Promise<void> | null = null;
  #steady = new Map<DatabaseHost, number>();
  #silent = 0;
  #index: number | null = null;
  #elsewhere = new Elsewhere();
  #warned: WriterNews | null = null;

  /** @param now milliseconds */
  constructor(hosts: Writer['hosts'], ask: AskHost, now: () => number = Date.now) {
    this.hosts = hosts;
    this.#ask = ask;
    this.#now = now;
  }

  /** The present writer; null if none is known. */
  get current(): DatabaseHost | null {
    return this.#current;
  }

  /**
   * Whether other processes may use another writer: if it is not the first host, and for a while after each change. Reads on a
   * cluster then wait for writes on other nodes.
   */
  get careful(): boolean {
    return this.#current !== this.hosts[0] || this.#now() - this.#changedAt < overlapMs;
  }

  /** Whether the cluster is also written to on another node. */
  get writtenElsewhere(): boolean {
    return this.#elsewhere.isSo(this.#now());
  }

  /**
   * The position of the node in use, in an order of all: by its position among the hosts, then in the cluster. Null while
   * unknown.
   */
  get place(): number | null {
    return this.#index === null || !this.#current
      ? null
      : 1000 * this.hosts.indexOf(this.#current) + this.#index;
  }

  /** A new listener receives earlier warnings. */
  listen(listener: (news: WriterNews) => void): void {
    this.#listeners.push(listener);
    if (this.#warned) listener(this.#warned);
  }

  /** The host to connect to. @throws NoWriterError if none accepts writes; another error of the first host */
  async host(): Promise<DatabaseHost> {
    if (this.#current) return this.#current;
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = null;
    });
    return this.#choosing;
  }

  /** Queries a host that refused connections, with one query for all callers. @throws its error if it is gone */
  async knock(host: DatabaseHost): Promise<void> {
    const answer = await this.#ask(host);
    if (answer.kind === 'gone') throw answer.error;
  }

  /** Marks a host as lost, so that the next connection chooses another one. */
  leave(host: DatabaseHost, why: string, gone: boolean): void {
    if (this.#current !== host) return;
    this.#current = null;
    this.#silent = 0;
    const sentence = `The database at ${hostName(host)} can no longer be written to: ${why}.`;
    this.#tell({ kind: 'lost', host, sentence, gone });
  }

  /** Checks the hosts again: the writer, and the hosts before it. One check at a time. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #check(): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    const before = this.hosts.slice(0, this.hosts.indexOf(current));
    const [own, ...others] = await Promise.all([current, ...before].map(this.#ask));
    if (own === undefined || this.#current !== current) return;
    if (own.kind === 'gone') {
      this.#silent = own.silent ? this.#silent + 1 : silentChecks;
      if (this.#silent >= silentChecks) this.leave(current, own.error.message, true);
      return;
    }
    this.#silent = 0;
    if (own.kind === 'closed') return;
    if (own.state.refusal !== null) return this.leave(current, own.state.refusal, false);
    this.#heed(current, own.state);
    // A group has one primary: another member that claims to be it has outdated information.
    if (own.state.member === null) this.#returnTo(before, others, current, own.state);
  }

  /** @param answers of the hosts before the current one, in their order */
  #returnTo(
    before: readonly DatabaseHost[],
    answers: readonly HostAnswer[],
    current: DatabaseHost,
    { cluster, view }: ServerState,
  ): void {
    for (const [index, host] of before.entries()) {
      const answer = answers[index];
      const fit = answer?.kind === 'state' && answer.state.refusal === null;
      if (fit && (cluster === null || answer.state.cluster !== cluster))
        this.#warn(current, severalTruths([current, host]));
      const together = fit && cluster !== null && answer.state.cluster === cluster;
      // A node that was frozen still reports its former view, until it learns that the others have formed another one.
      const known = together && answer.state.view?.name === view?.name;
      this.#steady.set(host, known ? (this.#steady.get(host) ?? 0) + 1 : 0);
    }
    const fit = before.find((host) => (this.#steady.get(host) ?? 0) >= steadyChecks);
    if (fit) this.#take(fit);
  }

  async #choose(): Promise<DatabaseHost> {
    const answers = await Promise.all(this.hosts.map(this.#ask));
    const states = this.hosts.flatMap((host, index) => {
      const answer = answers[index];
      return answer?.kind === 'state' ? [{ host, ...answer.state }] : [];
    });
    const fit = states.filter(({ refusal }) => refusal === null);
    const [first] = fit;
    // A host that refuses our connections may be the writer of other processes.
    const closed = answers.find((answer, index) => {
      const before = first === undefined || index < this.hosts.indexOf(first.host);
      return answer.kind === 'closed' && before;
    });
    if (closed?.kind === 'closed') throw closed.error;
    if (first === undefined) throw this.#none(answers);
    const clusters = new Set(fit.map(({ cluster }) => cluster));
    if (fit.length > 1 && (clusters.size > 1 || clusters.has(null)))
      throw new NoWriterError(severalTruths(fit.map(({ host }) => host)));
    // A host that was away still believes that it is in its cluster, or its primary, until it learns of the others: their
    // information is newer.
    const votes = ({ member, view }: ServerState) =>
      states.filter((other) =>
        member ? other.member?.primary === member.id : other.view?.name === view?.name,
      ).length;
    const isBetter = (one: ServerState, best: ServerState) =>
      votes(one) - votes(best) || (one.view?.number ?? 0) - (best.view?.number ?? 0);
    const chosen = fit.reduce((best, one) => (isBetter(one, best) > 0 ? one : best), first);
    this.#take(chosen.host);
    this.#heed(chosen.host, chosen);
    return chosen.host;
  }

  #none(answers: readonly HostAnswer[]): Error {
    const [alone] = answers;
    if (answers.every((answer) => answer.kind === 'gone') && alone?.kind === 'gone') return alone.error;
    const told = this.hosts.map((host, index) => {
      const answer = answers[index];
      if (answer?.kind === 'state')
        return `${hostName(host)}: ${answer.state.refusal ?? 'it can be written to'}`;
      return `${hostName(host)}: ${answer?.error.message ?? 'nobody knows'}`;
    });
    return new NoWriterError(`None of the database’s hosts takes writes (${told.join('; ')}).`);
  }

  #take(host: DatabaseHost): void {
    this.#changedAt = this.#now();
    this.#current = host;
    this.#silent = 0;
    this.#elsewhere = new Elsewhere();
    this.#steady.clear();
    const sentence = `The database is written to at ${hostName(host)}.`;
    this.#tell({ kind: 'writes to', host, sentence, gone: false });
  }

  /** Records the state of the node in use, and warns if others write elsewhere. */
  #heed(host: DatabaseHost, state: ServerState): void {
    this.#index = state.index;
    this.#elsewhere.note(state, this.#now());
    if (state.manyPrimaries) this.#warn(host, manyPrimaries(host));
    const sentence = severalNodes(host);
    if (this.writtenElsewhere) this.#warn(host, sentence);
    else if (this.#warned?.sentence === sentence) this.#warned = null;
  }

  /** Each warning is sent once, until another one follows. */
  #warn(host: DatabaseHost, sentence: string): void {
    if (this.#warned?.sentence === sentence) return;
    this.#warned = { kind: 'several', host, sentence, gone: false };
    this.#tell(this.#warned);
  }

  #tell(news: WriterNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}
