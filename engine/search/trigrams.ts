/** Words as the runs of three characters in them: what the search index of each database knows a text by. */

const size = 3;

/** A control character: folded texts have none, and a question of SQLite would end at the first. */
const control = /\p{Cc}/u;

/** The different runs of three characters in a folded word, in their order; none for a shorter word. */
export function gramsOf(word: string): string[] {
  const characters = [...word];
  const grams = characters.slice(0, 1 - size).map((_, at) => characters.slice(at, at + size).join(''));
  return [...new Set(grams)].filter((gram) => [...gram].length === size && !control.test(gram));
}
