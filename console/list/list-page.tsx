/** The list of a resource: everything that it shows is asked for by the address of the page. */

import { Shown } from '../parts/value.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link, usePlace } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { fieldsOf, may, neededFields, type Page, type Resource, titleOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { w } from '../words/words.ts';

export function ListPage({ resource }: { readonly resource: Resource }) {
  const { query } = usePlace();
  const fields = neededFields(resource, resource.view.columns);
  const path = withQuery(`/${resource.path}`, { ...Object.fromEntries(query), per_page: 25, fields });
  const { data, error, refetch } = useQuery<Page>(path, { keepPrevious: true });
  const columns = fieldsOf(resource, resource.view.columns);
  return (
    <>
      <header class="top">
        <h1 tabIndex={-1}>{resource.labels.many}</h1>
        <span class="grow" />
        {may(resource, 'create') && (
          <Link class="button primary" to={`/${resource.path}/new`}>
            {w.list.create}
          </Link>
        )}
      </header>
      {error && !data && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <section class="scroll" aria-label={resource.labels.many}>
          <table>
            <thead>
              <tr>
                {columns.map((field) => (
                  <th key={field.name} scope="col">
                    {field.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.body.data.map((row) => (
                <tr key={row.id}>
                  {columns.map((field, index) => (
                    <td key={field.name}>
                      {index === 0 ? (
                        <Link to={`/${resource.path}/${row.id}`}>{titleOf(resource, row)}</Link>
                      ) : (
                        <Shown field={field} row={row} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
