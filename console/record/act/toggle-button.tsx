/** A button that starts something of the user beside a row, and ends it while it is running. */
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../form/act/action-dialog.tsx';
import { runAction } from '../../form/act/run-action.ts';
import { Icon } from '../../parts/icon.tsx';
import { failureText, notify } from '../../parts/notices.tsx';
import { withQuery } from '../../service/call.ts';
import { Refusal } from '../../service/failure.ts';
import type { Action, Page, Quick, Resource, Row } from '../../service/metadata.ts';
import { idempotencyKey, useQuery } from '../../service/queries.ts';
import { isBeingTold, present } from '../../service/session.ts';
import { w } from '../../words/words.ts';

interface ToggleButtonProps {
  /** The resource whose rows it creates. */
  readonly target: Resource;
  readonly toggle: NonNullable<Quick['toggle']>;
  readonly given: Quick['with'];
  readonly row: Row;
}

export function ToggleButton({ target, toggle, given, row }: ToggleButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const named = (name: string, on: Action['on']) =>
    target.actions.find((action) => action.name === name && action.on === on);
  const begin = named(toggle.on, 'collection');
  const end = named(toggle.off, 'row');
  const lasting = Object.entries(end?.when ?? {}).map(([name, values]) => [name, values.join(',')]);
  const mine = { [toggle.mine]: present().user.id, ...Object.fromEntries(lasting) };
  const { data } = useQuery<Page>(withQuery(`/${target.path}`, { ...mine, with: 'can', per_page: 1 }));
  const values = Object.fromEntries(Object.entries(given).map(([name, from]) => [name, row[from]]));
  // If the user may not end one, it is not looked up, and a refusal is shown.
  const [running] = end ? (data?.body.data ?? []) : [];
  const isHere = Object.entries(values).every(([name, value]) => running?.[name] === value);
  const mayEnd = isHere && running?.can?.actions.includes(toggle.off);
  const action = running ? mayEnd && end : data && begin;
  if (!action) return null;
  const press = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await runAction(
        { resource: target, row: running ?? null, action },
        running ? {} : values,
        idempotencyKey(),
      );
      notify(w.record.done);
    } catch (error) {
      const errors = error instanceof Refusal ? error.errors : {};
      const isAsking = action.fields.some(({ name }) => name in errors && !(name in values));
      if (isAsking) setIsAsked(true);
      else if (!isBeingTold(error))
        notify(Object.values(errors).flat().join(' ') || failureText(error), true);
    }
    setIsBusy(false);
  };
  return (
    <li>
      <button
        type="button"
        class="button"
        title={action.description}
        aria-disabled={isBusy}
        onClick={() => void press()}
      >
        <Icon name={target.view.icon} />
        <span>{action.label}</span>
      </button>
      {isAsked && (
        <ActionDialog
          {...{ resource: target, row: null, action, given: values }}
          onClose={() => setIsAsked(false)}
          onRow={() => notify(w.record.done)}
        />
      )}
    </li>
  );
}
