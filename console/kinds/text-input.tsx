/** Inputs for text and similar values. Nothing is cut: a text that is too long is reported, and kept. */
import { useState } from 'preact/hooks';
import { w } from '../words/words.ts';
import { attributesOf } from './attributes.ts';
import type { InputProps } from './props.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function Line(props: InputProps) {
  const { id, field, value, onChange } = props;
  const { format } = field.limits ?? {};
  if (format === 'password') return <Secret {...props} />;
  const offered =
    format === 'timezone'
      ? Intl.supportedValuesOf('timeZone')
      : field.values?.map((known) => String(known.value));
  return (
    <>
      <input
        {...attributesOf(props)}
        type={format === 'email' ? 'email' : 'text'}
        autocomplete="off"
        list={offered && `${id}-offered`}
        placeholder={typeof field.default === 'string' ? field.default : ''}
        value={textOf(value)}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {offered && (
        <datalist id={`${id}-offered`}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      <Length {...props} />
    </>
  );
}

/** A secret, shown on demand. */
function Secret(props: InputProps) {
  const { field, value, onChange } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <span class="with-unit">
      <input
        {...attributesOf(props)}
        {...(isShown ? ({ type: 'text' } as const) : ({ type: 'password' } as const))}
        // A field that only updates have asks for a known secret.
        autocomplete={field.update_only ? 'current-password' : 'new-password'}
        value={textOf(value)}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={`${w.form.show}: ${field.label}`}
        onClick={() => setIsShown(!isShown)}
      >
        {w.form.show}
      </button>
    </span>
  );
}

export function Lines(props: InputProps) {
  return (
    <>
      <textarea
        {...attributesOf(props)}
        rows={4}
        value={textOf(props.value)}
        onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
      />
      <Length {...props} />
    </>
  );
}

/** From this share of the maximum length on, the number of remaining characters is shown. */
const nearlyFull = 0.8;

function Length({ field, value }: InputProps) {
  const most = field.limits?.max_length;
  const length = [...textOf(value).trim()].length;
  if (most === undefined || length < most * nearlyFull) return null;
  return <small class={length > most ? 'length error' : 'length'}>{w.form.length(length, most)}</small>;
}

interface TypedProps extends InputProps {
  read(text: string): unknown;
  write(value: unknown): string;
}

/** A value in a notation, such as JSON. The typed text is not changed. */
export function Typed(props: TypedProps) {
  const { value, read, write, onChange } = props;
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown } | null>(null);
  return (
    <textarea
      {...attributesOf(props)}
      rows={4}
      spellcheck={false}
      value={typed && typed.value === value ? typed.text : write(value)}
      onInput={({ currentTarget: { value: text } }) => {
        const next = read(text);
        setTyped({ text, value: next });
        onChange(next);
      }}
    />
  );
}
