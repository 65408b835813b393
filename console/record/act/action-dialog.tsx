/** Asks for what an action needs, or once more whether it is meant, and shows what came of it. */
import { useRef, useState } from 'preact/hooks';
import { Control } from '../../form/controls/control.tsx';
import { messagesOf, otherMessages, partMessagesOf } from '../../form/values/errors.ts';
import { findProblems } from '../../form/values/problems.ts';
import { bodyOfNew, firstValues, type Values } from '../../form/values/values.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { failureText } from '../../parts/notices.tsx';
import { type FieldErrors, Refusal } from '../../service/failure.ts';
import { idempotencyKey } from '../../service/queries.ts';
import { present } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { ActionOutcome } from './action-outcome.tsx';
import { type Deed, type Outcome, runAction, showRow } from './run-action.ts';

interface ActionDialogProps extends Deed {
  onClose(): void;
}

export function ActionDialog({ onClose, ...deed }: ActionDialogProps) {
  const { action, row } = deed;
  const { fields } = action;
  const [values, setValues] = useState<Values>(() => ({
    ...firstValues(fields, null),
    ...valuesOfRow(deed),
  }));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const sent = useRef({ body: '', key: '' });
  const fail = (found: FieldErrors, text: string) => {
    setErrors(found);
    setFailure(text);
    const first = fields.find(({ name }) => Object.keys(found).some((key) => key.split('.')[0] === name));
    if (first) document.getElementById(idOf(first.name))?.focus();
  };
  const run = async () => {
    if (isBusy) return;
    const problems = findProblems(fields, values, present().meta.timezone);
    if (Object.keys(problems).length > 0) return fail(problems, '');
    const body = bodyOfNew(fields, values);
    const text = JSON.stringify(body);
    // What is sent again is not done twice; what was changed in between is another matter.
    if (sent.current.body !== text) sent.current = { body: text, key: idempotencyKey() };
    setIsBusy(true);
    try {
      const result = await runAction(deed, body, sent.current.key);
      if (result.kind !== 'row') return setOutcome(result);
      onClose();
      showRow(deed, result.row);
    } catch (error) {
      const found = error instanceof Refusal ? error.errors : {};
      fail(found, otherMessages(found, fields) || (messagesCover(found) ? '' : failureText(error)));
    } finally {
      setIsBusy(false);
    }
  };
  if (outcome) return <ActionOutcome deed={deed} outcome={outcome} onClose={onClose} />;
  return (
    <Dialog title={action.label} onClose={onClose} wide={fields.length > 1}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <p>{action.description}</p>
        {failure !== '' && (
          <p class="problem" role="alert">
            {failure}
          </p>
        )}
        <div class="grid">
          {fields.map((field) => (
            <Control
              key={field.name}
              field={field}
              id={idOf(field.name)}
              value={values[field.name] ?? null}
              required={field.required}
              messages={messagesOf(errors, field)}
              partMessages={partMessagesOf(errors, field)}
              beside={{ ...values, for: row?.id ?? null }}
              onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            />
          ))}
        </div>
        <p class="buttons">
          <button type="button" onClick={onClose}>
            {w.record.cancel}
          </button>
          <button type="submit" class={action.danger ? 'danger' : 'primary'} aria-disabled={isBusy}>
            {action.label}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** What the row gives. */
function valuesOfRow({ action, row }: Deed): Values {
  const given = Object.entries(action.with ?? {});
  return Object.fromEntries(given.map(([field, from]) => [field, row?.[from] ?? null]));
}

const idOf = (name: string): string => `action-${name}`;

const messagesCover = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;
