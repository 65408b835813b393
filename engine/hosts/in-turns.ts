/** One run of something for all who ask while the one before is under way. */

/**
 * Runs `work` one at a time. A caller gets a run that began after the call: of any number who ask during a run all get the
 * next one.
 */
export function inTurns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const start = (): Promise<T> => {
    const run = work().finally(() => {
      if (running === run) running = null;
    });
    running = run;
    return run;
  };
  return () => {
    if (running === null) return start();
    next ??= running
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
