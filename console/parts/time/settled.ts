/** A typed text, once the user has paused. */
import { useEffect, useState } from 'preact/hooks';

/** Returns the text once it has not changed for a moment; an empty text at once. @param pause milliseconds without a key */
export function useSettled(text: string, pause = 200): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return text === '' ? '' : settled;
}
