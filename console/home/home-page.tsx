/** The overview of a site. */
import { currentSite } from '../service/session.ts';
import { w } from '../words/words.ts';

export function HomePage() {
  return <h1 tabIndex={-1}>{currentSite()?.name ?? w.frame.overview}</h1>;
}
