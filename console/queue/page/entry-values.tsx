/** What a write that waits says: its fields, and what they are to hold. */
import { Shown } from '../../kinds/value.tsx';
import { fieldsOf, type Resource, type Row } from '../../service/metadata.ts';
import type { QueueEntry } from '../entry.ts';

interface EntryValuesProps {
  readonly resource: Resource;
  readonly entry: QueueEntry;
}

export function EntryValues({ resource, entry: { does, id, seen, body } }: EntryValuesProps) {
  const fields = fieldsOf(resource, Object.keys(body)).filter(({ write_only: isSecret }) => !isSecret);
  // The rows that a changed one referred to are others now.
  const row: Row = { ...(does === 'make' && seen), ...body, id };
  if (fields.length === 0) return null;
  return (
    <dl class="facts">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>
            <Shown field={field} row={row} plain />
          </dd>
        </div>
      ))}
    </dl>
  );
}
