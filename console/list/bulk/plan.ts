/** A planned bulk change, and its confirmation. */
import type { Action, Field, Resource, Value } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import type { Deed } from './possible.ts';

export interface Plan {
  readonly title: string;
  /** Details, if the title is not sufficient. */
  readonly text: string;
  /** The text of the button. */
  readonly verb: string;
  readonly danger: boolean;
  /** The change; null if a field and a value must be chosen first. */
  readonly deed: Deed | null;
  /** The fields to choose from. */
  readonly fields: readonly Field[];
}

export const planRemove = (): Plan => ({
  title: w.list.deleteChosen,
  text: w.list.deleteForGood,
  verb: w.list.delete,
  danger: true,
  deed: { kind: 'remove' },
  fields: [],
});

export const planChange = (fields: readonly Field[]): Plan => ({
  title: w.list.changeField,
  text: '',
  verb: w.list.change,
  danger: false,
  deed: null,
  fields,
});

export const planState = ({ states }: Resource, { value, label }: Value): Plan => ({
  title: w.record.markAs(label),
  text: '',
  verb: w.list.change,
  danger: false,
  deed: { kind: 'change', name: states?.field ?? '', value },
  fields: [],
});

export const planAct = ({ name, label, description, danger }: Action): Plan => ({
  title: label,
  text: description,
  verb: label,
  danger: danger === true,
  deed: { kind: 'act', action: name },
  fields: [],
});
