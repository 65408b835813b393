/** The user's account: password, second factor, and sessions. */
import { notify } from '../parts/notices.tsx';
import type { FieldErrors } from '../service/failure.ts';
import { send, useQuery } from '../service/queries.ts';
import { loadSession, present } from '../service/session.ts';
import { w } from '../words/words.ts';
import { Along } from './along.tsx';
import { NewPassword } from './new-password.tsx';
import { type Given, OwnField, OwnForm } from './own-form.tsx';
import { OwnRows } from './own-rows.tsx';
import { Preferences } from './preferences.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export function AccountPage() {
  const { user } = present();
  return (
    <>
      <header class="top">
        <h1 tabIndex={-1}>{w.frame.account}</h1>
      </header>
      <div class="account">
        <section class="sheet">
          <h2>{user.full_name}</h2>
          <dl class="facts">
            <div>
              <dt>{w.account.email}</dt>
              <dd>{user.email}</dd>
            </div>
            <PendingEmail />
            <div>
              <dt>{w.account.roles}</dt>
              <dd>{user.roles.join(', ') || w.frame.none}</dd>
            </div>
          </dl>
        </section>
        <Preferences />
        <Along />
        <EmailChange />
        <PasswordChange />
        <TwoFactor />
        <OwnRows />
        <Sessions />
      </div>
    </>
  );
}

interface OwnEmail {
  readonly data: { readonly pending: string | null };
}

/** The new address that waits for confirmation; nothing if there is none. */
function PendingEmail() {
  const { data } = useQuery<OwnEmail>('/user/email');
  const email = data?.body.data.pending ?? null;
  if (email === null) return null;
  return (
    <div>
      <dt>{w.account.newEmail}</dt>
      <dd>
        {email} <span class="small">{w.account.newEmailHint}</span>
      </dd>
    </div>
  );
}

function EmailChange() {
  const change = async (given: Given) => {
    const { body } = await send<OwnEmail>('/user/email', { method: 'PUT', body: given });
    notify(body.data.pending === null ? w.account.emailChanged : w.account.newEmailHint);
    await loadSession();
  };
  return (
    <section class="sheet">
      <details>
        <summary>
          <h2>{w.account.changeEmail}</h2>
        </summary>
        <OwnForm submit={w.account.changeEmail} send={change}>
          {(errors) => (
            <>
              <OwnField
                name="email"
                type="email"
                label={w.account.newEmail}
                autocomplete="off"
                errors={errors}
              />
              <CurrentPassword errors={errors} />
            </>
          )}
        </OwnForm>
      </details>
    </section>
  );
}

function CurrentPassword({ errors }: { readonly errors: FieldErrors }) {
  return (
    <OwnField
      name="current_password"
      type="password"
      label={w.account.currentPassword}
      autocomplete="current-password"
      errors={errors}
    />
  );
}

function PasswordChange() {
  const change = async (given: Given) => {
    await send('/user/password', { method: 'PUT', body: given });
    notify(w.account.passwordChanged);
  };
  return (
    <section class="sheet">
      <details>
        <summary>
          <h2>{w.account.changePassword}</h2>
        </summary>
        <OwnForm submit={w.account.changePassword} send={change}>
          {(errors) => (
            <>
              <CurrentPassword errors={errors} />
              <NewPassword errors={errors} hint={w.account.passwordHint} />
            </>
          )}
        </OwnForm>
      </details>
    </section>
  );
}
