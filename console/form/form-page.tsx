/** A page with the form of a new or an existing row. */

import { useState } from 'preact/hooks';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import { Refusal } from '../service/failure.ts';
import { may, type Resource, type Row, rowPath, titleOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { isMadeRow } from '../service/seen/unsent.ts';
import { w } from '../words/words.ts';
import { Form } from './form.tsx';
import { TextToCopy } from './text-to-copy.tsx';
import { draftOf } from './use-draft.ts';
import { readDraft } from './values/drafts.ts';

interface FormPageProps {
  readonly resource: Resource;
  /** Null for a new row. */
  readonly id: string | null;
}

export function FormPage({ resource, id }: FormPageProps) {
  return id === null ? <NewPage resource={resource} /> : <EditPage resource={resource} id={id} />;
}

function NewPage({ resource }: { resource: Resource }) {
  // If a permission is lost while the form is open, the form is not closed.
  const [mayOpen] = useState(() => may(resource, 'create'));
  return (
    <>
      <nav class="crumbs" aria-label={w.form.up}>
        <Link to={`/${resource.path}`}>{resource.labels.many}</Link>
      </nav>
      <h1 tabIndex={-1}>{w.list.createOne(resource.labels.one)}</h1>
      {mayOpen ? (
        <Form resource={resource} row={null} etag={null} />
      ) : (
        <p class="hint">{w.form.mayNotOpen}</p>
      )}
    </>
  );
}

/** A missing row; the draft of its form may still exist. */
function GonePage({ resource, id, error }: { resource: Resource; id: number; error: Refusal }) {
  const draft = readDraft(localStorage, draftOf(resource, id), resource.fields);
  return (
    <>
      <h1 tabIndex={-1}>{error.message}</h1>
      {draft && <TextToCopy fields={resource.fields} values={draft.values} />}
    </>
  );
}

function EditPage({ resource, id }: { resource: Resource; id: string }) {
  const { data, error, refetch } = useQuery<{ data: Row }>(rowPath(resource, id), { isMade: isMadeRow });
  // Later versions of the row must not change the form while it is filled in.
  const [opened, setOpened] = useState(data);
  if (!opened && data) setOpened(data);
  const answer = opened ?? data;
  if (!answer && error instanceof Refusal && error.status === 404)
    return <GonePage resource={resource} id={Number(id)} error={error} />;
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
      <h1 tabIndex={-1}>{`${w.value.before(w.form.edit)} ${title}`}</h1>
      {row.can?.update === false || !may(resource, 'view') ? (
        <p class="hint">{w.form.mayNotOpen}</p>
      ) : (
        <Form resource={resource} row={row} etag={answer.etag} />
      )}
    </>
  );
}
