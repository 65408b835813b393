/** Fields that are filled in and sent together: their values, errors, and a single submission. */
import { useRef, useState } from 'preact/hooks';
import { failureText } from '../parts/notices.tsx';
import { type FieldErrors, Refusal } from '../service/failure.ts';
import type { Field } from '../service/metadata.ts';
import { idempotencyKey } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { Control } from './controls/control.tsx';
import { followByEnter } from './controls/enter.ts';
import { messagesOf, otherMessages, partMessagesOf } from './values/errors.ts';
import { findProblems } from './values/problems.ts';
import { bodyOfNew, type Values } from './values/values.ts';

interface AskedProps {
  readonly fields: readonly Field[];
  /** The prefix of the controls' ids. */
  readonly prefix: string;
  /** The initial values. */
  first(): Values;
}

interface Asked extends Pick<AskedProps, 'fields' | 'prefix'> {
  readonly values: Values;
  readonly errors: FieldErrors;
  /** An error that belongs to no field. */
  readonly failure: string;
  readonly isBusy: boolean;
  change(name: string, value: unknown): void;
  /** Resets it. */
  clear(): void;
  /** Sends the values, unless they have errors. @param deed rejects if it is refused */
  send(deed: (body: Values, key: string) => Promise<void>): Promise<void>;
}

export function useAsked({ fields, prefix, first }: AskedProps): Asked {
  const [values, setValues] = useState<Values>(first);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const sent = useRef({ text: '', key: '' });
  const fail = (found: FieldErrors, text: string) => {
    setErrors(found);
    setFailure(text);
    const wrong = fields.find(({ name }) => Object.keys(found).some((key) => key.split('.')[0] === name));
    if (wrong) document.getElementById(prefix + wrong.name)?.focus();
  };
  const clear = () => {
    sent.current = { text: '', key: '' };
    setValues(first());
    fail({}, '');
  };
  const send: Asked['send'] = async (deed) => {
    if (isBusy) return;
    const problems = findProblems(fields, values, present().meta.timezone);
    if (isSome(problems)) return fail(problems, '');
    const body = bodyOfNew(fields, values);
    const text = JSON.stringify(body);
    // A retry has the same key, so that it is not done twice; a changed body has a new one.
    if (sent.current.text !== text) sent.current = { text, key: idempotencyKey() };
    setIsBusy(true);
    try {
      await deed(body, sent.current.key);
    } catch (error) {
      const found = error instanceof Refusal ? error.errors : {};
      fail(found, otherMessages(found, fields) || (isSome(found) ? '' : failureText(error)));
    } finally {
      setIsBusy(false);
    }
  };
  const change = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }));
  return { fields, prefix, values, errors, failure, isBusy, change, clear, send };
}

interface AskedFieldsProps {
  readonly asked: Asked;
  /** Parameters of options, beside the values. */
  readonly beside: Values;
}

export function AskedFields({ asked, beside }: AskedFieldsProps) {
  const { fields, prefix, values, errors, failure, change } = asked;
  return (
    <>
      {failure !== '' && (
        <p class="problem" role="alert">
          {failure}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it */}
      <div class="grid" onKeyDown={followByEnter}>
        {fields.map((field) => (
          <Control
            key={field.name}
            field={field}
            id={prefix + field.name}
            value={values[field.name] ?? null}
            required={field.required === true}
            messages={messagesOf(errors, field)}
            partMessages={partMessagesOf(errors, field)}
            beside={{ ...values, ...beside }}
            onChange={(value) => change(field.name, value)}
          />
        ))}
      </div>
    </>
  );
}

const isSome = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;
