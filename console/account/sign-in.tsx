/** Sign-in with one or two factors; also as a dialog over a page whose session has ended. */
import { useState } from 'preact/hooks';
import { call } from '../service/call.ts';
import { Refusal } from '../service/failure.ts';
import { type Arrival, loadSession } from '../service/session.ts';
import { tellOtherTabs } from '../service/tabs.ts';
import { w } from '../words/words.ts';
import { type Given, OwnField, OwnForm } from './own-form.tsx';

type Step = 'password' | 'forgotten' | 'code' | 'recovery_code';

interface SignInProps {
  /** What the page of the address is to request before it is rendered. */
  readonly prepare?: Arrival['prepare'];
  onEntered?(): void;
}

export function SignIn({ prepare, onEntered }: SignInProps) {
  const [step, setStep] = useState<Step>('password');
  const [notice, setNotice] = useState('');
  const enter = async () => {
    await loadSession({ prepare });
    onEntered?.();
    tellOtherTabs();
  };
  if (step === 'password')
    return (
      <Password
        {...{ notice, enter }}
        onCode={() => setStep('code')}
        onForgotten={() => setStep('forgotten')}
      />
    );
  const back = (message: string) => {
    setNotice(message);
    setStep('password');
  };
  if (step === 'forgotten') return <Forgotten onBack={back} />;
  return (
    <Code
      key={step}
      {...{ name: step, enter }}
      onOther={() => setStep(step === 'code' ? 'recovery_code' : 'code')}
      onOver={back}
    />
  );
}

interface PasswordProps {
  readonly notice: string;
  enter(): Promise<void>;
  onCode(): void;
  onForgotten(): void;
}

function Password({ notice, enter, onCode, onForgotten }: PasswordProps) {
  const send = async ({ remember, ...given }: Given) => {
    const { body } = await call<{ two_factor: boolean }>('/auth/login', {
      method: 'POST',
      body: { ...given, remember: remember !== undefined },
    });
    if (body.two_factor) onCode();
    else await enter();
  };
  return (
    <section class="sheet">
      {notice !== '' && (
        <p class="hint" role="status">
          {notice}
        </p>
      )}
      <OwnForm submit={w.account.signIn} send={send}>
        {(errors) => (
          <>
            <OwnField
              name="email"
              type="email"
              label={w.account.email}
              autocomplete="username"
              errors={errors}
            />
            <OwnField
              name="password"
              type="password"
              label={w.account.password}
              autocomplete="current-password"
              errors={errors}
            />
            <label class="check">
              <input type="checkbox" name="remember" />
              {w.account.remember}
            </label>
          </>
        )}
      </OwnForm>
      <button type="button" class="plain" onClick={onForgotten}>
        {w.account.forgotten}
      </button>
    </section>
  );
}

/** Requests a link to choose a new password. */
function Forgotten({ onBack }: { onBack(message: string): void }) {
  const send = async (given: Given) => {
    const { body } = await call<{ message: string }>('/auth/forgot-password', {
      method: 'POST',
      body: given,
    });
    onBack(body.message);
  };
  return (
    <section class="sheet">
      <OwnForm submit={w.account.sendLink} send={send} cancel={() => onBack('')}>
        {(errors) => (
          <OwnField
            name="email"
            type="email"
            label={w.account.email}
            hint={w.account.forgottenHint}
            autocomplete="username"
            errors={errors}
          />
        )}
      </OwnForm>
    </section>
  );
}

interface CodeProps {
  readonly name: 'code' | 'recovery_code';
  enter(): Promise<void>;
  onOther(): void;
  /** The service no longer expects a code. */
  onOver(message: string): void;
}

function Code({ name, enter, onOther, onOver }: CodeProps) {
  const isCode = name === 'code';
  const send = async (given: Given) => {
    try {
      await call('/auth/two-factor-challenge', { method: 'POST', body: { [name]: given[name]?.trim() } });
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return onOver(error.message);
      throw error;
    }
    await enter();
  };
  return (
    <section class="sheet">
      <OwnForm submit={w.account.verify} send={send}>
        {(errors) => (
          <OwnField
            name={name}
            label={isCode ? w.account.code : w.account.recoveryCode}
            hint={isCode ? w.account.codeHint : w.account.recoveryCodeHint}
            autocomplete={isCode ? 'one-time-code' : 'off'}
            errors={errors}
          />
        )}
      </OwnForm>
      <button type="button" class="plain" onClick={onOther}>
        {isCode ? w.account.useRecoveryCode : w.account.useCode}
      </button>
    </section>
  );
}
