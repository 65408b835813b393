/** The result of an action: links to rows, or figures. */

import { Figures } from '../../kinds/figures.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Link } from '../../place/place.tsx';
import { titleOf } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { Secrets, toldOnce } from '../told-once.tsx';
import type { Deed, Outcome } from './run-action.ts';

interface ActionOutcomeProps {
  readonly deed: Deed;
  readonly outcome: Outcome;
  onClose(): void;
}

export function ActionOutcome({ deed: { resource, action }, outcome, onClose }: ActionOutcomeProps) {
  return (
    <Dialog title={action.label} onClose={onClose}>
      {outcome.kind === 'rows' && (
        <>
          <p role="status">{w.record.made(outcome.rows.length)}</p>
          <ul class="holding">
            {outcome.rows.map((row) => (
              <li key={row.id}>
                <Link to={`/${resource.path}/${row.id}`}>{titleOf(resource, row)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {outcome.kind === 'values' && (
        <>
          <p role="status">{w.record.done}</p>
          <Secrets told={toldOnce(action.answer ?? [], outcome.values)} />
          <Figures
            fields={(action.answer ?? []).filter(({ write_only }) => !write_only)}
            values={outcome.values}
          />
        </>
      )}
      <p class="buttons">
        <button type="button" class="primary" onClick={onClose}>
          {w.frame.close}
        </button>
      </p>
    </Dialog>
  );
}
