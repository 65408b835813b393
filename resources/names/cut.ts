/** Names made from other names. */

/** The maximum length of a name: that of a material can leave no room for an addition. */
const longest = 255;

/** A name with at most that length. */
export function cut(name: string): string {
  const letters = [...name];
  return letters.length <= longest ? name : `${letters.slice(0, longest - 1).join('')}…`;
}
