/** The target of links in mails: the token in the fragment allows to choose a password, or confirms a new e-mail address. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Link } from '../place/place.tsx';
import { serviceName } from '../service/address.ts';
import { call, hasToken } from '../service/call.ts';
import { leaveSession, loadSession } from '../service/session.ts';
import { w } from '../words/words.ts';
import { NewPassword } from './new-password.tsx';
import { type Given, OwnForm } from './own-form.tsx';

/** The content of the fragment. It is never sent to the server, so no log contains the token. */
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
  // Another link opened in the same tab only changes the fragment.
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
    // A used token is removed from the history.
    history.replaceState(null, '', location.pathname);
    if (hasToken()) await loadSession();
    else leaveSession();
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
