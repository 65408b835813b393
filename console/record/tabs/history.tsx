/** The history of a row: who changed what, and when. */
import type { ComponentChildren } from 'preact';
import { Clock, Shown } from '../../kinds/value.tsx';
import { Problem, Waiting } from '../../parts/waiting.tsx';
import { Link } from '../../place/place.tsx';
import { withQuery } from '../../service/call.ts';
import { fieldOf, type Resource, wordOf } from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { listPath } from '../../service/seen/hung.ts';
import { isMadeList } from '../../service/seen/unsent.ts';
import { present, resourceAt, zoneOf } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { type Change, changesOf, type Entry, isNothing, type Side, wordsOf } from './changes.ts';

interface HistoryPage {
  readonly data: readonly Entry[];
  readonly meta: { readonly total: number };
}

interface HistoryProps {
  readonly resource: Resource;
  /** Of the row. */
  readonly id: number;
}

const shown = 25;

export function History({ resource, id }: HistoryProps) {
  const { url = '' } = present().meta.history ?? {};
  const path = listPath(url.replace('{name}', resource.name).replace('{id}', String(id)));
  const { data, error, refetch } = useQuery<HistoryPage>(withQuery(path, { per_page: shown }), {
    isMade: isMadeList,
  });
  if (!data) return error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />;
  const { data: entries, meta } = data.body;
  const journal = resourceAt(/^\/([^/?]+)/.exec(path)?.[1]);
  if (entries.length === 0) return <p class="nothing">{w.record.noHistory}</p>;
  return (
    <section aria-label={w.record.history}>
      <ol class="history">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Heading journal={journal} entry={entry} />
            <Changes resource={resource} entry={entry} />
          </li>
        ))}
      </ol>
      {meta.total > entries.length && (
        <p class="buttons">
          <Link to={path}>{w.record.showAll(meta.total)}</Link>
        </p>
      )}
    </section>
  );
}

/** Author, action and time. */
function Heading({ journal, entry }: { journal: Resource | undefined; entry: Entry }) {
  const [author, action] = [fieldIn(journal, 'user_id'), fieldIn(journal, 'action')];
  return (
    <p>
      <strong>{author && <Shown field={author} row={entry} />}</strong>
      {' · '}
      {(action && wordOf(action, entry.action)?.label) ?? entry.action}
      {' · '}
      <Clock value={entry.created_at} zone={zoneOf(entry)} />
    </p>
  );
}

const fieldIn = (journal: Resource | undefined, name: string) => journal && fieldOf(journal, name);

function Changes({ resource, entry }: { resource: Resource; entry: Entry }) {
  const changes = changesOf(resource, entry);
  if (changes.length === 0) return null;
  return (
    <dl>
      {changes.map((change) => (
        <div key={change.name}>
          <dt>{change.field?.label ?? change.name}</dt>
          <dd>
            <BeforeAndAfter change={change} site={entry.site_id} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** If there was no value before, only the new one is shown. */
function BeforeAndAfter({ change, site }: { change: Change; site: unknown }) {
  const { name, field, before, after } = change;
  const tell = (side: Side): ComponentChildren => {
    const words = wordsOf(side, field);
    if (words !== null) return words;
    if (isNothing(side)) return <span class="nothing">{field?.null_label ?? w.record.nothing}</span>;
    return field ? (
      <Shown field={field} row={{ id: 0, site_id: site, [name]: side.value }} plain />
    ) : (
      String(side.value)
    );
  };
  if (isNothing(before)) return <ins>{tell(after)}</ins>;
  return (
    <>
      <span class="hidden">{w.record.before} </span>
      <del>{tell(before)}</del> <span aria-hidden="true">→</span>
      <span class="hidden">{w.record.after} </span> <ins>{tell(after)}</ins>
    </>
  );
}
