/** Output that is held until it is released, and passed through from then on. */
import { Writable } from 'node:stream';

export class HeldOutput extends Writable {
  readonly #out: Writable;
  #held: Buffer[] | null = [];

  /** @param out the final target; never closed here */
  constructor(out: Writable) {
    super();
    this.#out = out;
  }

  /** Passes the held output on, and all further output. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const piece of held) this.#out.write(piece);
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, written: (error?: Error | null) => void): void {
    if (this.#held === null) {
      this.#out.write(piece, written);
      return;
    }
    this.#held.push(piece);
    written();
  }
}
