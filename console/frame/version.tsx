/** Reports that the service has a newer console than the open one. */
import { useEffect, useState } from 'preact/hooks';
import { isNewer } from '../service/version.ts';
import { w } from '../words/words.ts';

/** Milliseconds between two checks while the page is visible. */
const lookMs = 5 * 60_000;

function useNewVersion(): boolean {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'visible' && (await isNewer())) setNewer(true);
    };
    const timer = setInterval(() => void look(), lookMs);
    const onFocus = () => void look();
    addEventListener('focus', onFocus);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', onFocus);
    };
  }, []);
  return newer;
}

/** The user's work is not interrupted: they reload when it suits, and drafts of forms are kept. */
export function NewVersion() {
  if (!useNewVersion()) return null;
  return (
    <p class="new-version" role="status">
      {w.frame.newVersion}
      <button type="button" onClick={() => location.reload()}>
        {w.frame.reload}
      </button>
    </p>
  );
}
