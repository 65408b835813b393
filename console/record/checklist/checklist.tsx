/** A checklist: related rows that are answered one by one, in order, with a thumb. */

import { formatNumber } from '../../parts/format.ts';
import { addStyle } from '../../parts/later.tsx';
import { Problem, Waiting } from '../../parts/waiting.tsx';
import { Link } from '../../place/place.tsx';
import { withQuery } from '../../service/call.ts';
import { usePages } from '../../service/queries.ts';
import { checklistPath, pagesOfSteps } from '../../service/seen/questions.ts';
import { resourceAt } from '../../service/session.ts';
import { locale, w } from '../../words/words.ts';
import type { RelatedListProps } from '../tabs/related-list.tsx';
import style from './checklist.css' with { type: 'text' };
import { StepCard } from './step.tsx';

addStyle(style);

export function ChecklistPanel({ tab: { list, label, count }, row, isHere }: RelatedListProps) {
  const target = resourceAt(list.resource);
  const checklist = target?.view.checklist;
  const query = { [list.filter]: row.id, ...(list.sort !== undefined && { sort: list.sort }) };
  const { data, error, refetch } = usePages(count === 0 ? null : checklistPath(list, row.id), pagesOfSteps);
  if (!target || !checklist) return null;
  const steps = data?.body.data ?? [];
  const done = steps.filter((step) => step[checklist.status] !== checklist.open || step.unsent);
  const total = data?.body.meta.total ?? 0;
  const number = (many: number) => formatNumber(many, locale);
  return (
    <section class="related" aria-label={label}>
      {!data && error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && count !== 0 && <Waiting />}
      {(count === 0 || (data && steps.length === 0)) && <p class="nothing">{w.record.noneYet}</p>}
      {steps.length > 0 && (
        <>
          <p class="progress" role="status">
            {w.form.checklist.progress(number(done.length), number(total))}
          </p>
          <ol class="checklist">
            {steps.map((step, index) => (
              <StepCard
                key={step.id}
                resource={target}
                checklist={checklist}
                row={step}
                place={index + 1}
                isHere={isHere}
              />
            ))}
          </ol>
          <p class="buttons">
            <Link to={withQuery(`/${list.resource}`, query)}>{w.record.showAll(total)}</Link>
          </p>
        </>
      )}
    </section>
  );
}
