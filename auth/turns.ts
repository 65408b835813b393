/**
 * Turns at work of which only so much goes on at once. Whoever asks for much waits behind whoever asks for little: lanes
 * take turns with each other, whatever came first; and what may wait is bounded, for each and in all.
 */
import type { ServerResponse } from 'node:http';
import { Failure } from '../engine/failure.ts';

/** Something that work counts for, such as an address or an account. */
export interface Share {
  readonly key: string;
  /** How much work of it goes on at once at the most. */
  readonly atOnce: number;
  /** How much of it may wait for that. */
  readonly waiting: number;
}

/** Who asks for a turn. */
export interface Place {
  /** Within a lane the first comes first. */
  readonly lane: string;
  /** All of these have to have room. */
  readonly shares: readonly Share[];
  /** So many places beyond those that all may have are theirs. */
  readonly reserve?: number;
  /** Whoever has gone gives their place back while they wait. */
  readonly gone?: AbortSignal;
}

export interface TurnsOptions {
  /** How much work goes on at once. */
  readonly atOnce: number;
  /** How much may wait. */
  readonly waiting: number;
}

interface Waiting {
  readonly place: Place;
  /** Begins the work. */
  start(): void;
}

interface Lane {
  /** From when on its next turn is, counted in rounds. */
  round: number;
  readonly waiting: Set<Waiting>;
}

export class Turns {
  readonly #options: TurnsOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Tally();
  readonly #waiting = new Tally();
  /**
   * In a round each lane has one turn, so each turn is a part of a round. A lane that comes anew joins the present round:
   * before those that have had their turn in it, but not for ever before those that wait for the next.
   */
  #round = 0;
  #runningInAll = 0;
  #waitingInAll = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Does some work when its turn has come.
   * @throws Failure at once: `rate_limited` (429) where a share has too much waiting, `unavailable` (503) where there is
   *   too much in all, both with `Retry-After`; and `unavailable` for who has gone meanwhile, and reads no answer
   */
  async take<T>(place: Place, work: () => Promise<T>): Promise<T> {
    if (place.gone?.aborted) throw leftFailure(place.gone);
    if (!this.#hasRoom(place)) {
      this.#refuseTooMuch(place);
      await this.#wait(place);
    } else this.#begin(place);
    // Where it had to wait, it was begun by whoever made room.
    try {
      return await work();
    } finally {
      this.#end(place);
    }
  }

  /** Whether `take` would refuse it now. */
  refuses(place: Place): boolean {
    return !this.#hasRoom(place) && this.#tooMuch(place) !== null;
  }

  #hasRoom({ shares }: Place): boolean {
    return (
      this.#runningInAll < this.#options.atOnce &&
      shares.every(({ key, atOnce }) => this.#running.of(key) < atOnce)
    );
  }

  #refuseTooMuch(place: Place): void {
    const code = this.#tooMuch(place);
    if (code !== null) throw new Failure(code, { headers: { 'Retry-After': '1' } });
  }

  /** What waits already that leaves no place: of one of the shares, or in all. */
  #tooMuch({ shares, reserve = 0 }: Place): 'rate_limited' | 'unavailable' | null {
    if (shares.some(({ key, waiting }) => this.#waiting.of(key) >= waiting)) return 'rate_limited';
    return this.#waitingInAll >= this.#options.waiting + reserve ? 'unavailable' : null;
  }

  #wait(place: Place): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(entry);
        reject(leftFailure(place.gone));
      };
      const entry: Waiting = {
        place,
        start: () => {
          place.gone?.removeEventListener('abort', leave);
          resolve();
        },
      };
      place.gone?.addEventListener('abort', leave, { once: true });
      this.#laneOf(place).waiting.add(entry);
      this.#waitingInAll += 1;
      this.#waiting.add(place.shares, 1);
    });
  }

  #remove(entry: Waiting): void {
    this.#laneOf(entry.place).waiting.delete(entry);
    this.#waitingInAll -= 1;
    this.#waiting.add(entry.place.shares, -1);
  }

  #laneOf({ lane: name }: Place): Lane {
    const lane = this.#lanes.get(name) ?? { round: this.#round, waiting: new Set() };
    this.#lanes.set(name, lane);
    return lane;
  }

  #begin(place: Place): void {
    const lane = this.#laneOf(place);
    this.#round = Math.max(this.#round, lane.round);
    lane.round += 1;
    this.#runningInAll += 1;
    this.#running.add(place.shares, 1);
  }

  #end({ shares }: Place): void {
    this.#runningInAll -= 1;
    this.#running.add(shares, -1);
    const lanes = [...this.#lanes.values()].filter(({ waiting }) => waiting.size > 0).length;
    this.#round += 1 / Math.max(1, lanes);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      this.#begin(next.place);
      next.start();
    }
    // A lane that has had its turn is remembered until the others have had theirs: it comes back behind them.
    for (const [name, { round, waiting }] of this.#lanes) {
      if (waiting.size === 0 && (round <= this.#round || this.#waitingInAll === 0)) this.#lanes.delete(name);
    }
  }

  /** Of each lane the first that has room, of these the one of the earliest round. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const { round, waiting } of this.#lanes.values()) {
      if (round >= earliest) continue;
      for (const entry of waiting) {
        if (!this.#hasRoom(entry.place)) continue;
        [next, earliest] = [entry, round];
        break;
      }
    }
    return next;
  }
}

/** Tells when a client has gone, or has its answer. */
export function departure(response: ServerResponse): AbortSignal {
  const departing = new AbortController();
  if (response.closed) departing.abort();
  else response.once('close', () => departing.abort());
  return departing.signal;
}

/** Nobody reads it: it ends the request. */
function leftFailure(gone: AbortSignal | undefined): Failure {
  return new Failure('unavailable', { cause: gone?.reason });
}

/** Numbers by key; those that are 0 are not kept. */
class Tally {
  readonly #numbers = new Map<string, number>();

  of(key: string): number {
    return this.#numbers.get(key) ?? 0;
  }

  add(shares: readonly Share[], step: 1 | -1): void {
    for (const { key } of shares) {
      const number = this.of(key) + step;
      if (number === 0) this.#numbers.delete(key);
      else this.#numbers.set(key, number);
    }
  }
}
