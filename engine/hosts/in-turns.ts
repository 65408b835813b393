/** One run at a time, shared by all callers that wait for the next one. */

/** Runs `work` one at a time. A caller gets a run that started after the call: all callers during a run share the next one. */
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
