/** When what definitions say is taken along: after somebody has come, at another site, and every quarter of an hour. */
import { takeAlong } from '../service/seen/along.ts';
import { session } from '../service/session.ts';

const everyMs = 15 * 60_000;

/** To be called once: now, every quarter of an hour, and whenever somebody comes to another site. */
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
