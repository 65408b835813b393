/** A self-explanatory reason to stop. The message is one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
