/**
 * Which of several hosts is written to: by every process the first in order that takes writes. Where one that goes before
 * comes back, it is returned to once it has held for a while. Only nodes of one cluster are changed between so: servers
 * that do not belong together and both take writes hold different data, and this code does not choose between them.
 */

import type { WriterNews } from '../database/hosts.ts';
import { type DatabaseHost, hostName } from '../database/settings.ts';
import type { AskHost, HostAnswer } from './connection.ts';
import { Elsewhere, overlapMs } from './elsewhere.ts';
import { manyPrimaries, severalNodes, severalTruths } from './news.ts';
import type { ServerState } from './state.ts';

/** No host, or no only one, can be written to. The code makes it a database that is out of reach. */
class NoWriterError extends Error {
  override readonly name = 'NoWriterError';
  readonly code = 'NO_WRITER';
}

/** So many checks in a row a host has to be fit before it is returned to. */
const steadyChecks = 3;
/** So many checks in a row a host may say nothing. One that refuses connections is left at once. */
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

  /** The host that is written to; null while none is known. */
  get current(): DatabaseHost | null {
    return this.#current;
  }

  /**
   * Whether others may write elsewhere: on another host than the first, and for a while after each choice. Then reads on a cluster
   * wait for what has been written on its other nodes.
   */
  get careful(): boolean {
    return this.#current !== this.hosts[0] || this.#now() - this.#changedAt < overlapMs;
  }

  /** Whether the cluster is written to on another node as well. */
  get writtenElsewhere(): boolean {
    return this.#elsewhere.isSo(this.#now());
  }

  /**
   * Where the node in use stands in an order of all: by its place among the hosts, then in the cluster. Null while unknown.
   */
  get place(): number | null {
    return this.#index === null || !this.#current
      ? null
      : 1000 * this.hosts.indexOf(this.#current) + this.#index;
  }

  /** A new listener gets earlier warnings. */
  listen(listener: (news: WriterNews) => void): void {
    this.#listeners.push(listener);
    if (this.#warned) listener(this.#warned);
  }

  /** The host to connect to. @throws NoWriterError where none takes writes, or the first host's error that is no such thing */
  async host(): Promise<DatabaseHost> {
    if (this.#current) return this.#current;
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = null;
    });
    return this.#choosing;
  }

  /** Asks a host that refused connections whether it takes them now, with one question for all who want to know. @throws its error where it is gone */
  async knock(host: DatabaseHost): Promise<void> {
    const answer = await this.#ask(host);
    if (answer.kind === 'gone') throw answer.error;
  }

  /** Takes a host for lost, so that the next connection looks for another one. */
  leave(host: DatabaseHost, why: string, gone: boolean): void {
    if (this.#current !== host) return;
    this.#current = null;
    this.#silent = 0;
    const sentence = `The database at ${hostName(host)} can no longer be written to: ${why}.`;
    this.#tell({ kind: 'lost', host, sentence, gone });
  }

  /** Looks at the hosts anew: at the one that is written to, and at those that go before it. One look at a time. */
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
    // A group has one primary: another one that says so has not heard yet that it no longer is.
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
      // One that was frozen takes itself for a part of the view that it was in, until it hears that the others have gone on without it.
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
    // A host that is there and refuses connections may be the one that others write to.
    const closed = answers.find((answer, index) => {
      const before = first === undefined || index < this.hosts.indexOf(first.host);
      return answer.kind === 'closed' && before;
    });
    if (closed?.kind === 'closed') throw closed.error;
    if (first === undefined) throw this.#none(answers);
    const clusters = new Set(fit.map(({ cluster }) => cluster));
    if (fit.length > 1 && (clusters.size > 1 || clusters.has(null)))
      throw new NoWriterError(severalTruths(fit.map(({ host }) => host)));
    // A host that was away believes that it is in its cluster, or its primary, until it hears of the others: those know better.
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

  /** Notes what the node in use says of itself, and warns where others write elsewhere. */
  #heed(host: DatabaseHost, state: ServerState): void {
    this.#index = state.index;
    this.#elsewhere.note(state, this.#now());
    if (state.manyPrimaries) this.#warn(host, manyPrimaries(host));
    const sentence = severalNodes(host);
    if (this.writtenElsewhere) this.#warn(host, sentence);
    else if (this.#warned?.sentence === sentence) this.#warned = null;
  }

  /** Once for as long as nothing else is to be told. */
  #warn(host: DatabaseHost, sentence: string): void {
    if (this.#warned?.sentence === sentence) return;
    this.#warned = { kind: 'several', host, sentence, gone: false };
    this.#tell(this.#warned);
  }

  #tell(news: WriterNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}
