/** A typed answer, with its own save button. */
import { useState } from 'preact/hooks';
import { unitOf } from '../../form/values/dependence.ts';
import { readNumber, writeNumber } from '../../kinds/text.ts';
import { Shown } from '../../kinds/value.tsx';
import type { Field, Resource, Row } from '../../service/metadata.ts';
import { locale, w } from '../../words/words.ts';
import { type ChecklistView, toldBounds } from './told.ts';

interface TypedAnswerProps {
  readonly resource: Resource;
  readonly checklist: ChecklistView;
  readonly row: Row;
  readonly asked: { readonly by: 'figure' | 'writing'; readonly field: Field };
  /** The prefix of its controls' ids. */
  readonly id: string;
  readonly isBusy: boolean;
  give(value: unknown): Promise<boolean>;
}

export function TypedAnswer({
  resource,
  checklist,
  row,
  asked: { by, field },
  id,
  isBusy,
  give,
}: TypedAnswerProps) {
  /** The unsaved text; null if there is none. */
  const [typed, setTyped] = useState<string | null>(null);
  const isNumber = by === 'figure';
  const stored = isNumber ? writeNumber(row[field.name], locale) : String(row[field.name] ?? '');
  const text = typed ?? stored;
  const save = async () => {
    const value = isNumber ? readNumber(text, locale) : text.trim() === '' ? null : text;
    if (await give(value)) setTyped(null);
  };
  const bounds = isNumber ? toldBounds(checklist, row) : '';
  const unit = isNumber ? unitOf(resource, field, row, new Map()) : '';
  const common = {
    id: `${id}-answer`,
    value: text,
    'aria-describedby': `${id}-bounds`,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setTyped(currentTarget.value),
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label for={`${id}-answer`}>{field.label}</label>
      <p class="answers">
        {isNumber ? (
          <input {...common} type="text" inputMode="decimal" autocomplete="off" />
        ) : (
          <textarea {...common} rows={3} maxLength={field.limits?.max_length} />
        )}
        <span id={`${id}-bounds`}>
          {unit} {bounds !== '' && <span class="of">({bounds})</span>}
        </span>
        <button type="submit" class="thumb" aria-disabled={isBusy}>
          {w.form.save}
        </button>
      </p>
      {typed !== null && stored !== '' && typed !== stored && (
        <p class="small">
          {w.form.checklist.now} <Shown field={field} row={row} />
        </p>
      )}
    </form>
  );
}
