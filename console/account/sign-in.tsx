/** Signing in with one factor or two; also over a page whose session has ended. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureText } from '../parts/notices.tsx';
import { call } from '../service/call.ts';
import { Refusal } from '../service/failure.ts';
import { loadSession } from '../service/session.ts';
import { w } from '../words/words.ts';

export function SignIn() {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);
  const submit = async (form: HTMLFormElement) => {
    const given = new FormData(form);
    setBusy(true);
    setProblem('');
    try {
      await call('/auth/login', {
        method: 'POST',
        body: {
          email: given.get('email'),
          password: given.get('password'),
          remember: given.get('remember') === 'on',
        },
      });
      await loadSession();
    } catch (error) {
      setProblem(
        error instanceof Refusal
          ? (Object.values(error.errors).flat()[0] ?? error.message)
          : failureText(error),
      );
    }
    setBusy(false);
  };
  return (
    <form
      class="sheet sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit(event.currentTarget);
      }}
    >
      <div class="field">
        <label for="email">{w.account.email}</label>
        <input ref={email} id="email" name="email" type="email" autocomplete="username" required />
      </div>
      <div class="field">
        <label for="password">{w.account.password}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
      </div>
      <label class="check">
        <input type="checkbox" name="remember" />
        {w.account.remember}
      </label>
      <p class="error" role="alert">
        {problem}
      </p>
      <button type="submit" class="primary" aria-disabled={busy}>
        {w.account.signIn}
      </button>
    </form>
  );
}
