/** Says that the service serves a newer console than the one that is open. */
import { useEffect, useState } from 'preact/hooks';
import { isNewer } from '../service/version.ts';
import { w } from '../words/words.ts';

/** Milliseconds between two looks while the page is in front. */
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

/** What somebody is in the middle of is not taken from them: they reload when it suits, and drafts of forms are kept. */
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
