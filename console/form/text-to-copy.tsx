/** The typed values of a form whose row no longer exists, for copying. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { notify } from '../parts/notices.tsx';
import { type Field, nameOf, type Row } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import type { Values } from './values/values.ts';

interface TextToCopyProps {
  readonly fields: readonly Field[];
  /** The typed values. */
  readonly values: Values;
  /** Rows by the field that refers to them. */
  readonly picked?: ReadonlyMap<string, readonly Row[]>;
}

export function TextToCopy(props: TextToCopyProps) {
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => place.current?.focus(), []);
  const copy = async () => {
    box.current?.select();
    // Without https there is no clipboard; the selected text can be copied by keyboard.
    await navigator.clipboard?.writeText(box.current?.value ?? '');
    notify(w.form.copied);
  };
  return (
    <div ref={place} class="problem" role="alert" tabIndex={-1}>
      <p>{w.form.gone}</p>
      <div class="field">
        <label for="form-text">{w.form.yourText}</label>
        <textarea id="form-text" ref={box} readOnly rows={6} value={textOf(props)} />
      </div>
      <button type="button" onClick={() => void copy().catch(() => box.current?.select())}>
        {w.form.copy}
      </button>
    </div>
  );
}

/** A line for each changed field. */
function textOf({ fields, values, picked }: TextToCopyProps): string {
  return fields
    .filter(({ name, write_only }) => name in values && !write_only)
    .map(({ name, label, reference }) => {
      const value = values[name];
      const rows = reference && picked?.get(name);
      const text = rows
        ? rows.map((row) => nameOf(row, reference.display)).join(', ')
        : typeof value === 'object' && value !== null
          ? JSON.stringify(value)
          : String(value ?? '');
      return `${label}: ${text}`;
    })
    .join('\n');
}
