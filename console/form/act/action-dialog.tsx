/** Asks for the input of an action, or for confirmation, and shows its result. */
import { useState } from 'preact/hooks';
import { FormDialog } from '../../parts/dialog.tsx';
import type { Row } from '../../service/metadata.ts';
import { AskedFields, useAsked } from '../asked.tsx';
import { firstValues, type Values } from '../values/values.ts';
import { ActionOutcome } from './action-outcome.tsx';
import { type Deed, type Outcome, runAction, showRow } from './run-action.ts';

interface ActionDialogProps extends Deed {
  /** Initial values, beside those from the row. */
  readonly given?: Values;
  onClose(): void;
  /** Called with the row that it created or changed; default: the row is shown. */
  onRow?(row: Row): void;
}

export function ActionDialog({ onClose, onRow, given, ...deed }: ActionDialogProps) {
  const { action, row } = deed;
  const { fields } = action;
  const first = () => ({ ...firstValues(fields, null), ...valuesOfRow(deed), ...given });
  const asked = useAsked({ fields, prefix: 'action-', first });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = () =>
    asked.send(async (body, key) => {
      const result = await runAction(deed, body, key);
      if (result.kind !== 'row') return setOutcome(result);
      onClose();
      if (onRow) onRow(result.row);
      else showRow(deed, result.row);
    });
  if (outcome) return <ActionOutcome deed={deed} outcome={outcome} onClose={onClose} />;
  return (
    <FormDialog
      title={action.label}
      submit={action.label}
      danger={action.danger === true}
      isBusy={asked.isBusy}
      wide={fields.length > 1}
      noValidate
      onClose={onClose}
      onSubmit={() => void run()}
    >
      <p>{action.description}</p>
      <AskedFields asked={asked} beside={{ for: row?.id ?? null }} />
    </FormDialog>
  );
}

/** The initial values from the row. */
function valuesOfRow({ action, row }: Deed): Values {
  const given = Object.entries(action.with ?? {});
  return Object.fromEntries(given.map(([field, from]) => [field, row?.[from] ?? null]));
}
