/** A page with the form of a new row, or of one that is there. */

import { useState } from 'preact/hooks';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import { may, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { w } from '../words/words.ts';
import { Form } from './form.tsx';

interface FormPageProps {
  readonly resource: Resource;
  /** Null for a new row. */
  readonly id: string | null;
}

export function FormPage({ resource, id }: FormPageProps) {
  return id === null ? <NewPage resource={resource} /> : <EditPage resource={resource} id={id} />;
}

function NewPage({ resource }: { resource: Resource }) {
  // A right that goes while the form is open takes nothing off it.
  const [mayOpen] = useState(() => may(resource, 'create'));
  return (
    <>
      <nav class="crumbs" aria-label={w.form.up}>
        <Link to={`/${resource.path}`}>{resource.labels.many}</Link>
      </nav>
      <h1 tabIndex={-1}>{`${w.list.create}: ${resource.labels.one}`}</h1>
      {mayOpen ? (
        <Form resource={resource} row={null} etag={null} />
      ) : (
        <p class="hint">{w.form.mayNotOpen}</p>
      )}
    </>
  );
}

function EditPage({ resource, id }: { resource: Resource; id: string }) {
  const { data, error, refetch } = useQuery<{ data: Row }>(`/${resource.path}/${id}?with=can`);
  // What comes later is not this form's: it would change under the hands of whoever fills it in.
  const [opened, setOpened] = useState(data);
  if (!opened && data) setOpened(data);
  const answer = opened ?? data;
  if (!answer) return error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />;
  const row = answer.body.data;
  const title = titleOf(resource, row);
  return (
    <>
      <nav class="crumbs" aria-label={w.form.up}>
        <Link to={`/${resource.path}`}>{resource.labels.many}</Link>
        {' / '}
        <Link to={`/${resource.path}/${id}`}>{title}</Link>
      </nav>
      <h1 tabIndex={-1}>{`${w.form.edit}: ${title}`}</h1>
      {row.can?.update === false || !may(resource, 'view') ? (
        <p class="hint">{w.form.mayNotOpen}</p>
      ) : (
        <Form resource={resource} row={row} etag={answer.etag} />
      )}
    </>
  );
}
