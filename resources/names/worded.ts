/** Names that the service words, in the language of the user whose request writes the row. */
import { type Actor, type Message, render } from '../../engine/index.ts';

/** The maximum length of a name: that of a material can leave no room for an addition. */
const longest = 255;

/** A name with at most that length. */
export function cut(name: string): string {
  const letters = [...name];
  return letters.length <= longest ? name : `${letters.slice(0, longest - 1).join('')}…`;
}

/** Whose language it is: that of the hook's user. The service itself, without one, words names in English. */
export interface Wording {
  readonly actor: Pick<Actor, 'locale'>;
}

/** A message as a name, uncut. */
export const worded = ({ actor }: Wording, message: Message): string => render(message, actor.locale);
