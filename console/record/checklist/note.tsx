/** The note beside an answer: shown for a bad answer, for one that needs a note, and if there is one. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldOf, type Resource, type Row } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { type ChecklistView, statusOf } from './told.ts';
import type { Answering } from './use-answer.ts';

interface NoteProps {
  readonly resource: Resource;
  readonly checklist: ChecklistView;
  readonly row: Row;
  readonly answering: Answering;
  /** The prefix of its controls' ids. */
  readonly id: string;
}

export function Note({ resource, checklist, row, answering: { held, hold, answer, isBusy }, id }: NoteProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  // The note gets the focus, so that users need not search for it.
  useEffect(() => {
    if (held) box.current?.focus();
  }, [held !== null]);
  const field = fieldOf(resource, checklist.note ?? '');
  if (!field) return null;
  const stored = String(row[field.name] ?? '');
  const isBad = statusOf(resource, checklist, row)?.tone === 'bad';
  if (!held && !isBad && stored === '') return null;
  const text = typed ?? stored;
  const save = async () => {
    const note = text.trim() === '' ? null : text;
    if (await answer({ ...held, [field.name]: note })) setTyped(null);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label for={`${id}-note`}>{field.label}</label>
      {held && <p id={`${id}-why`}>{w.form.checklist.why}</p>}
      <p class="answers">
        <textarea
          id={`${id}-note`}
          ref={box}
          rows={2}
          maxLength={field.limits?.max_length}
          aria-describedby={held ? `${id}-why` : undefined}
          value={text}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button type="submit" class="thumb" aria-disabled={isBusy}>
          {w.form.save}
        </button>
        {held && (
          <button type="button" class="thumb" onClick={() => hold(null)}>
            {w.frame.cancel}
          </button>
        )}
      </p>
    </form>
  );
}
