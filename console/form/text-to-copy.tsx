/** What somebody typed into the form of a row that is no longer there: to be taken elsewhere. */
import { useRef } from 'preact/hooks';
import { notify } from '../parts/notices.tsx';
import { nameOf } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import type { FormState } from './use-form.ts';

export function TextToCopy({ form }: { readonly form: FormState }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    box.current?.select();
    // Over plain http there is no clipboard: what is selected can be copied with the keys.
    await navigator.clipboard?.writeText(box.current?.value ?? '');
    notify(w.form.copied);
  };
  return (
    <div class="problem" role="alert">
      <p>{w.form.gone}</p>
      <div class="field">
        <label for="form-text">{w.form.yourText}</label>
        <textarea id="form-text" ref={box} readOnly rows={6} value={textOf(form)} />
      </div>
      <button type="button" onClick={() => void copy().catch(() => box.current?.select())}>
        {w.form.copy}
      </button>
    </div>
  );
}

/** A line for each field that was changed. */
function textOf({ fields, body, picked }: FormState): string {
  return fields
    .filter(({ name, write_only }) => name in body && !write_only)
    .map(({ name, label, reference }) => {
      const value = body[name];
      const rows = reference && picked.get(name);
      const text = rows
        ? rows.map((row) => nameOf(row, reference.display)).join(', ')
        : typeof value === 'object' && value !== null
          ? JSON.stringify(value)
          : String(value ?? '');
      return `${label}: ${text}`;
    })
    .join('\n');
}
