/** The page of a row: its facts, its actions, its related rows, and its history. */
import { useEffect, useState } from 'preact/hooks';
import { placeOf } from '../kinds/names.tsx';
import { later } from '../parts/later.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import { Refusal } from '../service/failure.ts';
import { type Action, isDrawn, may, type Resource, type Row, rowPath, titleOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { isMadeRow } from '../service/seen/unsent.ts';
import { w } from '../words/words.ts';
import { RowActions } from './act/row-actions.tsx';
import { StateButtons } from './act/state-buttons.tsx';
import { Facts, Headline } from './facts.tsx';
import { OtherSite, PerhapsElsewhere, siteElsewhere } from './other-site.tsx';
import { QuickCreates } from './quick.tsx';
import { Strip } from './strip.tsx';
import { Tabs } from './tabs/tabs.tsx';
import { Title } from './title.tsx';

const RowPictures = later(async () => (await import('../figures/pictures.tsx')).RowPictures);
const DeleteDialog = later(async () => (await import('./act/delete-dialog.tsx')).DeleteDialog);
const QrDialog = later(async () => (await import('./qr-dialog.tsx')).QrDialog);
const ActionDialog = later(async () => (await import('../form/act/action-dialog.tsx')).ActionDialog);

/** The open dialog. */
type Asked = { readonly kind: 'delete' | 'qr' } | { readonly kind: 'action'; readonly action: Action } | null;

interface RecordPageProps {
  readonly resource: Resource;
  readonly id: string;
}

export function RecordPage({ resource, id }: RecordPageProps) {
  const { data, error, refetch } = useQuery<{ data: Row }>(rowPath(resource, id), { isMade: isMadeRow });
  const isGone = error instanceof Refusal && error.status === 404;
  if (data) {
    const { data: row } = data.body;
    return <Record key={row.id} resource={resource} row={row} etag={data.etag} isGone={isGone} />;
  }
  if (!error)
    return (
      <>
        <Crumb resource={resource} />
        <h1 tabIndex={-1}>{resource.labels.one}</h1>
        <Waiting />
      </>
    );
  return (
    <>
      <Crumb resource={resource} />
      <h1 tabIndex={-1}>{resource.labels.one}</h1>
      {isGone ? (
        <>
          <p class="problem" role="alert">
            {w.record.missing}
          </p>
          {resource.scope === 'site' && <PerhapsElsewhere />}
        </>
      ) : (
        <Problem error={error} retry={() => void refetch()} />
      )}
    </>
  );
}

/** Leads to the list; from what is attached to another row, to that row. */
function Crumb({ resource, row }: { readonly resource: Resource; readonly row?: Row }) {
  const holder = row && placeOf(resource, row);
  if (!holder && !may(resource, 'list')) return null;
  return (
    <p class="crumbs">
      {holder ? (
        <Link to={holder.page}>‹ {holder.resource.labels.one}</Link>
      ) : (
        <Link to={`/${resource.path}`}>‹ {resource.labels.many}</Link>
      )}
    </p>
  );
}

interface RecordProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly etag: string | null;
  /** Whether it was deleted while the page was open. */
  readonly isGone: boolean;
}

function Record({ resource, row, etag, isGone }: RecordProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const title = titleOf(resource, row);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const close = () => setAsked(null);
  const elsewhere = siteElsewhere(resource, row);
  return (
    <>
      <Crumb resource={resource} row={row} />
      <header class="top">
        <Title resource={resource} row={row} />
        <Headline resource={resource} row={row} />
        {!isGone && (
          <span class="actions">
            <StateButtons resource={resource} row={row} etag={etag} />
            <RowActions
              resource={resource}
              row={row}
              ask={(action) => setAsked({ kind: 'action', action })}
            />
            {row.can?.update && (
              <Link class="button" to={`/${resource.path}/${row.id}/edit`}>
                {w.record.edit}
              </Link>
            )}
            {row.can?.delete && (
              <button type="button" class="danger" onClick={() => setAsked({ kind: 'delete' })}>
                {w.record.remove}
              </button>
            )}
          </span>
        )}
      </header>
      {isGone && (
        <p class="problem" role="alert">
          {w.record.gone}
        </p>
      )}
      {!isGone && elsewhere && <OtherSite resource={resource} row={row} site={elsewhere} />}
      {!isGone && !elsewhere && <QuickCreates resource={resource} row={row} />}
      {!isGone && <Strip resource={resource} row={row} />}
      <div class="columns record">
        <Facts resource={resource} row={row} showCode={() => setAsked({ kind: 'qr' })} />
        {!isGone && <Tabs resource={resource} row={row} isHere={!elsewhere} />}
      </div>
      {!isGone && isDrawn(resource, 'row') && <RowPictures resource={resource} row={row} />}
      {asked?.kind === 'delete' && <DeleteDialog resource={resource} row={row} etag={etag} onClose={close} />}
      {asked?.kind === 'qr' && <QrDialog resource={resource} row={row} onClose={close} />}
      {asked?.kind === 'action' && (
        <ActionDialog resource={resource} row={row} action={asked.action} onClose={close} />
      )}
    </>
  );
}
