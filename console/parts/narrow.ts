/**
 * Whether the window is as narrow as a phone: other elements are rendered then, not hidden. The width is that of `phone.css`.
 */
import { useEffect, useState } from 'preact/hooks';

const phone = matchMedia('screen and (max-width: 760px)');

export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(phone.matches);
  useEffect(() => {
    const look = () => setNarrow(phone.matches);
    look();
    phone.addEventListener('change', look);
    return () => phone.removeEventListener('change', look);
  }, []);
  return narrow;
}
