/** Recovery codes, which the service reveals only once. */
import { notify } from '../parts/notices.tsx';
import { w } from '../words/words.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onDone(): void;
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify(w.account.copied);
  };
  return (
    <>
      <p role="status">{w.account.keepCodes}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="buttons">
        {/* Only secure pages have a clipboard: https, and localhost. */}
        {isSecureContext && (
          <button type="button" onClick={() => void copy()}>
            {w.account.copy}
          </button>
        )}
        <a
          class="button"
          download="millwright-recovery-codes.txt"
          href={`data:text/plain,${encodeURIComponent(text)}`}
        >
          {w.account.download}
        </a>
        <button type="button" class="primary" onClick={onDone}>
          {w.account.codesKept}
        </button>
      </p>
    </>
  );
}
