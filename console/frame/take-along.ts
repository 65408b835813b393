/** When offline data are updated: after sign-in, and when those of the site are a quarter of an hour old. */
import { lookAtTaken, takeAlong, taken } from '../service/seen/along.ts';
import { session } from '../service/session.ts';

const everyMs = 15 * 60_000;

/** Called once: updates them now if they are old, also after a change of site, and from then on when they are. */
export function followTaken(): void {
  let last = 0;
  let place = '';
  const look = async () => {
    const { state, present } = session.get();
    if (state !== 'in' || document.visibilityState !== 'visible') return;
    const here = `${present.user.id} ${present.user.current_site_id}`;
    if (here === place && Date.now() - last < everyMs) return;
    [last, place] = [Date.now(), here];
    // Before a reload, or by another tab.
    await lookAtTaken();
    const age = Date.now() - (taken.get()?.at ?? 0);
    if (age < 0 || age >= everyMs) await takeAlong();
    else last -= age;
  };
  const start = () => void look();
  session.subscribe(start);
  document.addEventListener('visibilitychange', start);
  setInterval(start, everyMs / 15);
  start();
}
