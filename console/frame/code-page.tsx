/** The way from a code to the page of what it stands on: scanned, by the camera or a scanner that types, or typed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { later } from '../parts/later.tsx';
import { failureText } from '../parts/notices.tsx';
import { go, Link } from '../place/place.tsx';
import { consoleRoot } from '../service/address.ts';
import { titleOf } from '../service/metadata.ts';
import { present } from '../service/session.ts';
import { w } from '../words/words.ts';
import { canScan } from './camera.ts';
import { readCode } from './code.ts';
import { type Answer, type Found, findCode } from './find-code.ts';

const Camera = later(async () => (await import('./camera-view.tsx')).CameraView);

/** What came of the last code. */
type Outcome =
  | { readonly kind: 'none' | 'searching' | 'elsewhere' }
  | { readonly kind: 'found'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: unknown };

export function CodePage() {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const [isScanning, setIsScanning] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A scanner that types needs the focus here: after the heading had it, which is where one comes to a page.
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const open = async (scanned: string) => {
    setIsScanning(false);
    const code = readCode(scanned, here());
    if (code.kind === 'here') return go(code.path);
    if (code.kind === 'elsewhere') return setOutcome({ kind: 'elsewhere' });
    if (code.text === '') return;
    setOutcome({ kind: 'searching' });
    setOutcome(await search(code.text));
    input.current?.select();
  };
  return (
    <>
      <h1 tabIndex={-1}>{w.record.codeTitle}</h1>
      <form
        class="code-form"
        onSubmit={(event) => {
          event.preventDefault();
          void open(input.current?.value ?? '');
        }}
      >
        <div class="field">
          <label for="code">{w.record.codeLabel}</label>
          <span class="field-row">
            <input
              ref={input}
              id="code"
              type="text"
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              enterKeyHint="go"
              aria-describedby="code-help"
            />
            <button type="submit" class="primary">
              {w.record.codeFind}
            </button>
          </span>
          <small id="code-help" class="help">
            {w.record.codeHelp}
          </small>
        </div>
        {canScan() && !isScanning && (
          <button type="button" onClick={() => setIsScanning(true)}>
            {w.record.camera}
          </button>
        )}
      </form>
      {isScanning && <Camera onCode={(code) => void open(code)} />}
      <div aria-live="polite">
        <Told outcome={outcome} />
      </div>
    </>
  );
}

/** Known by the name that the page was opened by, and by that of the service's own addresses. */
function here() {
  const [first] = present().resources;
  const own = first && URL.canParse(first.url) ? [new URL(first.url).host] : [];
  return { hosts: [location.host, ...own], root: consoleRoot };
}

/** One row that has the code is opened at once. */
async function search(code: string): Promise<Outcome> {
  try {
    const answer = await findCode(present().resources, code);
    const [only, another] = answer.exact;
    if (only && !another) go(pathOf(only));
    return { kind: 'found', answer };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

const pathOf = ({ resource, row }: Found): string => `/${resource.path}/${row.id}`;

function Told({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'none':
      return null;
    case 'searching':
      return <p class="waiting">{w.frame.loading}</p>;
    case 'elsewhere':
      return <p class="problem">{w.record.codeElsewhere}</p>;
    case 'failed':
      return <p class="problem">{failureText(outcome.error)}</p>;
    case 'found': {
      const { exact, similar } = outcome.answer;
      if (exact.length + similar.length === 0) return <p class="hint">{w.record.codeNone}</p>;
      return (
        <>
          <p>{exact.length > 0 ? w.record.codeSeveral : w.record.codeSimilar}</p>
          <Rows found={exact.length > 0 ? exact : similar} />
        </>
      );
    }
  }
}

function Rows({ found }: { found: readonly Found[] }) {
  return (
    <ul class="lines">
      {found.map((one) => (
        <li key={pathOf(one)}>
          <span class="line">
            <Link to={pathOf(one)}>{titleOf(one.resource, one.row)}</Link>
            <span class="of">{one.resource.labels.one}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
