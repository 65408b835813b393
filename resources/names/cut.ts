/** Names that are made of others. */

/** As long as a name may be: that of a material can leave no room for what stands beside it. */
const longest = 255;

/** A name of that length at the most. */
export function cut(name: string): string {
  const letters = [...name];
  return letters.length <= longest ? name : `${letters.slice(0, longest - 1).join('')}…`;
}
