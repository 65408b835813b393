/** Detects writes on other nodes of a cluster, from the counters of the node in use. */
import type { ServerState, WriteCounts } from './state.ts';

/** How many checks in a row must lead to different nodes: a proxy that fails over changes once. */
const turnsTold = 3;
/**
 * After a change of the writer, other processes may write to the previous one for this time, in milliseconds. Only longer
 * overlaps are reported.
 */
export const overlapMs = 30_000;
/** Without writes elsewhere for this time, the state ends, in milliseconds. */
const overMs = 600_000;

/**
 * Whether other nodes have written between the last two of three answers of a node. Its own writes are counted before they are
 * applied. So they are compared with the counters of the previous answer, all of which have been applied.
 */
export function othersWrote(first: WriteCounts, second: WriteCounts, third: WriteCounts): boolean {
  return leastOfOthers(third) > mostOfOthers(first, second);
}

function leastOfOthers({ all, own }: WriteCounts): number {
  return all - own;
}

function mostOfOthers(before: WriteCounts, now: WriteCounts): number {
  return now.all - before.own;
}

export class Elsewhere {
  #last: { readonly node: string; readonly view: string | undefined; readonly written: WriteCounts } | null =
    null;
  #turns = 0;
  /** The possible writes of others, by an earlier check. */
  #most = Number.POSITIVE_INFINITY;
  #since = 0;
  #latest = Number.NEGATIVE_INFINITY;

  /** Records the state of the node in use. @param now milliseconds */
  note({ node, view, written }: ServerState, now: number): void {
    const last = this.#last;
    this.#last = written && { node, view: view?.name, written };
    if (written === null || last === null) return;
    if (last.node !== node || last.view !== view?.name) {
      this.#turns = last.node === node ? 0 : this.#turns + 1;
      this.#most = Number.POSITIVE_INFINITY;
      if (this.#turns >= turnsTold) this.#found(now);
      return;
    }
    this.#turns = 0;
    if (leastOfOthers(written) > this.#most) {
      this.#found(now);
      this.#most = Number.POSITIVE_INFINITY;
    }
    this.#most = Math.min(this.#most, mostOfOthers(last.written, written));
  }

  /** Whether other nodes are written to, for longer than a change of the writer takes. */
  isSo(now: number): boolean {
    return this.#latest - this.#since >= overlapMs && now - this.#latest <= overMs;
  }

  #found(now: number): void {
    if (now - this.#latest > overMs) this.#since = now;
    this.#latest = now;
  }
}
