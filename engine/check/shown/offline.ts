/** Checks what clients store offline. `describe/view` checks the parts that concern other modules. */
import type { Fields } from '../../definition/types.ts';
import type { View } from '../../definition/view.ts';
import { oneOf, type Subject } from '../subject.ts';

/** Changes that are queued offline must be possible later. */
export function checkOffline({ definition, facts, report }: Subject, { offline }: View<Fields>): void {
  if (!offline) return;
  const { operations } = definition;
  if (offline.create && !operations.includes('create'))
    report('view.offline.create', 'rows are not created.', 'Take it out.');
  if (offline.list && !(operations.includes('list') && operations.includes('view')))
    report('view.offline.list', 'rows are not listed and viewed.', 'Take it out.');
  for (const key of ['own', 'with'] as const)
    if (offline[key] && !offline.list) report(`view.offline.${key}`, 'is of a list.', 'Write `list`, too.');
  const changed = operations.includes('update')
    ? [...facts].flatMap(([name, { readOnly, fixed }]) => (readOnly || fixed ? [] : [name]))
    : [];
  for (const name of offline.update ?? [])
    if (!changed.includes(name))
      report('view.offline.update', `“${name}” is nothing that a change takes.`, oneOf(changed));
}
