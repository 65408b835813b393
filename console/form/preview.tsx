/** Reports on a row before it is saved, beside its form: requested again after each pause. */
import { useEffect, useState } from 'preact/hooks';
import { Answer, Summary, type Told } from '../kinds/answer.tsx';
import { useSettled } from '../parts/time/settled.ts';
import { call } from '../service/call.ts';
import { Refusal } from '../service/failure.ts';
import { isEmpty, type Report, type Resource, reportPath } from '../service/metadata.ts';
import { useReports } from '../service/queries.ts';
import { w } from '../words/words.ts';
import type { FormState } from './use-form.ts';
import { isNeeded } from './values/dependence.ts';

/** The maximum number of shown rows of an answer. */
const mostShown = 12;
/** Milliseconds without a key before the request. */
const pause = 400;

/** Reports that a form shows: those without required parameters. */
export function usePreviews({ path, reports = [] }: Resource): readonly Report[] {
  const { data } = useReports(reports.some(({ on }) => on === 'row'));
  return (data?.body.data ?? []).filter(
    ({ resource, unsaved, parameters }) =>
      resource === path && unsaved && parameters.every(({ required }) => !required),
  );
}

interface PreviewProps {
  readonly form: FormState;
  readonly report: Report;
}

export function Preview({ form, report }: PreviewProps) {
  const { resource, shown, all, values, body, row } = form;
  const isWhole = shown.every(
    (field) => !isNeeded(resource, field, all, row) || !isEmpty(values[field.name]),
  );
  const { told, problem } = useTold(
    reportPath(report, row?.id),
    useSettled(isWhole ? JSON.stringify(body) : '', pause),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and can be reached by the keyboard
    <section class="preview" aria-label={report.label} tabIndex={0}>
      <h2>{report.label}</h2>
      {told === null || !isWhole ? (
        <p class="small">{isWhole ? problem : w.form.previewNeeds}</p>
      ) : (
        <>
          <Summary told={told} />
          <Answer report={report} told={told} most={mostShown} />
          {problem !== '' && <p class="small">{problem}</p>}
        </>
      )}
    </section>
  );
}

/** The answer to the latest body. If that is refused, the last answer stays, with a small note about the reason. */
function useTold(path: string, text: string) {
  const [state, setState] = useState<{ readonly told: Told | null; readonly problem: string }>({
    told: null,
    problem: '',
  });
  useEffect(() => {
    if (text === '') return;
    const asked = new AbortController();
    const body: unknown = JSON.parse(text);
    call<Told>(path, { method: 'POST', body, signal: asked.signal }).then(
      (answer) => setState({ told: answer.body, problem: '' }),
      (error: unknown) => {
        if (asked.signal.aborted) return;
        const messages = error instanceof Refusal ? Object.values(error.errors).flat() : [];
        setState((before) => ({ ...before, problem: messages.join(' ') || w.form.previewNot }));
      },
    );
    return () => asked.abort();
  }, [path, text]);
  return state;
}
