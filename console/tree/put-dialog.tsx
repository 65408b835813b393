/** Moves a row within a tree, without dragging. */
import { useState } from 'preact/hooks';
import { ReferenceInput } from '../form/controls/reference-input.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { type Field, type Resource, type Row, rowsUnder, titleOf } from '../service/metadata.ts';
import type { Tree } from '../service/tree.ts';
import { w } from '../words/words.ts';
import type { TreeMoves } from './branch.tsx';

interface PutDialogProps {
  readonly resource: Resource;
  /** The reference to the parent. */
  readonly field: Field;
  readonly tree: Tree;
  readonly row: Row;
  readonly moves: TreeMoves;
}

export function PutDialog({ resource, field, tree, row, moves }: PutDialogProps) {
  const [above, setAbove] = useState<unknown>(row[field.name] ?? null);
  return (
    <FormDialog
      title={w.views.move(titleOf(resource, row))}
      submit={w.views.put}
      onClose={() => moves.ask(null)}
      onSubmit={() =>
        moves.put(row, typeof above === 'number' ? (tree.byId.get(above) ?? { id: above }) : null)
      }
    >
      <div class="field">
        <label for="put-above">{field.label}</label>
        <ReferenceInput
          id="put-above"
          field={field}
          value={above}
          beside={{ for: row.id }}
          rows={rowsUnder(row, field.reference?.embed ?? '')}
          invalid={false}
          describedBy={undefined}
          onChange={setAbove}
        />
      </div>
    </FormDialog>
  );
}
