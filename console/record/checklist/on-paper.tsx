/** The answer to a row of a checklist, on paper: what was measured, chosen or written, and the bounds of a number. */
import { unitOf } from '../../form/values/dependence.ts';
import { Shown } from '../../kinds/value.tsx';
import type { Resource, Row } from '../../service/metadata.ts';
import { isEmpty } from '../layout.ts';
import { type ChecklistView, toldBounds, wayToAnswer } from './told.ts';

interface AnswerOnPaperProps {
  readonly resource: Resource;
  readonly checklist: ChecklistView;
  readonly row: Row;
}

/** Nothing for a tick and a judgement: the status of the row says it. */
export function AnswerOnPaper({ resource, checklist, row }: AnswerOnPaperProps) {
  const asked = wayToAnswer(resource, checklist, row);
  if (asked.by !== 'figure' && asked.by !== 'writing' && asked.by !== 'pick') return null;
  const { field } = asked;
  const isOpen = isEmpty(field, row);
  const bounds = asked.by === 'figure' ? toldBounds(checklist, row) : '';
  return (
    <>
      {!isOpen && <Shown field={field} row={row} plain />}{' '}
      {bounds !== '' && (
        <span class="of">
          ({bounds}
          {isOpen && ` ${unitOf(resource, field, row, new Map())}`})
        </span>
      )}
    </>
  );
}

/** The columns that it needs. */
export const neededForAnswer = ({
  kind,
  answers,
  choices = '',
  bounds = ['', ''],
}: ChecklistView): string[] => [...[kind, choices], ...Object.values(answers), ...bounds];
