/**
 * The order of turns: lanes within lanes. On every level lanes take turns with those beside them. It does not matter which entry came first, or
 * how much waits in each lane. Within the innermost lane the first entry comes first.
 */

/** The names of a lane, the outermost first. */
export type LanePath = readonly string[];

interface Lane<Entry> {
  /** The start of its next turn, counted in rounds of the lane around it. */
  round: number;
  /**
   * The present round of the lanes within. In a round each lane has one turn, so each turn is a part of a round. A new lane joins
   * the present round. It comes before the lanes that have had their turn in it, but not always before those that wait for the
   * next round.
   */
  present: number;
  /** The number of entries that wait in it, and in the lanes within. */
  waiting: number;
  readonly within: Map<string, Lane<Entry>>;
  readonly entries: Set<Entry>;
}

/** All waiting entries, in the order of their turns. */
export class Lanes<Entry> {
  readonly #outermost = createLane<Entry>(0);

  add(path: LanePath, entry: Entry): void {
    const lanes = this.#along(path);
    for (const lane of lanes) lane.waiting += 1;
    lanes.at(-1)?.entries.add(entry);
  }

  remove(path: LanePath, entry: Entry): void {
    const lanes = this.#along(path);
    for (const lane of lanes) lane.waiting -= 1;
    lanes.at(-1)?.entries.delete(entry);
  }

  /** A turn of a lane begins. */
  begin(path: LanePath): void {
    let around: Lane<Entry> | undefined;
    for (const lane of this.#along(path)) {
      if (around) {
        around.present = Math.max(around.present, lane.round);
        lane.round += 1;
      }
      around = lane;
    }
  }

  /** A turn of a lane has ended. */
  end(path: LanePath): void {
    for (const lane of this.#along(path)) {
      const others = [...lane.within.values()].filter(({ waiting }) => waiting > 0).length;
      lane.present += 1 / Math.max(1, others);
    }
  }

  /** The entry whose turn it is, among those that fit. */
  next(fits: (entry: Entry) => boolean): Entry | undefined {
    return nextIn(this.#outermost, fits);
  }

  /**
   * Lanes in which nothing waits. A lane that has had its turn is remembered until the others have had theirs, so it comes back
   * after them.
   */
  forgetIdle(): void {
    forgetIdleIn(this.#outermost);
  }

  /** The lanes that lead to one, itself included. Missing lanes are created. */
  #along(path: LanePath): Lane<Entry>[] {
    let lane = this.#outermost;
    return [
      lane,
      ...path.map((name) => {
        const next = lane.within.get(name) ?? createLane<Entry>(lane.present);
        lane.within.set(name, next);
        lane = next;
        return next;
      }),
    ];
  }
}

function createLane<Entry>(round: number): Lane<Entry> {
  return { round, present: 0, waiting: 0, within: new Map(), entries: new Set() };
}

/** Finds the first entry of each lane that fits, and returns the one of the earliest round. */
function nextIn<Entry>(lane: Lane<Entry>, fits: (entry: Entry) => boolean): Entry | undefined {
  for (const entry of lane.entries) if (fits(entry)) return entry;
  let next: Entry | undefined;
  let earliest = Number.POSITIVE_INFINITY;
  for (const inner of lane.within.values()) {
    if (inner.waiting === 0 || inner.round >= earliest) continue;
    const first = nextIn(inner, fits);
    if (first !== undefined) [next, earliest] = [first, inner.round];
  }
  return next;
}

function forgetIdleIn<Entry>(lane: Lane<Entry>): void {
  for (const [name, inner] of lane.within) {
    forgetIdleIn(inner);
    const isIdle = inner.waiting === 0 && (lane.waiting === 0 || inner.round <= lane.present);
    if (isIdle) lane.within.delete(name);
  }
}

/**
 * Returns the entry that gives way if there is no room for all. It is in the outermost lane with the most entries, then in
 * its inner lane with the most entries, and so on. Among entries of one lane, and lanes with as many entries, it is the last.
 */
export function heaviest<Entry>(
  entries: readonly Entry[],
  pathOf: (entry: Entry) => LanePath,
): Entry | undefined {
  const numbers = new Map<string, number>();
  const names = entries.map((entry) => {
    const path = pathOf(entry);
    return path.map((_, depth) => JSON.stringify(path.slice(0, depth + 1)));
  });
  for (const name of names.flat()) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  let found: { entry: Entry; weights: readonly number[] } | undefined;
  for (const [index, entry] of entries.entries()) {
    const weights = (names[index] ?? []).map((name) => numbers.get(name) ?? 0);
    if (!found || !isLighter(weights, found.weights)) found = { entry, weights };
  }
  return found?.entry;
}

/** By the first level on which they differ. */
function isLighter(weights: readonly number[], than: readonly number[]): boolean {
  const level = weights.findIndex((weight, depth) => weight !== than[depth]);
  return level >= 0 && (weights[level] ?? 0) < (than[level] ?? 0);
}
