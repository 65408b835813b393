/** What somebody is about to do with the chosen rows, and how they are asked once more. */
import type { Action, Field, Resource, Value } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import type { Deed } from './possible.ts';

export interface Plan {
  readonly title: string;
  /** What it does, where the title does not say all. */
  readonly text: string;
  /** What stands on the button. */
  readonly verb: string;
  readonly danger: boolean;
  /** What is done; null where a field and its value have to be chosen first. */
  readonly deed: Deed | null;
  /** Of which one is changed. */
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
