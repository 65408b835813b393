/** One's own account. */
import { w } from '../words/words.ts';

export function AccountPage() {
  return <h1 tabIndex={-1}>{w.frame.account}</h1>;
}
