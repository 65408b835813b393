/** Tells work in progress that nobody waits for it any more. An `AbortSignal` is one. */
export interface Signal {
  /** @throws what the request is answered with, once it has ended: its client has left, or it has taken too long */
  throwIfAborted(): void;
}
