/**
 * Values that the answer to a new row reveals once, such as an address with a secret: shown for copying before the page changes.
 */
import { useRef } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { notify } from '../parts/notices.tsx';
import type { Field } from '../service/metadata.ts';
import { w } from '../words/words.ts';

interface Told {
  readonly field: Field;
  readonly text: string;
}

/** The values of a row that no other answer contains. */
export function toldOnce(fields: readonly Field[], row: Readonly<Record<string, unknown>>): Told[] {
  return fields.flatMap((field) => {
    const text = row[field.name];
    return field.read_only && field.write_only && typeof text === 'string' ? [{ field, text }] : [];
  });
}

interface ToldOnceProps {
  readonly title: string;
  readonly told: readonly Told[];
  onDone(): void;
}

export function ToldOnce({ title, told, onDone }: ToldOnceProps) {
  return (
    <Dialog title={title} wide>
      <Secrets told={told} />
      <p class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          {w.form.toldDone}
        </button>
      </p>
    </Dialog>
  );
}

/** Shows them with a copy button each. */
export function Secrets({ told }: Pick<ToldOnceProps, 'told'>) {
  if (told.length === 0) return null;
  return (
    <>
      <p role="status">{w.form.toldOnce}</p>
      {told.map((one) => (
        <Copied key={one.field.name} {...one} />
      ))}
    </>
  );
}

function Copied({ field, text }: Told) {
  const box = useRef<HTMLInputElement>(null);
  const copy = async () => {
    box.current?.select();
    // Without https there is no clipboard; the selected text can be copied by keyboard.
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(text);
    notify(w.form.copied);
  };
  const id = `told-${field.name}`;
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      <input id={id} ref={box} readOnly value={text} onFocus={() => box.current?.select()} />
      <p class="buttons">
        <button type="button" onClick={() => void copy().catch(() => box.current?.select())}>
          {w.form.copy}
        </button>
        {/^https?:.*\.ics$/.test(text) && (
          <a class="button" href={text.replace(/^https?/, 'webcal')}>
            {w.form.subscribe}
          </a>
        )}
      </p>
    </div>
  );
}
