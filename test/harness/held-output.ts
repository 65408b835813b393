/** Output that waits for its turn: held until it is released, and let through as it comes from then on. */
import { Writable } from 'node:stream';

export class HeldOutput extends Writable {
  readonly #out: Writable;
  #held: Buffer[] | null = [];

  /** @param out where it goes in the end; never closed from here */
  constructor(out: Writable) {
    super();
    this.#out = out;
  }

  /** Begins to let it through, with what there is so far first. */
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
