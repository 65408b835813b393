/** The frame around every page: who is signed in, what there is, and the page that the address names. */
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { SignIn } from '../account/sign-in.tsx';
import { HomePage } from '../home/home-page.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { later } from '../parts/later.tsx';
import { Notices } from '../parts/notices.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { usePlace } from '../place/place.tsx';
import { RecordPage } from '../record/record-page.tsx';
import { serviceName } from '../service/address.ts';
import { loadSession, type Present, session } from '../service/session.ts';
import { useStore } from '../service/store.ts';
import { w } from '../words/words.ts';
import { keepFocus } from './focus.ts';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { useOnline } from './online.ts';
import { NewVersion } from './version.tsx';

const FormPage = later(async () => (await import('../form/form-page.tsx')).FormPage);
const CodePage = later(async () => (await import('./code-page.tsx')).CodePage);
const AccountPage = later(async () => (await import('../account/account-page.tsx')).AccountPage);

export function App() {
  const { state, present } = useStore(session);
  const online = useOnline();
  useEffect(keepFocus, []);
  if (state === 'unknown') return <Waiting />;
  if (state === 'away') return <Away />;
  if (state === 'out') return <SignInPage />;
  return (
    <>
      <Frame
        key={`${present.user.id} ${present.user.current_site_id} ${present.user.locale}`}
        present={present}
      />
      <Notices />
      <NewVersion />
      {!online && (
        <p class="offline" role="status">
          {w.frame.offline}
        </p>
      )}
      {state === 'expired' && (
        <Dialog title={w.account.signIn}>
          <p>{w.account.expired}</p>
          <SignIn />
        </Dialog>
      )}
    </>
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

function Frame({ present: { user, resources } }: { present: Present }) {
  const { parts } = usePlace();
  return (
    <>
      <a class="skip" href="#main">
        {w.frame.skip}
      </a>
      <div class="frame">
        <Header user={user} />
        <Navigation resources={resources} path={parts[0]} />
        <main id="main" tabIndex={-1}>
          <Page resources={resources} />
        </main>
      </div>
    </>
  );
}

/** The page of the present address; what is no resource's begins with `-`. */
function Page({ resources }: Pick<Present, 'resources'>) {
  const { parts } = usePlace();
  const [path, id, verb] = parts;
  const resource = resources.find((one) => one.path === path);
  const own = id === 'code' ? w.record.codeTitle : w.frame.account;
  const title = path === '-' ? own : (resource?.labels.many ?? w.frame.overview);
  // A page about one row knows better, and says it after this.
  useLayoutEffect(() => {
    document.title = `${title} · ${serviceName}`;
  }, [title, id]);
  if (path === undefined) return <HomePage />;
  if (path === '-' && id === 'account') return <AccountPage />;
  if (path === '-' && id === 'code') return <CodePage />;
  if (!resource) return <h1 tabIndex={-1}>{w.frame.notFound}</h1>;
  if (id === undefined) return <ListPage key={path} resource={resource} />;
  if (id === 'new') return <FormPage key={`${path} new`} resource={resource} id={null} />;
  if (verb === 'edit') return <FormPage key={`${path} ${id}`} resource={resource} id={id} />;
  return <RecordPage key={`${path} ${id}`} resource={resource} id={id} />;
}
