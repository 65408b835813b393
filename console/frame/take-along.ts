/** When offline data are updated: after sign-in, after a change of site, and every quarter of an hour. */
import { takeAlong } from '../service/seen/along.ts';
import { session } from '../service/session.ts';

const everyMs = 15 * 60_000;

/** Called once: updates now, every quarter of an hour, and after each change of site. */
export function followTaken(): void {
  let last = 0;
  let place = '';
  const look = () => {
    const { state, present } = session.get();
    if (state !== 'in' || document.visibilityState !== 'visible') return;
    const here = `${present.user.id} ${present.user.current_site_id}`;
    if (here === place && Date.now() - last < everyMs) return;
    [last, place] = [Date.now(), here];
    void takeAlong();
  };
  session.subscribe(look);
  document.addEventListener('visibilitychange', look);
  setInterval(look, everyMs / 15);
  look();
}
