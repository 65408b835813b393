/** Reads what comes in chunks of any size in pieces of the size that is asked for, and holds no more than that and one chunk. */
import { giveWay } from '../signal.ts';
import { damagedPicture } from './refusal.ts';

/** Most parts of a file: a hundred megabytes in pieces of a kilobyte. More are there to make work. */
const mostParts = 100_000;

const noBytes: Buffer = Buffer.alloc(0);

/** The bytes of a file, from its beginning to its end, each once. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held = noBytes;
  #position = 0;
  #parts = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** How many bytes have been taken. */
  get position(): number {
    return this.#position;
  }

  /** Begins another part of a picture, which may be very small: others have their turn. @throws FileRefusal of too many */
  async beginPart(): Promise<void> {
    this.#parts += 1;
    if (this.#parts > mostParts) throw damagedPicture();
    if (this.#parts % 64 === 0) await giveWay();
  }

  /** Waits until so many bytes are there; answers all that are. They are fewer where the file ends before. */
  async hold(count: number): Promise<Buffer> {
    if (this.#held.length >= count) return this.#held;
    // Room for all of it at once: a client may send a byte at a time.
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

  /** Takes so many of the bytes that are held, or all of them. */
  shift(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(taken.length);
    this.#position += taken.length;
    return taken;
  }

  /** Takes so many bytes. @throws FileRefusal where the picture ends before */
  async take(count: number): Promise<Buffer> {
    if ((await this.hold(count)).length < count) throw damagedPicture();
    return this.shift(count);
  }

  /** Takes what comes next, at most so much; nothing at the end. */
  async next(most = Number.POSITIVE_INFINITY): Promise<Buffer> {
    await this.hold(Math.min(most, 1));
    return this.shift(most);
  }

  /** Hands so many bytes on as they come. @throws FileRefusal where the picture ends before */
  async *pass(count: number): AsyncGenerator<Buffer, void> {
    for (let left = count; left > 0; ) {
      const bytes = await this.next(left);
      if (bytes.length === 0) throw damagedPicture();
      left -= bytes.length;
      yield bytes;
    }
  }

  /** Leaves so many bytes out. @throws FileRefusal where the picture ends before */
  async skip(count: number): Promise<void> {
    for await (const _ of this.pass(count));
  }

  /** Hands on what is left. */
  async *rest(): AsyncGenerator<Buffer, void> {
    for (let bytes = await this.next(); bytes.length > 0; bytes = await this.next()) yield bytes;
  }
}
