/** A text that somebody is still typing, once they have paused. */
import { useEffect, useState } from 'preact/hooks';

/** It, once it has stayed as it is for a moment; at once where it became empty. @param pause milliseconds without a key */
export function useSettled(text: string, pause = 200): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return text === '' ? '' : settled;
}
