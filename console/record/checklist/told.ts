/** The logic of a checklist's row: its control, its status as text, and the body of an answer. */
import type { ResourceMetadata } from '../../../engine/features/metadata/resource-schema.ts';
import type { Values } from '../../form/values/values.ts';
import { kindOf } from '../../kinds/kinds.tsx';
import { formatNumber } from '../../parts/format.ts';
import { type Field, fieldOf, type Resource, type Row, type Value, wordOf } from '../../service/metadata.ts';
import { locale, w } from '../../words/words.ts';

export type ChecklistView = NonNullable<ResourceMetadata['view']['checklist']>;

/** How a row is answered: by a field, with its control; by files if there is no field. */
export type WayToAnswer =
  | { readonly by: 'tick' | 'judgement'; readonly field: Field }
  | { readonly by: 'figure' | 'writing'; readonly field: Field }
  | { readonly by: 'pick'; readonly field: Field; readonly choices: readonly string[] }
  | { readonly by: 'files' };

export function wayToAnswer(resource: Resource, checklist: ChecklistView, row: Row): WayToAnswer {
  const kind = String(row[checklist.kind]);
  const field = fieldOf(resource, checklist.answers[kind] ?? '');
  if (!field) return { by: 'files' };
  if (kindOf(field).isYesNo) {
    return { by: checklist.ticks?.includes(kind) ? 'tick' : 'judgement', field };
  }
  if (kindOf(field).amount) return { by: 'figure', field };
  const choices = row[checklist.choices ?? ''];
  return Array.isArray(choices)
    ? { by: 'pick', field, choices: choices.map(String) }
    : { by: 'writing', field };
}

/** The body of an answer: it also unsets "does not apply". */
export function bodyOf({ none }: ChecklistView, row: Row, field: Field, value: unknown): Values {
  const applies = none !== undefined && row[none] === true && value !== null;
  return { [field.name]: value, ...(applies && { [none]: false }) };
}

const marksOfTones: Readonly<Record<string, string>> = { good: '✓', bad: '✗', mute: '–' };

/** The status of a row, with a mark of the same meaning. */
export function statusOf(resource: Resource, { status }: ChecklistView, row: Row): Value | undefined {
  const field = fieldOf(resource, status);
  const known = field && wordOf(field, row[status]);
  const mark = marksOfTones[known?.tone ?? ''];
  return known && (mark === undefined ? known : { ...known, label: `${mark} ${known.label}` });
}

/** The bounds of a number as text; empty if it has none. */
export function toldBounds({ bounds: [least = '', most = ''] = [] }: ChecklistView, row: Row): string {
  const [from, to] = [row[least], row[most]].map((one) =>
    typeof one === 'number' ? formatNumber(one, locale) : null,
  );
  if (from && to) return w.figures.extent(from, to);
  if (from) return `${w.figures.atLeast} ${from}`;
  return to ? `${w.figures.atMost} ${to}` : '';
}
