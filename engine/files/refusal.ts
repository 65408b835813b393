/** What is said of a file that is not taken. */
import { type Message, say } from '../message.ts';

/** A file that is not taken, with the reason for people. Who reads the request says in which part the file came. */
export class FileRefusal extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(said.text.en);
    this.name = 'FileRefusal';
    this.said = said;
  }
}

/** A picture that cannot be followed from its first part to its end. */
export const damagedPicture = (): FileRefusal => new FileRefusal(say('The picture is damaged.'));

/** Most pixels of a picture: phones would die of more. */
const mostPixels = 120_000_000;
/** Most pixels of a side. */
const longestSide = 30_000;

/** What a picture may measure, in pixels. */
export interface Measures {
  readonly width: number;
  readonly height: number;
}

/**
 * Holds a picture to the limits by what its header says. Nothing is decoded.
 *
 * @param most pixels that a side may have, where that is fewer than usual
 * @throws FileRefusal where it is too large, or has no size
 */
export function requireMeasures({ width, height }: Measures, most = longestSide): void {
  if (width < 1 || height < 1) throw damagedPicture();
  const side = Math.min(most, longestSide);
  if (width <= side && height <= side && width * height <= mostPixels) return;
  throw new FileRefusal(say(tooLarge, { width, height, side, millions: mostPixels / 1_000_000 }));
}

const tooLarge = say(
  'The picture has {width} × {height} pixels. At most {side} a side and {millions} million in all are taken.',
);
