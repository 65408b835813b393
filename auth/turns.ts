/**
 * Turns at work of which only so much goes on at once. A client that asks for much waits behind a client that asks for little: lanes
 * take turns with each other, and it does not matter which came first. The number that may wait is limited, for each and in all.
 */
import type { ServerResponse } from 'node:http';
import { Failure } from '../engine/failure.ts';
import { heaviest, type LanePath, Lanes } from './lanes.ts';

/** Something that work counts for, such as an address or an account. */
export interface Share {
  readonly key: string;
  /** How much work of it goes on at once at the most. */
  readonly atOnce: number;
  /** How much of it may wait for that. */
  readonly waiting: number;
  /** Whether lanes share it: where it is full, the heaviest of them gives way. As a rule who comes last does. */
  readonly common?: boolean;
}

/** Who asks for a turn. */
export interface Place {
  /** Lanes take turns on every level. */
  readonly lane: LanePath;
  /** All of these have to have room. */
  readonly shares: readonly Share[];
  /** A client that has gone while it waited gives its place back. */
  readonly gone?: AbortSignal;
}

export interface TurnsOptions {
  /** How much work goes on at once. */
  readonly atOnce: number;
  /** How much may wait. */
  readonly waiting: number;
  /** No more than is done in so many milliseconds, by how fast it has gone lately; and nothing waits for longer. */
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
   * Does some work when its turn has come. If there is no room for all that wait, the heaviest lane gives way: a client that
   * comes from a lane with little in it is let in anyway.
   * @throws Failure at once, or where it has to give way: `rate_limited` (429) where a share has too much waiting,
   *   `unavailable` (503) where there is too much in all, both with `Retry-After`; and `unavailable` for who has gone
   *   meanwhile, and reads no answer
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

  /** Whether its turn would be now. */
  hasRoom({ shares }: Place): boolean {
    return (
      this.#runningInAll < this.#options.atOnce &&
      shares.every(({ key, atOnce }) => this.#running.of(key) < atOnce)
    );
  }

  /** @throws Failure where it is this place that gives way */
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

  /** Come again when what waits has been done. */
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

  /** Ends waits that are too long: in a heavy lane, or because work has become slower since they were let in. */
  #endLongWaits(): void {
    const { waitingMs = Number.POSITIVE_INFINITY } = this.#options;
    const oldest = this.#now() - waitingMs;
    for (const entry of this.#entries) {
      if (entry.since >= oldest) return;
      entry.refuse(this.#tooMuch());
    }
  }
}

/** How fast work goes while some of it waits. */
class Pace {
  #last: number | null = null;
  /** From one end of work to the next, the later ones counting more. At first what a comparison takes on a usual machine. */
  milliseconds = 100;

  /** Some work has ended. @param isBusy whether more waits */
  tick(now: number, isBusy: boolean): void {
    if (this.#last !== null) this.milliseconds += (now - this.#last - this.milliseconds) / 8;
    this.#last = isBusy ? now : null;
  }
}

/** Tells when a client has gone, or has its answer. */
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
