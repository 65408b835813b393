/** Buttons for the own actions that are possible for a row now. */
import { useState } from 'preact/hooks';
import { runAction, showRow } from '../../form/act/run-action.ts';
import { notifyFailure } from '../../parts/notices.tsx';
import type { Action, Resource, Row } from '../../service/metadata.ts';
import { idempotencyKey } from '../../service/queries.ts';

interface RowActionsProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Asks for the input of the action, or for confirmation. */
  ask(action: Action): void;
}

export function RowActions({ resource, row, ask }: RowActionsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const possible = resource.actions.filter(
    ({ on, name }) => on === 'row' && row.can?.actions.includes(name) === true,
  );
  const start = async (action: Action) => {
    if (isBusy) return;
    if (needsDialog(action)) return ask(action);
    setIsBusy(true);
    try {
      const outcome = await runAction({ resource, row, action }, {}, idempotencyKey());
      showRow({ resource, row, action }, outcome.kind === 'row' ? outcome.row : row);
    } catch (error) {
      notifyFailure(error);
    }
    setIsBusy(false);
  };
  return (
    <>
      {possible.map((action) => (
        <button
          key={action.name}
          type="button"
          class={action.danger ? 'danger' : ''}
          title={action.description}
          aria-disabled={isBusy}
          onClick={() => void start(action)}
        >
          {action.label}
          {needsDialog(action) && '…'}
        </button>
      ))}
    </>
  );
}

/** An action without input runs at once; an answer that is no row is shown in a dialog. */
const needsDialog = ({ fields, danger, answer }: Action): boolean =>
  danger || fields.length > 0 || answer !== undefined;
