/** One's own account: password, second factor, and where one is signed in. */
import { notify } from '../parts/notices.tsx';
import { send } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { w } from '../words/words.ts';
import { type Given, OwnField, OwnForm } from './own-form.tsx';
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
            <div>
              <dt>{w.account.roles}</dt>
              <dd>{user.roles.join(', ') || w.frame.none}</dd>
            </div>
          </dl>
        </section>
        <PasswordChange />
        <TwoFactor />
        <Sessions />
      </div>
    </>
  );
}

function PasswordChange() {
  const change = async (given: Given) => {
    await send('/user/password', { method: 'PUT', body: given });
    notify(w.account.passwordChanged);
  };
  return (
    <section class="sheet">
      <h2>{w.account.changePassword}</h2>
      <details>
        <summary>{w.account.changePassword}</summary>
        <OwnForm submit={w.account.changePassword} send={change}>
          {(errors) => (
            <>
              <OwnField
                name="current_password"
                type="password"
                label={w.account.currentPassword}
                autocomplete="current-password"
                errors={errors}
              />
              <OwnField
                name="password"
                type="password"
                label={w.account.newPassword}
                hint={w.account.passwordHint}
                autocomplete="new-password"
                errors={errors}
              />
              <OwnField
                name="password_confirmation"
                type="password"
                label={w.account.repeatPassword}
                autocomplete="new-password"
                errors={errors}
              />
            </>
          )}
        </OwnForm>
      </details>
    </section>
  );
}
