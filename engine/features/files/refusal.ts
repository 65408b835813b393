/** Messages for refused files. */
import { type Message, say } from '../../message.ts';

/** A refused file, with the reason for people. The reader of the request adds the part of the file. */
export class FileRefusal extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(said.text.en);
    this.name = 'FileRefusal';
    this.said = said;
  }
}

/** A picture whose structure cannot be read to the end. */
export const damagedPicture = (): FileRefusal => new FileRefusal(say('The picture is damaged.'));

/** The maximum number of pixels of a picture: more would overload phones. */
const mostPixels = 120_000_000;
/** The maximum side in pixels. */
const longestSide = 30_000;

/** The size of a picture in pixels. */
export interface Measures {
  readonly width: number;
  readonly height: number;
}

/**
 * Checks the size in a picture's header against the limits. Nothing is decoded.
 *
 * @param most the maximum side in pixels, if it is less than usual
 * @throws FileRefusal if it is too large, or has no size
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
