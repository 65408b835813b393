/** The target of a scanned code: its only row, or a choice of rows. */
import { useEffect } from 'preact/hooks';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { go, Link, usePlace } from '../place/place.tsx';
import { PerhapsElsewhere } from '../record/other-site.tsx';
import { pathOf, type Scanned } from '../search/found.ts';
import { withQuery } from '../service/call.ts';
import { useQuery } from '../service/queries.ts';
import { present, resourceAt } from '../service/session.ts';
import { w } from '../words/words.ts';

interface Holder extends Scanned {
  readonly name: string;
  readonly site_id: number | null;
}

export function CodePage() {
  const code = (usePlace().query.get('code') ?? '').trim();
  const asked = code === '' ? null : withQuery('/scan', { code });
  const { data, error, refetch } = useQuery<{ data: readonly Holder[] }>(asked);
  const holders = asked === null ? [] : data?.body.data;
  const [only, another] = holders ?? [];
  const isOne = only !== undefined && another === undefined;
  useEffect(() => {
    // "Back" must not lead here again.
    if (isOne) go(pathOf(only), { replace: true });
  }, [isOne]);
  return (
    <>
      <h1 tabIndex={-1}>{w.record.code}</h1>
      {!holders && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      {holders && !only && (
        <>
          <p class="nothing" role="status">
            {w.search.none}
          </p>
          <PerhapsElsewhere />
        </>
      )}
      {holders && another && <Several holders={holders} />}
    </>
  );
}

function Several({ holders }: { readonly holders: readonly Holder[] }) {
  const { user } = present();
  const siteOf = ({ site_id: id }: Holder) =>
    id === user.current_site_id ? undefined : user.sites.find((site) => site.id === id)?.name;
  return (
    <>
      <p class="hint">{w.search.several}</p>
      <ul class="lines">
        {holders.map((holder) => (
          <li key={pathOf(holder)}>
            <span class="line">
              <Link to={pathOf(holder)}>{holder.name}</Link>
              <span class="of">
                {[resourceAt(holder.resource)?.labels.one, siteOf(holder)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
