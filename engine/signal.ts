/** Tells work in progress that its result is no longer needed. An `AbortSignal` is one. */
export interface Signal {
  /** @throws what the request is answered with, once it has ended: its client has left, or it has taken too long */
  throwIfAborted(): void;
}
