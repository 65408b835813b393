/** Placeholders for answers that are loading or failed. */
import { w } from '../words/words.ts';
import { failureText } from './notices.tsx';

export function Waiting() {
  return (
    <p class="waiting" role="status">
      {w.frame.loading}
    </p>
  );
}

interface ProblemProps {
  readonly error: Error;
  retry(): void;
}

export function Problem({ error, retry }: ProblemProps) {
  return (
    <div class="problem" role="alert">
      <p>{failureText(error)}</p>
      <button type="button" onClick={retry}>
        {w.frame.retry}
      </button>
    </div>
  );
}

/** Shown if the open version of the page cannot load another one. Typed texts are kept as drafts. */
export function Outdated() {
  return (
    <div class="problem" role="alert">
      <p>{w.frame.newVersion}</p>
      <button type="button" onClick={() => location.reload()}>
        {w.frame.reload}
      </button>
    </div>
  );
}
