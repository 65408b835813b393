/** The page that mails lead to: by the token in its fragment a password is chosen, or a new e-mail address confirmed. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Link } from '../place/place.tsx';
import { serviceName } from '../service/address.ts';
import { call } from '../service/call.ts';
import { loadSession } from '../service/session.ts';
import { w } from '../words/words.ts';
import { NewPassword } from './new-password.tsx';
import { type Given, OwnForm } from './own-form.tsx';

/** What the fragment says. It never leaves the browser, so that the token is in no log. */
interface Followed {
  readonly token: string;
  readonly isEmail: boolean;
}

function readFragment(): Followed {
  const given = new URLSearchParams(location.hash.slice(1));
  return { token: given.get('token') ?? '', isEmail: given.get('for') === 'email' };
}

export function PasswordPage() {
  const [{ token, isEmail }, setFollowed] = useState(readFragment);
  const [isDone, setDone] = useState(false);
  // Another link that is opened in the same tab changes the fragment alone.
  useEffect(() => {
    const read = () => {
      setFollowed(readFragment());
      setDone(false);
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const title = isEmail ? w.account.confirmEmail : w.account.choosePassword;
  useLayoutEffect(() => {
    document.title = `${title} · ${serviceName}`;
  }, [title]);
  const send = async (given: Given) => {
    const path = isEmail ? '/auth/confirm-email' : '/auth/reset-password';
    await call(path, { method: 'POST', body: { ...given, token } });
    // Used up: it need not stay in the history.
    history.replaceState(null, '', location.pathname);
    await loadSession(false);
    setDone(true);
  };
  return (
    <main class="alone">
      <h1 tabIndex={-1}>{title}</h1>
      <section class="sheet">
        {isDone && <Done told={isEmail ? w.account.emailConfirmed : w.account.passwordChosen} />}
        {!isDone && token === '' && <Done told={w.account.linkIncomplete} />}
        {!isDone && token !== '' && (
          <OwnForm submit={title} send={send}>
            {(errors) =>
              isEmail ? (
                <p>{w.account.confirmEmailHint}</p>
              ) : (
                <NewPassword errors={errors} hint={w.account.chooseHint} />
              )
            }
          </OwnForm>
        )}
      </section>
    </main>
  );
}

function Done({ told }: { readonly told: string }) {
  return (
    <>
      <p role="status">{told}</p>
      <p>
        <Link to="/">{w.account.goOn}</Link>
      </p>
    </>
  );
}
