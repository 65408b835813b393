/**
 * Turns at limited work. A client that asks for much waits behind a client that asks for little: lanes take turns with each
 * other, and it does not matter which came first. The number that may wait is limited, for each and in all.
 */
import type { ServerResponse } from 'node:http';
import { Failure } from '../engine/failure.ts';
import { heaviest, type LanePath, Lanes } from './lanes.ts';

/** Something that work counts for, such as an address or an account. */
export interface Share {
  readonly key: string;
  /** The maximum of its work at once. */
  readonly atOnce: number;
  /** The maximum of its work that may wait. */
  readonly waiting: number;
  /**
   * Whether lanes share it. If it is full, the lane with the most entries loses one; without this, the last one to come is
   * refused.
   */
  readonly common?: boolean;
}

/** The place of a caller in the queue. */
export interface Place {
  /** Lanes take turns on every level. */
  readonly lane: LanePath;
  /** All of these must have room. */
  readonly shares: readonly Share[];
  /** If a client leaves while it waits, it gives its place back. */
  readonly gone?: AbortSignal;
}

export interface TurnsOptions {
  /** The maximum of work at once. */
  readonly atOnce: number;
  /** The maximum that may wait. */
  readonly waiting: number;
  /** At most what can be done in so many milliseconds, at the present speed; and nothing waits for longer. */
  readonly waitingMs?: number;
  /** Milliseconds, from any moment on. */
  readonly now?: () => number;
}

interface Waiting {
  readonly place: Place;
  readonly since: number;
  /** Begins the work. */
  start(): void;
  /** Ends the waiting. */
  refuse(failure: Failure): void;
}

export class Turns {
  readonly #options: TurnsOptions;
  readonly #lanes = new Lanes<Waiting>();
  readonly #now: () => number;
  readonly #pace = new Pace();
  readonly #running = new Tally();
  readonly #waiting = new Tally();
  /** In the order in which they came. */
  readonly #entries = new Set<Waiting>();
  #runningInAll = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Does some work when its turn has come. If there is no room for all that wait, the lane with the most entries gives way, so a
   * client from a lane with few entries gets in anyway.
   * @throws Failure at once, or when it has to give way: `rate_limited` (429) if too much of a share waits, `unavailable` (503)
   *   if too much waits in all, both with `Retry-After`; and `unavailable` if the client has left meanwhile, and reads no answer
   */
  async take<T>(place: Place, work: () => Promise<T>): Promise<T> {
    if (place.gone?.aborted) throw leftFailure(place.gone);
    if (!this.hasRoom(place)) {
      this.#makeRoom(place);
      await this.#wait(place);
    } else this.#begin(place);
    // If it had to wait, the one that made room began it.
    try {
      return await work();
    } finally {
      this.#end(place);
    }
  }

  /** Whether its turn is now. */
  hasRoom({ shares }: Place): boolean {
    return (
      this.#runningInAll < this.#options.atOnce &&
      shares.every(({ key, atOnce }) => this.#running.of(key) < atOnce)
    );
  }

  /** @throws Failure if it is this place that gives way */
  #makeRoom(place: Place): void {
    for (const { key, waiting, common = false } of place.shares) {
      if (this.#waiting.of(key) < waiting) continue;
      const concerned = ({ place: { shares } }: Waiting) => shares.some((share) => share.key === key);
      this.#giveWay(place, common ? [...this.#entries].filter(concerned) : [], refusal('rate_limited', 1));
    }
    if (this.#entries.size >= this.#mostWaiting) this.#giveWay(place, [...this.#entries], this.#tooMuch());
  }

  #giveWay(place: Place, others: readonly Waiting[], failure: Failure): void {
    const heavy = heaviest([...others, { place, refuse: null }], (one) => one.place.lane);
    if (!heavy?.refuse) throw failure;
    heavy.refuse(failure);
  }

  /** The client should repeat the request when the waiting work is done. */
  #tooMuch(): Failure {
    return refusal('unavailable', (this.#entries.size * this.#pace.milliseconds) / 1000);
  }

  get #mostWaiting(): number {
    const { waiting, waitingMs = Number.POSITIVE_INFINITY, atOnce } = this.#options;
    return Math.min(waiting, Math.max(atOnce, Math.floor(waitingMs / this.#pace.milliseconds)));
  }

  #wait(place: Place): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (failure: Failure) => {
        this.#remove(entry);
        place.gone?.removeEventListener('abort', leave);
        reject(failure);
      };
      const leave = () => refuse(leftFailure(place.gone));
      const entry: Waiting = {
        place,
        since: this.#now(),
        start: () => {
          place.gone?.removeEventListener('abort', leave);
          resolve();
        },
        refuse,
      };
      place.gone?.addEventListener('abort', leave, { once: true });
      this.#lanes.add(place.lane, entry);
      this.#entries.add(entry);
      this.#waiting.add(place.shares, 1);
    });
  }

  #remove(entry: Waiting): void {
    this.#lanes.remove(entry.place.lane, entry);
    this.#entries.delete(entry);
    this.#waiting.add(entry.place.shares, -1);
  }

  #begin(place: Place): void {
    this.#lanes.begin(place.lane);
    this.#runningInAll += 1;
    this.#running.add(place.shares, 1);
  }

  #end({ lane, shares }: Place): void {
    this.#runningInAll -= 1;
    this.#running.add(shares, -1);
    this.#pace.tick(this.#now(), this.#entries.size > 0);
    this.#lanes.end(lane);
    const fits = ({ place }: Waiting) => this.hasRoom(place);
    for (let next = this.#lanes.next(fits); next; next = this.#lanes.next(fits)) {
      this.#remove(next);
      this.#begin(next.place);
      next.start();
    }
    this.#endLongWaits();
    this.#lanes.forgetIdle();
  }

  /** Ends waits that are too long: in a lane with many entries, or because work has become slower since they were let in. */
  #endLongWaits(): void {
    const { waitingMs = Number.POSITIVE_INFINITY } = this.#options;
    const oldest = this.#now() - waitingMs;
    for (const entry of this.#entries) {
      if (entry.since >= oldest) return;
      entry.refuse(this.#tooMuch());
    }
  }
}

/** The speed of work while some of it waits. */
class Pace {
  #last: number | null = null;
  /** The time from one end of work to the next; later ones count more. At first the time of a comparison on a usual machine. */
  milliseconds = 100;

  /** Some work has ended. @param isBusy whether more waits */
  tick(now: number, isBusy: boolean): void {
    if (this.#last !== null) this.milliseconds += (now - this.#last - this.milliseconds) / 8;
    this.#last = isBusy ? now : null;
  }
}

/** Aborts when the client has left, or has its answer. */
export function departure(response: ServerResponse): AbortSignal {
  const departing = new AbortController();
  if (response.closed) departing.abort();
  else response.once('close', () => departing.abort());
  return departing.signal;
}

function refusal(code: 'rate_limited' | 'unavailable', seconds: number): Failure {
  return new Failure(code, { headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) } });
}

/** It only ends the request; no code reads it. */
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
