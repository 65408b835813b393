/** Rows of the user's account, for resources whose view has `account`: create, show, delete. */
import { useState } from 'preact/hooks';
import { Shown } from '../kinds/value.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { notify, notifyFailure } from '../parts/notices.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import { fieldsOf, may, type Page, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { send, useQuery } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { w } from '../words/words.ts';

export function OwnRows() {
  return present()
    .resources.filter(({ view }) => view.account)
    .map((resource) => <OwnList key={resource.path} resource={resource} />);
}

function OwnList({ resource }: { resource: Resource }) {
  const { data, error, refetch } = useQuery<Page>(`/${resource.path}?per_page=100`);
  return (
    <section class="sheet">
      <h2>{resource.labels.many}</h2>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      <ul class="sessions">
        {data?.body.data.map((row) => (
          <li key={row.id}>
            <OwnRow resource={resource} row={row} />
          </li>
        ))}
      </ul>
      {may(resource, 'create') && (
        <p class="buttons">
          <Link to={`/${resource.path}/new?back=/-/account`} class="button">
            {w.list.createOne(resource.labels.one)}
          </Link>
        </p>
      )}
    </section>
  );
}

function OwnRow({ resource, row }: { resource: Resource; row: Row }) {
  const [asks, setAsks] = useState(false);
  const title = titleOf(resource, row);
  const columns = fieldsOf(resource, resource.view.columns).filter(({ name }) => name !== resource.display);
  const remove = async () => {
    setAsks(false);
    try {
      await send(`/${resource.path}/${row.id}`, { method: 'DELETE' });
      notify(w.record.removed(title));
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (
    <>
      <div>
        <strong>{title}</strong>
        {columns.map((field) => (
          <div key={field.name} class="small">
            {field.label}: <Shown field={field} row={row} />
          </div>
        ))}
      </div>
      {may(resource, 'delete') && (
        <button type="button" aria-label={`${w.list.delete}: ${title}`} onClick={() => setAsks(true)}>
          {w.list.delete}
        </button>
      )}
      {asks && (
        <FormDialog
          title={`${w.list.delete}: ${title}`}
          submit={w.list.delete}
          danger
          onClose={() => setAsks(false)}
          onSubmit={() => void remove()}
        >
          <p>{w.list.deleteForGood}</p>
        </FormDialog>
      )}
    </>
  );
}
