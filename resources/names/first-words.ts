/** The title of a text, in one line. */

/** The maximum length of the line. */
const longest = 80;

/** The first line of a text, cut to that. */
export function firstWords(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const letters = [...line];
  return letters.length <= longest ? line.trimEnd() : `${letters.slice(0, longest - 1).join('')}…`;
}
