/** A reason to stop that is clear by itself. The message is one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
