/** Reads chunks of any size as pieces of the requested size. It buffers no more than one piece and one chunk. */
import { type Message, say } from '../../message.ts';
import { giveWay, type Signal } from '../../signal.ts';

/** The maximum number of parts of a file: a hundred megabytes in parts of a kilobyte. More parts only serve to cause load. */
const mostParts = 100_000;

const noBytes: Buffer = Buffer.alloc(0);

/** The bytes of a file, from start to end, each read once. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held = noBytes;
  #position = 0;
  #parts = 0;
  readonly #signal: Signal | undefined;

  /** @param signal of the request that sends them */
  constructor(chunks: AsyncIterable<Uint8Array>, signal?: Signal) {
    this.#signal = signal;
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The number of bytes read. */
  get position(): number {
    return this.#position;
  }

  /**
   * Begins another part of a picture. Parts may be very small, so other requests get their turn. @throws FileRefusal for too many
   */
  async beginPart(): Promise<void> {
    this.#parts += 1;
    if (this.#parts > mostParts) throw damagedPicture();
    if (this.#parts % 64 !== 0) return;
    await giveWay();
    this.#signal?.throwIfAborted();
  }

  /** Waits until the buffer has this many bytes, and returns the buffer. It has fewer at the end of the file. */
  async hold(count: number): Promise<Buffer> {
    if (this.#held.length >= count) return this.#held;
    // Allocated at once: a client may send a byte at a time.
    const room = Buffer.allocUnsafe(count);
    let length = this.#held.copy(room);
    while (length < count) {
      const { done, value } = await this.#chunks.next();
      if (done) break;
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
      if (length + bytes.length > count) {
        this.#held = length === 0 ? bytes : Buffer.concat([room.subarray(0, length), bytes]);
        return this.#held;
      }
      length += bytes.copy(room, length);
    }
    this.#held = room.subarray(0, length);
    return this.#held;
  }

  /** Removes bytes from the buffer and returns them; by default all. */
  shift(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(taken.length);
    this.#position += taken.length;
    return taken;
  }

  /** Reads a number of bytes. @throws FileRefusal if the picture ends earlier */
  async take(count: number): Promise<Buffer> {
    if ((await this.hold(count)).length < count) throw damagedPicture();
    return this.shift(count);
  }

  /** Reads the next bytes, up to a maximum; none at the end. */
  async next(most = Number.POSITIVE_INFINITY): Promise<Buffer> {
    await this.hold(Math.min(most, 1));
    return this.shift(most);
  }

  /** Passes a number of bytes on as they arrive. @throws FileRefusal if the picture ends earlier */
  async *pass(count: number): AsyncGenerator<Buffer, void> {
    for (let left = count; left > 0; ) {
      const bytes = await this.next(left);
      if (bytes.length === 0) throw damagedPicture();
      left -= bytes.length;
      yield bytes;
    }
  }

  /** Skips a number of bytes. @throws FileRefusal if the picture ends earlier */
  async skip(count: number): Promise<void> {
    for await (const _ of this.pass(count));
  }

  /** Passes the rest on. */
  async *rest(): AsyncGenerator<Buffer, void> {
    for (let bytes = await this.next(); bytes.length > 0; bytes = await this.next()) yield bytes;
  }
}

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
