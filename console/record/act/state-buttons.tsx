/** A button for each state that a row can change to. */
import { useState } from 'preact/hooks';
import { changeState } from '../../form/change-row.ts';
import { type Field, fieldOf, type Resource, type Row, wordOf } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { nextOf } from '../layout.ts';

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
    await changeState(resource, row, etag, field, to);
    setIsBusy(false);
  };
  const next = nextOf(field, ways, row);
  return (
    <>
      {ways.map((to) => (
        <button
          key={to}
          type="button"
          class={to === next ? 'way primary' : 'way'}
          aria-disabled={isBusy}
          onClick={() => void change(to)}
        >
          {w.record.markAs(labelOf(field, to))}
        </button>
      ))}
    </>
  );
}

const labelOf = (field: Field, state: string): string => wordOf(field, state)?.label ?? state;
