/** Whether a cluster is written to on other nodes than the one in use, by what that one says of itself. */
import type { ServerState, WriteCounts } from './state.ts';

/** So many checks in a row have to lead to another node each: a proxy that goes over to another one does so once. */
const turnsTold = 3;
/** After a change of host other processes may still write to another one for so long, in milliseconds: only what lasts longer is told. */
export const overlapMs = 30_000;
/** After so long without a write elsewhere it is over, in milliseconds. */
const overMs = 600_000;

/**
 * Whether others have written between the later two of three answers of a node. What it says to have written itself counts before it has
 * been carried out, so it is compared with what was so at the answer before: all of that has been.
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
  /** What others can have written by an earlier check. */
  #most = Number.POSITIVE_INFINITY;
  #since = 0;
  #latest = Number.NEGATIVE_INFINITY;

  /** Takes note of what the node in use says. @param now milliseconds */
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

  /** Whether others write elsewhere, and have done so for longer than a change of host takes. */
  isSo(now: number): boolean {
    return this.#latest - this.#since >= overlapMs && now - this.#latest <= overMs;
  }

  #found(now: number): void {
    if (now - this.#latest > overMs) this.#since = now;
    this.#latest = now;
  }
}
