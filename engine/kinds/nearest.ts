/** Finds the name that a misspelt one was probably meant to be. */

/** The known name with the fewest differences, at most two: a missing letter, an extra one, a wrong one, or two swapped. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const most = name.length < 4 ? 1 : 2;
  const [best] = known
    .map((one) => ({ one, away: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away);
  return best?.one;
}

/** The number of differences between two texts (optimal string alignment). */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const same = from[row - 1] === to[at - 1];
      const swapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
