/** The frame of every page: the session, the navigation, and the page of the address. */
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ListPage } from '../list/list-page.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { formatShort, nameOfZone } from '../parts/format.ts';
import { later } from '../parts/later.tsx';
import { Notices } from '../parts/notices.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { usePlace } from '../place/place.tsx';
import { serviceName } from '../service/address.ts';
import { hasToken } from '../service/call.ts';
import { currentSite, loadSession, type Present, present, seenAt, session } from '../service/session.ts';
import { useStore } from '../service/store.ts';
import { locale, w } from '../words/words.ts';
import { keepFocus } from './focus.ts';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { useOnline } from './online.ts';
import { NewVersion } from './version.tsx';

// The page names the module that draws its address, so it loads together with the first script (`bundle.ts`). The others load when they are opened.
const FirstPage = later(async () => (await import('../home/home-page.tsx')).HomePage);
const RowPage = later(async () => (await import('../record/record-page.tsx')).RecordPage);
// Signed-in users do not load it.
const SignIn = later(async () => (await import('../account/sign-in.tsx')).SignIn);
const FormPage = later(async () => (await import('../form/form-page.tsx')).FormPage);
const SearchPage = later(async () => (await import('../search/search-page.tsx')).SearchPage);
const CodePage = later(async () => (await import('../list/code-page.tsx')).CodePage);
const LabelsPage = later(async () => (await import('../list/labels/labels-page.tsx')).LabelsPage);
const PrintPage = later(async () => (await import('../record/print-page.tsx')).PrintPage);
const PasswordPage = later(async () => (await import('../account/password-page.tsx')).PasswordPage);
const BellPage = later(async () => (await import('../bell/bell-page.tsx')).BellPage);
const FiguresPage = later(async () => (await import('../figures/pictures.tsx')).FiguresPage);
const WaitingWrites = later(async () => (await import('../queue/page/queue-page.tsx')).QueuePage);
const AccountPage = later(async () => (await import('../account/account-page.tsx')).AccountPage);

export function App() {
  const { state, present: somebody } = useStore(session);
  const { parts } = usePlace();
  const [first, second] = parts;
  const loadPage = () => {
    if (!hasToken()) return SignIn.load();
    if (first === undefined) FirstPage.load();
    if (parts.length === 2 && /^\d+$/.test(second ?? '')) RowPage.load();
  };
  const isLinkPage = first === '-' && second === 'password';
  useEffect(keepFocus, []);
  useLayoutEffect(loadPage, []);
  if (state === 'unknown') return <Waiting />;
  if (state === 'away') return <Away />;
  if (isLinkPage) return <PasswordPage />;
  if (state === 'out') return <SignInPage />;
  return (
    <>
      <Frame
        key={`${somebody.user.id} ${somebody.user.current_site_id} ${somebody.user.locale}`}
        user={somebody.user}
        resources={somebody.resources}
      />
      <Notices />
      <NewVersion />
      <Offline />
      {state === 'expired' && (
        <Dialog title={w.account.signIn}>
          <p>{w.account.expired}</p>
          <SignIn />
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

function SignInPage() {
  return (
    <main class="alone">
      <h1>{serviceName}</h1>
      <SignIn />
    </main>
  );
}

function Away() {
  return (
    <main class="alone">
      <h1>{serviceName}</h1>
      <div class="problem" role="alert">
        <p>{w.frame.away}</p>
        <button type="button" onClick={() => void loadSession()}>
          {w.frame.retry}
        </button>
      </div>
    </main>
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
