/** The second factor: its state, its setup with an app, recovery codes, and its removal. */
import { useState } from 'preact/hooks';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { send, useQuery } from '../service/queries.ts';
import { w } from '../words/words.ts';
import { type Given, OwnField, OwnForm } from './own-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface State {
  readonly enabled: boolean;
  readonly recovery_codes_left: number;
}

interface SetUp {
  readonly secret: string;
  /** An SVG picture. */
  readonly qr_code: string;
}

type Step =
  | { readonly name: 'idle' }
  | { readonly name: 'begin' | 'renew' | 'remove' }
  | { readonly name: 'confirm'; readonly setUp: SetUp }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

interface Codes {
  readonly data: { readonly recovery_codes: readonly string[] };
}

const address = '/user/two-factor';

export function TwoFactor() {
  const { data, error, refetch } = useQuery<{ data: State }>(address);
  const [step, setStep] = useState<Step>({ name: 'idle' });
  return (
    <section class="sheet">
      <h2>{w.account.twoFactor}</h2>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      {data && step.name === 'idle' && <Standing state={data.body.data} onStep={setStep} />}
      {step.name !== 'idle' && <Steps step={step} onStep={setStep} />}
    </section>
  );
}

function Standing({ state, onStep }: { state: State; onStep(step: Step): void }) {
  if (!state.enabled) {
    return (
      <>
        <p>{w.account.twoFactorOff}</p>
        <button type="button" onClick={() => onStep({ name: 'begin' })}>
          {w.account.twoFactorBegin}
        </button>
      </>
    );
  }
  return (
    <>
      <p>{w.account.twoFactorOn(state.recovery_codes_left)}</p>
      <p class="buttons">
        <button type="button" onClick={() => onStep({ name: 'renew' })}>
          {w.account.newRecoveryCodes}
        </button>
        <button type="button" class="danger" onClick={() => onStep({ name: 'remove' })}>
          {w.account.twoFactorRemove}
        </button>
      </p>
    </>
  );
}

function Steps({ step, onStep }: { step: Exclude<Step, { name: 'idle' }>; onStep(step: Step): void }) {
  const idle = () => onStep({ name: 'idle' });
  switch (step.name) {
    case 'begin':
      return (
        <WithPassword
          submit={w.account.twoFactorBegin}
          cancel={idle}
          send={async (body) => {
            const answer = await send<{ data: SetUp }>(address, { method: 'POST', body });
            onStep({ name: 'confirm', setUp: answer.body.data });
          }}
        />
      );
    case 'confirm':
      return (
        <Confirm setUp={step.setUp} cancel={idle} onCodes={(codes) => onStep({ name: 'codes', codes })} />
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={idle} />;
    case 'renew':
      return (
        <WithPassword
          submit={w.account.newRecoveryCodes}
          cancel={idle}
          send={async (body) => {
            const answer = await send<Codes>(`${address}/recovery-codes`, { method: 'POST', body });
            onStep({ name: 'codes', codes: answer.body.data.recovery_codes });
          }}
        />
      );
    case 'remove':
      return (
        <WithPassword
          danger
          submit={w.account.twoFactorRemove}
          cancel={idle}
          send={async (body) => {
            await send(address, { method: 'DELETE', body });
            idle();
          }}
        />
      );
  }
}

interface WithPasswordProps {
  readonly submit: string;
  readonly danger?: boolean;
  readonly send: (given: Given) => Promise<void>;
  cancel(): void;
}

/** A person who finds an open session must not be able to change the sign-in. */
function WithPassword(props: WithPasswordProps) {
  return (
    <OwnForm {...props}>
      {(errors) => (
        <OwnField
          name="password"
          type="password"
          label={w.account.currentPassword}
          autocomplete="current-password"
          errors={errors}
        />
      )}
    </OwnForm>
  );
}

interface ConfirmProps {
  readonly setUp: SetUp;
  cancel(): void;
  onCodes(codes: readonly string[]): void;
}

function Confirm({ setUp, cancel, onCodes }: ConfirmProps) {
  const confirm = async (given: Given) => {
    const answer = await send<Codes>(`${address}/confirm`, {
      method: 'POST',
      body: { code: given.code?.trim() },
    });
    onCodes(answer.body.data.recovery_codes);
  };
  return (
    <>
      <p>{w.account.scan}</p>
      <img
        class="qr"
        src={`data:image/svg+xml,${encodeURIComponent(setUp.qr_code)}`}
        alt={w.account.qrCode}
        width="200"
        height="200"
      />
      <p>
        {w.account.secret} <code>{setUp.secret}</code>
      </p>
      <OwnForm submit={w.account.verify} send={confirm} cancel={cancel}>
        {(errors) => (
          <OwnField
            name="code"
            label={w.account.code}
            hint={w.account.codeHint}
            autocomplete="one-time-code"
            errors={errors}
          />
        )}
      </OwnForm>
    </>
  );
}
