/** Short messages about results and failures, also for screen readers. */
import { Link } from '../place/place.tsx';
import { Refusal, Unreachable } from '../service/failure.ts';
import { createStore } from '../service/first/values.ts';
import { isBeingTold } from '../service/session.ts';
import { useStore } from '../service/store.ts';
import { w } from '../words/words.ts';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
  /** The page that it refers to. */
  readonly to: string | null;
}

const notices = createStore<readonly Notice[]>([]);
let count = 0;
const shownMs = { good: 5000, bad: 15_000 };

/** Shows a message for a few seconds, once however often it is said. @param to path of the page that it refers to */
export function notify(text: string, bad = false, to: string | null = null): void {
  count += 1;
  const id = count;
  const others = notices.get().filter((one) => one.text !== text || one.to !== to);
  notices.set([...others, { id, text, bad, to }]);
  setTimeout(() => close(id), bad ? shownMs.bad : shownMs.good);
}

/** Shows the reason of a failure, unless the page leaves because of it and says so. */
export function notifyFailure(error: unknown): void {
  if (!isBeingTold(error)) notify(failureText(error), true);
}

/** The message for a failure: that of the service, if it has one. */
export function failureText(error: unknown): string {
  if (error instanceof Unreachable) return error.isWrite ? w.queue.needs : w.frame.offline;
  return error instanceof Refusal && error.message !== '' ? error.message : w.frame.failed;
}

const close = (id: number) => notices.set(notices.get().filter((one) => one.id !== id));

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {useStore(notices).map(({ id, text, bad, to }) => (
        <p key={id} class={bad ? 'notice bad' : 'notice'}>
          {to === null ? text : <Link to={to}>{text}</Link>}
          <button type="button" class="plain" aria-label={w.frame.close} onClick={() => close(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
