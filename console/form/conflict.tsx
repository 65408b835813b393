/** A conflict between two users: the present row and the values of this form, field by field. */

import { hasParts } from '../kinds/kinds.tsx';
import { Shown } from '../kinds/value.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Scroll } from '../parts/scroll.tsx';
import type { Field, Row } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { withNames } from './values/parts.ts';
import { isSame, storedValue, type Values } from './values/values.ts';

interface ConflictProps {
  readonly fields: readonly Field[];
  /** The row when the form was opened, and its present state. */
  readonly before: Row;
  readonly now: Row;
  readonly values: Values;
  readonly picked: ReadonlyMap<string, readonly Row[]>;
  /** The body to be sent. */
  readonly body: Values;
  keepMine(): void;
  takeTheirs(): void;
  close(): void;
}

export function Conflict({
  fields,
  before,
  now,
  values,
  picked,
  body,
  keepMine,
  takeTheirs,
  close,
}: ConflictProps) {
  const told = fields.filter((field) => {
    if (field.write_only) return false;
    return field.name in body || !isSame(field, storedValue(field, before), storedValue(field, now));
  });
  return (
    <Dialog title={w.form.conflict} wide onClose={close}>
      <p>{w.form.conflictHelp}</p>
      <Scroll>
        <table class="conflict">
          <thead>
            <tr>
              <th scope="col">{w.form.field}</th>
              <th scope="col">{w.form.theirs}</th>
              <th scope="col">{w.form.mine}</th>
            </tr>
          </thead>
          <tbody>
            {told.map((field) => (
              <tr key={field.name}>
                <th scope="row">{field.label}</th>
                <td>
                  <Shown field={field} row={now} plain />
                </td>
                <td>
                  {field.name in body ? (
                    <strong>
                      <Shown field={field} row={asRow(field, before, values, picked)} plain />
                    </strong>
                  ) : (
                    <span class="nothing">{w.form.unchanged}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="buttons">
        <button type="button" onClick={close}>
          {w.form.back}
        </button>
        <button type="button" onClick={takeTheirs}>
          {w.form.takeTheirs}
        </button>
        <button type="button" class="primary" onClick={keepMine}>
          {w.form.keepMine}
        </button>
      </p>
    </Dialog>
  );
}

/** A value of the form in the form of a row's value. */
function asRow(field: Field, before: Row, values: Values, picked: ReadonlyMap<string, readonly Row[]>): Row {
  const value = values[field.name];
  return {
    id: before.id,
    [field.name]: hasParts(field) ? withNames(field, value, before[field.name]) : value,
    ...(field.reference && { [field.reference.embed]: picked.get(field.name) ?? [] }),
  };
}
