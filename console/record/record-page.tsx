/** A page about one row. */

import { Shown } from '../parts/value.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { type Resource, type Row, titleOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';

export function RecordPage({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const { data, error, refetch } = useQuery<{ data: Row }>(`/${resource.path}/${id}?with=can`);
  if (!data) return error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />;
  const { data: row } = data.body;
  return (
    <>
      <h1 tabIndex={-1}>{titleOf(resource, row)}</h1>
      <dl class="facts">
        {resource.fields
          .filter((field) => !field.write_only)
          .map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>
                <Shown field={field} row={row} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
