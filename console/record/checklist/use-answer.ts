/** Sends the answers of a row, each for the shown version, and shows the result beside it. */
import { useRef, useState } from 'preact/hooks';
import type { Values } from '../../form/values/values.ts';
import { failureText } from '../../parts/notices.tsx';
import { Refusal } from '../../service/failure.ts';
import type { Resource, Row } from '../../service/metadata.ts';
import { refresh, showChange } from '../../service/queries.ts';
import { sendRow } from '../../service/seen/send-row.ts';
import { w } from '../../words/words.ts';
import type { ChecklistView } from './told.ts';

export interface Answering {
  readonly isBusy: boolean;
  /** Why the last one was refused; empty if it was accepted. */
  readonly problem: string;
  /** An answer that waits for its note. */
  readonly held: Values | null;
  hold(body: Values | null): void;
  /** @returns whether it was accepted */
  answer(body: Values): Promise<boolean>;
}

/** Whether something answers it in full, or says that it does not apply: taken back, it was answered at no time. */
const isAnswered = ({ answers, none = '' }: ChecklistView, body: Values): boolean =>
  body[none] === true || Object.values(answers).some((name) => (body[name] ?? null) !== null);

export function useAnswering({ path }: Resource, row: Row, checklist: ChecklistView): Answering {
  const { note } = checklist;
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [held, setHeld] = useState<Values | null>(null);
  // The service's answer arrives before the list is loaded again.
  const latest = useRef({ of: row.etag, etag: row.etag });
  const hold = (body: Values | null) => {
    setProblem('');
    setHeld(body);
  };
  const fail = (error: unknown, body: Values) => {
    if (!(error instanceof Refusal)) return setProblem(failureText(error));
    const messages = Object.values(error.errors).flat();
    if (note !== undefined && error.errors[note]) setHeld({ ...held, ...body });
    const isLate = error.status === 412;
    if (isLate) setHeld(null);
    setProblem(isLate ? w.form.checklist.first : messages.join(' ') || failureText(error));
    // Another user was faster, or answers are not possible now.
    if (error.status !== 422) refresh();
  };
  const answer = async (body: Values): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    setProblem('');
    const etag = latest.current.of === row.etag ? latest.current.etag : row.etag;
    const before = Object.fromEntries(Object.keys(body).map((name) => [name, row[name]]));
    showChange(`/${path}`, row.id, body);
    try {
      const headers = etag === undefined ? {} : { 'If-Match': etag };
      const answered = await sendRow(`/${path}/${row.id}`, {
        ...{ method: 'PATCH', body, headers, seen: row },
        timed: isAnswered(checklist, body) ? checklist.at : undefined,
      });
      latest.current = { of: row.etag, etag: answered.etag ?? undefined };
      setHeld(null);
      return true;
    } catch (error) {
      showChange(`/${path}`, row.id, before);
      fail(error, body);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, problem, held, hold, answer };
}
