/** The page of a signed-in user: the frame, and in it the page of the address. */
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ListPage } from '../../list/list-page.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatShort, nameOfZone } from '../../parts/format.ts';
import { later } from '../../parts/later.tsx';
import { Notices, notify } from '../../parts/notices.tsx';
import { usePlace } from '../../place/place.tsx';
import { serviceName } from '../../service/address.ts';
import { refresh, takeAhead } from '../../service/queries.ts';
import {
  currentSite,
  leaving,
  type Present,
  present,
  seenAt,
  session,
  viewpoint,
} from '../../service/session.ts';
import { useStore } from '../../service/store.ts';
import { locale, w } from '../../words/words.ts';
import { keepFocus } from '../focus.ts';
import { Header } from '../header.tsx';
import { Navigation } from '../navigation.tsx';
import { useOnline } from '../online.ts';
import { NewVersion } from '../version.tsx';

export { followUp } from './follow-up.ts';

// The page names the module that draws its address, so it loads together with the first script (`bundle.ts`). The others load when they are opened.
const FirstPage = later(async () => (await import('../../home/home-page.tsx')).HomePage);
const RowPage = later(async () => (await import('../../record/record-page.tsx')).RecordPage);
// Only where a session has ended.
const SignIn = later(async () => (await import('../../account/sign-in.tsx')).SignIn);
const FormPage = later(async () => (await import('../../form/form-page.tsx')).FormPage);
const SearchPage = later(async () => (await import('../../search/search-page.tsx')).SearchPage);
const CodePage = later(async () => (await import('../../list/code-page.tsx')).CodePage);
const LabelsPage = later(async () => (await import('../../list/labels/labels-page.tsx')).LabelsPage);
const PrintPage = later(async () => (await import('../../record/print-page.tsx')).PrintPage);
const BellPage = later(async () => (await import('../../bell/bell-page.tsx')).BellPage);
const FiguresPage = later(async () => (await import('../../figures/pictures.tsx')).FiguresPage);
const WaitingWrites = later(async () => (await import('../../queue/page/queue-page.tsx')).QueuePage);
const AccountPage = later(async () => (await import('../../account/account-page.tsx')).AccountPage);

export function SignedIn() {
  const { state, present: somebody } = useStore(session);
  const { parts } = usePlace();
  const [first, second] = parts;
  useEffect(keepFocus, []);
  useEffect(
    () =>
      leaving.subscribe(() => {
        const why = leaving.get();
        if (why) notify(why, true);
      }),
    [],
  );
  useLayoutEffect(() => {
    if (first === undefined) FirstPage.load();
    if (parts.length === 2 && /^\d+$/.test(second ?? '')) RowPage.load();
  }, []);
  if (!somebody) return null;
  // Before anything asks for it.
  takeAhead();
  return (
    <>
      <Frame key={viewpoint()} user={somebody.user} resources={somebody.resources} />
      <Notices />
      <NewVersion />
      <Offline />
      {state === 'expired' && (
        <Dialog title={w.account.signIn}>
          <p>{w.account.expired}</p>
          {/* The page is still open, with the failed requests. */}
          <SignIn onEntered={refresh} />
        </Dialog>
      )}
    </>
  );
}

/** Shows that there is no connection, and the age of the shown data. */
function Offline() {
  const online = useOnline();
  const at = useStore(seenAt);
  if (online && at === null) return null;
  const time = at === null ? '' : formatShort(new Date(at).toISOString(), { locale, timezone: null });
  return (
    <p class="offline" role="status">
      {at === null ? w.frame.offline : w.frame.seenAt(time)}
    </p>
  );
}

function Frame({ user, resources }: Pick<Present, 'user' | 'resources'>) {
  const { parts } = usePlace();
  return (
    <>
      <a class="skip" href="#main">
        {w.frame.skip}
      </a>
      <div class="frame">
        <Header user={user} />
        <Navigation resources={resources} path={parts[0]} page={parts[1]} />
        <main id="main" tabIndex={-1}>
          <Page resources={resources} />
          <Clocks />
        </main>
      </div>
    </>
  );
}

/** The time zone of the times on a page. */
function Clocks() {
  const { parts } = usePlace();
  const { timezone, timezones } = present().meta;
  const [first, second] = parts;
  if (first === '-' && second !== 'figures')
    return second === 'account' ? <p class="small">{w.frame.ownTimes}</p> : null;
  if (timezone === null) return null;
  return (
    <p class="small clocks">
      {w.frame.times(currentSite()?.name ?? '', nameOfZone(timezone))} {timezones && w.frame.otherTimes}
    </p>
  );
}

/** The title of a page that belongs to no resource. */
function ownTitle(page: string | undefined): string {
  if (page === 'search') return w.search.title;
  if (page === 'code') return w.record.code;
  if (page === 'queue') return w.queue.title;
  return page === 'figures' ? w.figures.title : w.frame.account;
}

/** The page of the present address; pages without a resource begin with `-`. */
function Page({ resources }: Pick<Present, 'resources'>) {
  const { parts } = usePlace();
  const [path, id, verb] = parts;
  const resource = resources.find((one) => one.path === path);
  const title = path === '-' ? ownTitle(id) : (resource?.labels.many ?? w.frame.overview);
  // The page of a row sets its own title after this.
  useLayoutEffect(() => {
    document.title = `${title} · ${serviceName}`;
  }, [title, id]);
  useEffect(() => {
    // A form leads to its row, also if there is no connection by then.
    if (id === 'new' || verb === 'edit') RowPage.load();
  }, [id, verb]);
  if (path === undefined) return <FirstPage />;
  if (path === '-' && id === 'account') return <AccountPage />;
  if (path === '-' && id === 'search') return <SearchPage />;
  if (path === '-' && id === 'code') return <CodePage />;
  if (path === '-' && id === 'queue') return <WaitingWrites />;
  if (path === '-' && id === 'figures') return <FiguresPage />;
  if (!resource) return <h1 tabIndex={-1}>{w.frame.notFound}</h1>;
  const { bell } = resource.view;
  if (id === undefined && bell) return <BellPage key={path} resource={resource} bell={bell} />;
  if (id === undefined) return <ListPage key={path} resource={resource} />;
  const { label } = resource.view;
  if (id === 'print' && label) return <LabelsPage key={path} resource={resource} label={label} />;
  if (id === 'new') return <FormPage key={`${path} new`} resource={resource} id={null} />;
  if (verb === 'edit') return <FormPage key={`${path} ${id}`} resource={resource} id={id} />;
  if (verb === 'print') return <PrintPage key={`${path} ${id}`} resource={resource} id={id} />;
  return <RowPage key={`${path} ${id}`} resource={resource} id={id} />;
}
