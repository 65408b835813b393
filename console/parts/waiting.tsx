/** What stands where an answer is not there yet, or did not come. */
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
