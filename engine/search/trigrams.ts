/** Splits words into runs of three characters, the terms of each database's search index. */

const size = 3;

/** A control character: folded texts have none, and an SQLite query would end at the first. */
const control = /\p{Cc}/u;

/** The different runs of three characters in a folded word, in order; none for a shorter word. */
export function gramsOf(word: string): string[] {
  const characters = [...word];
  const grams = characters.slice(0, 1 - size).map((_, at) => characters.slice(at, at + size).join(''));
  return [...new Set(grams)].filter((gram) => [...gram].length === size && !control.test(gram));
}
