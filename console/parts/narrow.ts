/** Whether the window is as narrow as a phone: other elements are rendered then, not hidden. */
import { useEffect, useState } from 'preact/hooks';
import { phone } from '../place/phone.ts';

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
