/** Short forms of the account: a few fields with their errors, and the focus on the first error. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { addStyle } from '../parts/later.tsx';
import { failureText } from '../parts/notices.tsx';
import { expectWrite } from '../service/call.ts';
import { type FieldErrors, Refusal } from '../service/failure.ts';
import { w } from '../words/words.ts';
import style from './account.css' with { type: 'text' };

addStyle(style);

/** The typed values, by field name. */
export type Given = Readonly<Record<string, string>>;

interface OwnFormProps {
  readonly children: (errors: FieldErrors) => ComponentChildren;
  /** The text of its button. */
  readonly submit: string;
  /** Sends it. Errors are shown; after success the fields are cleared. */
  readonly send: (given: Given) => Promise<void>;
  readonly danger?: boolean;
  readonly cancel?: () => void;
}

export function OwnForm({ children, submit, send, danger = false, cancel }: OwnFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  // Before the user can type: a later focus would move their typing to another field.
  useLayoutEffect(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid=true], input')?.focus(),
    [errors],
  );
  const onSubmit = async (element: HTMLFormElement) => {
    setBusy(true);
    setProblem('');
    try {
      await send(givenIn(element));
      element.reset();
      setErrors({});
    } catch (error) {
      const told = error instanceof Refusal ? error.errors : {};
      const named = Object.keys(told).some((name) => element.elements.namedItem(name) !== null);
      setErrors({ ...told });
      setProblem(named ? '' : (Object.values(told).flat()[0] ?? failureText(error)));
    }
    setBusy(false);
  };
  return (
    <form
      ref={form}
      class="own-form"
      onInput={expectWrite}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void onSubmit(event.currentTarget);
      }}
    >
      {children(errors)}
      <p class="error" role="alert">
        {problem}
      </p>
      <p class="buttons">
        <button type="submit" class={danger ? 'danger' : 'primary'} aria-disabled={busy}>
          {submit}
        </button>
        {cancel && (
          <button type="button" onClick={cancel}>
            {w.frame.cancel}
          </button>
        )}
      </p>
    </form>
  );
}

function givenIn(form: HTMLFormElement): Given {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

interface OwnFieldProps {
  readonly name: string;
  readonly label: string;
  readonly errors: FieldErrors;
  readonly type?: 'text' | 'email' | 'password';
  readonly autocomplete: 'username' | 'current-password' | 'new-password' | 'one-time-code' | 'off';
  readonly hint?: string;
}

export function OwnField({ name, label, errors, type = 'text', autocomplete, hint }: OwnFieldProps) {
  const id = useId();
  const messages = errors[name] ?? [];
  const described = [messages.length > 0 && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    Boolean,
  );
  const shared = {
    id,
    name,
    autocomplete,
    required: true,
    'aria-invalid': messages.length > 0,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <OwnInput type={type} {...shared} />
      {hint !== undefined && (
        <p class="small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {messages.length > 0 && (
        <p class="error" id={`${id}-error`} role="alert">
          {messages.join(' ')}
        </p>
      )}
    </div>
  );
}

interface OwnInputProps {
  readonly type: 'text' | 'email' | 'password';
  readonly id: string;
  readonly name: string;
  readonly autocomplete: OwnFieldProps['autocomplete'];
  readonly required: boolean;
}

/** The type checker needs each input type separately: they accept different roles. */
function OwnInput({ type, ...shared }: OwnInputProps) {
  if (type === 'password') return <input type="password" {...shared} />;
  if (type === 'email') return <input type="email" {...shared} />;
  return <input type="text" {...shared} />;
}
