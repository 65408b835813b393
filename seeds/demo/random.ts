/** Reproducible random numbers, so that the demo data are always the same. */

export interface Random {
  /** From 0, inclusive, to 1, exclusive. */
  next(): number;
  /** A whole number, both ends inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError on an empty list */
  pick<Value>(list: readonly Value[]): Value;
}

/** A separate stream for each name: draws of one part of the data do not affect other parts. */
export function createRandom(name: string): Random {
  let state = seedOf(name);
  // Mulberry32: 32 bits of state, uniform enough for choices, and the same on every machine.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const picked = list[int(0, list.length - 1)];
      if (picked === undefined) throw new RangeError('There is nothing to pick from.');
      return picked;
    },
  };
}

/** FNV-1a, 32 bits. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}
