/** A printable row: its header, all facts, its related rows, and signature lines if it is work. */
import { useEffect, useState } from 'preact/hooks';
import { isAmount } from '../kinds/kinds.tsx';
import { Shown } from '../kinds/value.tsx';
import { addStyle } from '../parts/later.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { fieldsOf, neededFields, type Page, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { resourceAt } from '../service/session.ts';
import { w } from '../words/words.ts';
import { AnswerOnPaper, neededForAnswer } from './checklist/on-paper.tsx';
import { Group, Headline } from './facts.tsx';
import { factsOf, type RelatedTab, relatedTabs } from './layout.ts';
import style from './paper.css' with { type: 'text' };
import { Title } from './title.tsx';

addStyle(style);

interface PrintPageProps {
  readonly resource: Resource;
  readonly id: string;
}

export function PrintPage({ resource, id }: PrintPageProps) {
  const { data, error, refetch } = useQuery<{ data: Row }>(`/${resource.path}/${id}`);
  if (!data) return error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />;
  return <Sheet resource={resource} row={data.body.data} />;
}

function Sheet({ resource, row }: { readonly resource: Resource; readonly row: Row }) {
  // Lists that no field counts are asked for, too.
  const lists = relatedTabs(resource, row).filter(({ count }) => count !== 0);
  const [there, setThere] = useState(0);
  const title = titleOf(resource, row);
  useEffect(() => {
    document.title = title;
  }, [title]);
  // Data that are not loaded would be missing on paper.
  useEffect(() => {
    if (there === lists.length) print();
  }, [there === lists.length]);
  return (
    <article class="paper">
      <p class="crumbs">
        <Link to={`/${resource.path}/${row.id}`}>‹ {title}</Link>
        <button type="button" class="primary" onClick={() => print()}>
          {w.record.print}
        </button>
      </p>
      <p class="small">
        {resource.labels.one} #{row.id}
      </p>
      <header class="top">
        <Title resource={resource} row={row} />
        <Headline resource={resource} row={row} most={100} />
      </header>
      {factsOf(resource, row)
        .filter(({ filled }) => filled.length > 0)
        .map((group) => (
          <Group key={group.title ?? ''} group={{ ...group, folded: false }} row={row} most={100} />
        ))}
      {lists.map((tab) => (
        <Rows key={tab.key} tab={tab} row={row} onThere={() => setThere((count) => count + 1)} />
      ))}
      {resource.states && <Signatures />}
    </article>
  );
}

interface RowsProps {
  readonly tab: RelatedTab;
  readonly row: Row;
  onThere(): void;
}

/** The maximum of one request. */
const mostRows = 100;

function Rows({ tab: { list, label }, row, onThere }: RowsProps) {
  const target = resourceAt(list.resource);
  const columns =
    target?.view.columns.filter((name) => name !== list.filter && name !== target.display) ?? [];
  const checklist = target?.view.checklist;
  const needed = checklist ? [...columns, ...neededForAnswer(checklist)] : columns;
  const { data, error } = useQuery<Page>(
    target
      ? withQuery(`/${list.resource}`, {
          ...{ [list.filter]: row.id, per_page: mostRows, fields: neededFields(target, needed) },
          ...(list.sort !== undefined && { sort: list.sort }),
        })
      : null,
  );
  const isThere = !target || data !== undefined || error !== null;
  useEffect(() => {
    if (isThere) onThere();
  }, [isThere]);
  if (!target || !data || data.body.data.length === 0) return null;
  const fields = fieldsOf(target, columns);
  const left = data.body.meta.total - data.body.data.length;
  return (
    <section class="group">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{target.labels.one}</th>
            {fields.map((field) => (
              <th key={field.name} scope="col" class={isAmount(field) ? 'number' : ''}>
                {field.label}
              </th>
            ))}
            {checklist && <th scope="col">{w.form.checklist.answer}</th>}
          </tr>
        </thead>
        <tbody>
          {data.body.data.map((one) => (
            <tr key={one.id}>
              <td>{titleOf(target, one)}</td>
              {fields.map((field) => (
                <td key={field.name} class={isAmount(field) ? 'number' : ''}>
                  <Shown field={field} row={one} plain />
                </td>
              ))}
              {checklist && (
                <td>
                  <AnswerOnPaper resource={target} checklist={checklist} row={one} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="hint">{w.views.tooMany(left)}</p>}
    </section>
  );
}

/** Signatures of the worker, and of the person who accepts the work. */
function Signatures() {
  return (
    <section class="group signatures" aria-label={w.record.signatures}>
      {w.record.signers.map((signer) => (
        <p key={signer}>
          <span>{signer}</span> <span>{w.record.date}</span> <span>{w.record.signature}</span>
        </p>
      ))}
    </section>
  );
}
