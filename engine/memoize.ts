/** What a text means, worked out once per text. */

/**
 * A function of a text that remembers its results. For pure functions alone: the same text must always mean the same, so
 * that there is nothing to invalidate. Whoever asks again gets the very same result, which nobody may change.
 *
 * @param most results that are kept; one more empties the shelf
 */
export function memoize<T>(make: (text: string) => T, most: number): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (kept.size >= most) kept.clear();
    kept.set(text, made);
    return made;
  };
}
