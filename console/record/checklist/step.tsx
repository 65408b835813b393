/** A row of a checklist: its question, its answer, and the controls to answer it. */
import { isObject } from '../../kinds/nested.ts';
import { Badge, Shown, Unsent } from '../../kinds/value.tsx';
import { Link } from '../../place/place.tsx';
import { withQuery } from '../../service/call.ts';
import { fieldOf, type Resource, type Row, titleOf } from '../../service/metadata.ts';
import { present } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { isEmpty } from '../layout.ts';
import { Buttons } from './buttons.tsx';
import { Note } from './note.tsx';
import { bodyOf, type ChecklistView, statusOf, type WayToAnswer, wayToAnswer } from './told.ts';
import { TypedAnswer } from './typed.tsx';
import { type Answering, useAnswering } from './use-answer.ts';

/** A row, and its resource. */
interface Stepped {
  readonly resource: Resource;
  readonly checklist: ChecklistView;
  readonly row: Row;
}

interface StepCardProps extends Stepped {
  /** Its position, from 1. */
  readonly place: number;
  /** Whether it can be answered at this site. */
  readonly isHere: boolean;
}

export function StepCard({ resource, checklist, row, place, isHere }: StepCardProps) {
  const answering = useAnswering(resource, row, checklist);
  const status = statusOf(resource, checklist, row);
  const help = row[checklist.help ?? ''];
  const asked = wayToAnswer(resource, checklist, row);
  const mayAnswer = isHere && row.can?.update === true;
  const id = `step-${row.id}`;
  return (
    <li class={status?.tone === 'bad' ? 'failed' : ''}>
      <fieldset aria-busy={answering.isBusy} aria-describedby={`${id}-status`}>
        <legend>
          {place}. {titleOf(resource, row)}
        </legend>
        <p id={`${id}-status`}>
          {status && <Badge {...status} />} <Unsent row={row} />
        </p>
        {typeof help === 'string' && <p class="text">{help}</p>}
        {asked.by === 'files' && <Files {...{ resource, checklist, row }} />}
        {mayAnswer ? (
          <Answers {...{ resource, checklist, row, asked, answering, id }} />
        ) : (
          <GivenAnswer {...{ resource, checklist, row, asked }} />
        )}
        {answering.problem !== '' && (
          <p class="problem" role="alert">
            {answering.problem}
          </p>
        )}
      </fieldset>
    </li>
  );
}

/** It is answered by files, which are on its own page. */
function Files({ resource, row }: Stepped) {
  return (
    <>
      <p>{w.form.checklist.byFiles}</p>
      <p class="buttons">
        {filesOf(resource).map((hung) => (
          <Link
            key={hung.path}
            class="button"
            to={withQuery(`/${resource.path}/${row.id}`, { tab: `-${hung.path}` })}
          >
            {hung.labels.many}
          </Link>
        ))}
      </p>
    </>
  );
}

/** The kinds of uploads that can be attached to its rows. */
function filesOf(resource: Resource): Resource[] {
  const { resources, meta } = present();
  const uploaded = Object.entries(meta).flatMap(([path, value]) =>
    isObject(value) && 'upload_url' in value ? [path] : [],
  );
  return resources.filter(
    ({ path, hangs }) => hangs !== undefined && resource[hangs] !== undefined && uploaded.includes(path),
  );
}

interface AnswersProps extends Stepped {
  readonly asked: WayToAnswer;
  readonly answering: Answering;
  /** The prefix of its controls' ids. */
  readonly id: string;
}

function Answers(props: AnswersProps) {
  const { resource, checklist, row, asked, answering, id } = props;
  const { none, note } = checklist;
  const { held, hold, answer, isBusy } = answering;
  const passedOver = none === undefined ? undefined : fieldOf(resource, none);
  const isNone = none !== undefined && (held?.[none] ?? row[none]) === true;
  // "Does not apply" needs a note, which may exist already.
  const passOver = (field: string) => {
    if (isNone) return held ? hold(null) : void answer({ [field]: false });
    if (note !== undefined && (row[note] ?? '') === '') return hold({ [field]: true });
    void answer({ [field]: true });
  };
  const give = (value: unknown) =>
    asked.by === 'files' ? Promise.resolve(false) : answer(bodyOf(checklist, row, asked.field, value));
  return (
    <>
      {(asked.by === 'figure' || asked.by === 'writing') && (
        <TypedAnswer {...{ resource, checklist, row, asked, id, isBusy, give }} />
      )}
      {(asked.by === 'tick' || asked.by === 'judgement' || asked.by === 'pick') && (
        <Buttons asked={asked} value={{ ...row, ...held }[asked.field.name] ?? null} {...{ isBusy, give }} />
      )}
      {passedOver && (
        <button
          type="button"
          class="thumb"
          aria-pressed={isNone}
          aria-disabled={isBusy}
          onClick={() => passOver(passedOver.name)}
        >
          {passedOver.label}
        </button>
      )}
      <Note {...{ resource, checklist, row, answering, id }} />
    </>
  );
}

/** The answer, if it cannot be changed. */
function GivenAnswer({ resource, checklist, row, asked }: Omit<AnswersProps, 'answering' | 'id'>) {
  const note = fieldOf(resource, checklist.note ?? '');
  const answered = asked.by === 'files' ? undefined : asked.field;
  const told = [answered, note].flatMap((field) => (field && !isEmpty(field, row) ? [field] : []));
  return (
    <dl class="facts">
      {told.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>
            <Shown field={field} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
