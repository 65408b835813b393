/** The page: the sign-in, or the page of a signed-in user. */
import { useLayoutEffect } from 'preact/hooks';
import { later } from '../parts/later.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { usePlace } from '../place/place.tsx';
import { serviceName } from '../service/address.ts';
import { hasToken } from '../service/call.ts';
import { type Arrival, loadSession, session } from '../service/session.ts';
import { useStore } from '../service/store.ts';
import { w } from '../words/words.ts';

// The page names the modules that draw its address, so they load together with the first script (`bundle.ts`). Users who are not
// signed in wait for none but theirs.
const Inside = later(async () => (await import('./inside/signed-in.tsx')).SignedIn);
const SignIn = later(async () => (await import('../account/sign-in.tsx')).SignIn);
const PasswordPage = later(async () => (await import('../account/password-page.tsx')).PasswordPage);

interface AppProps {
  /** Sends the first request of the page of the address. */
  readonly prepare: Arrival['prepare'];
}

export function App({ prepare }: AppProps) {
  const { state } = useStore(session);
  const [first, second] = usePlace().parts;
  const isLinkPage = first === '-' && second === 'password';
  useLayoutEffect(() => {
    if (isLinkPage) PasswordPage.load();
    else if (hasToken()) Inside.load();
    else SignIn.load();
  }, []);
  if (state === 'unknown') return <Waiting />;
  if (state === 'away') return <Away />;
  if (isLinkPage) return <PasswordPage />;
  return state === 'out' ? <SignInPage prepare={prepare} /> : <Inside />;
}

function SignInPage({ prepare }: AppProps) {
  return (
    <main class="alone">
      <h1>{serviceName}</h1>
      <SignIn prepare={prepare} />
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
