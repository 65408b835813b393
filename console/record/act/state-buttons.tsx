/** A button for each state that a row can change to: one tap. */
import { useState } from 'preact/hooks';
import { notify, notifyFailure } from '../../parts/notices.tsx';
import { go } from '../../place/place.tsx';
import { withQuery } from '../../service/call.ts';
import { Refusal } from '../../service/failure.ts';
import { type Field, fieldOf, type Resource, type Row, wordOf } from '../../service/metadata.ts';
import { refresh, send } from '../../service/queries.ts';
import { w } from '../../words/words.ts';

interface StateButtonsProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly etag: string | null;
}

export function StateButtons({ resource, row, etag }: StateButtonsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const field = resource.states && fieldOf(resource, resource.states.field);
  const ways = row.can?.transitions ?? [];
  if (!field || ways.length === 0) return null;
  const change = async (to: string) => {
    if (isBusy) return;
    setIsBusy(true);
    await changeState({ resource, row, etag }, field, to);
    setIsBusy(false);
  };
  return (
    <>
      {ways.map((to) => (
        <button
          key={to}
          type="button"
          class="way"
          aria-label={`${field.label}: ${labelOf(field, to)}`}
          aria-disabled={isBusy}
          onClick={() => void change(to)}
        >
          <span aria-hidden="true">→ </span>
          {labelOf(field, to)}
        </button>
      ))}
    </>
  );
}

const labelOf = (field: Field, state: string): string => wordOf(field, state)?.label ?? state;

async function changeState({ resource, row, etag }: StateButtonsProps, field: Field, to: string) {
  const path = `/${resource.path}/${row.id}`;
  try {
    await send(path, {
      method: 'PATCH',
      body: { [field.name]: to },
      ...(etag !== null && { headers: { 'If-Match': etag } }),
    });
    notify(`${field.label}: ${labelOf(field, to)}`);
  } catch (error) {
    if (!(error instanceof Refusal)) return notifyFailure(error);
    if (error.status === 422 && Object.keys(error.errors).some((name) => name !== field.name)) {
      // The state asks for something that the row lacks: the form is where it can be given.
      notify(Object.values(error.errors).flat().join(' '), true);
      return go(withQuery(`${path}/edit`, { [`with.${field.name}`]: to }));
    }
    // Somebody else was faster: what can be done now is asked for anew.
    refresh();
    if (error.status === 412) notify(w.record.changedMeanwhile, true);
    else if (error.status !== 404) notifyFailure(error);
  }
}
