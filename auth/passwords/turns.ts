/**
 * The turns of comparing and hashing passwords. Each takes a thread for a tenth of a second, and anyone can ask for it, signed in
 * or not. No client gets so much of it that others wait for long.
 */
import type { Context } from 'koa';
import { once } from '../../engine/memoize.ts';
import { partOf } from '../machine.ts';
import { networksOf } from '../networks.ts';
import { departure, type Place, type Share, Turns } from '../turns.ts';
import { threadCount } from './pool.ts';

/** How many threads one person may keep busy: not all, if there are several. */
const some = (): number => Math.max(1, Math.floor(threadCount() / 2));

/**
 * One more than there are threads: while one attempt asks the database, another can be compared. Waiting attempts are done within
 * ten seconds. An attempt that would wait longer is refused at once.
 */
const signIns = once(() => new Turns({ atOnce: threadCount() + 1, waiting: partOf(250), waitingMs: 10_000 }));

/** Work of one person that may wait: a batch, which makes 100 users at the most, is worked off by one process. */
const ofOne = 200;

/**
 * Work for signed-in people: their own passwords, and those of users whom they create. It never takes all threads, so that
 * sign-ins continue. The pool works in order of arrival, so sign-ins leave that part to it.
 */
const ownWork = once(() => new Turns({ atOnce: some(), waiting: Math.max(ofOne, partOf(500)) }));

/** An attempt to sign in, and its address. */
interface SignInAttempt {
  /** As it is looked up, with or without an account. */
  readonly email: string;
  /** As limits know it. */
  readonly address: string;
  /** Whether a person has signed in from that address lately; only asked if the attempt has to wait. */
  isKnown(): Promise<boolean>;
}

/**
 * Runs an attempt to sign in when its turn has come. All work of the attempt belongs inside, not only the comparison, so that a
 * flood keeps the database no busier than the threads. Every second turn is for known addresses, and there is always room to
 * begin one for them. Among the known and among the others, networks take turns, then smaller networks within them, then
 * addresses. The turn depends on the address, not on the e-mail. Otherwise the time of a wrong password would tell a person who
 * shares the address who else signs in there.
 * @throws Failure 429 if too many of an address or an e-mail wait, 503 if too many wait in all
 */
export async function takeSignInTurn<T>(
  ctx: Context,
  { email, address, isKnown }: SignInAttempt,
  attempt: () => Promise<T>,
): Promise<T> {
  const place = (who: 'known' | 'new'): Place => ({
    lane: [who, ...networksOf(address)],
    gone: departure(ctx.res),
    shares: [
      { key: `address ${address}`, atOnce: some(), waiting: partOf(20) },
      // As many as may fail in a minute, so that one e-mail does not take all places of an address.
      { key: `both ${address} ${email}`, atOnce: 1, waiting: partOf(5) },
      { key: `e-mail ${who} ${email}`, atOnce: some(), waiting: partOf(50), common: true },
      ...(who === 'new' ? [{ key: who, atOnce: threadCount(), waiting: Number.POSITIVE_INFINITY }] : []),
    ],
  });
  const usual = place('new');
  const waits = !signIns().hasRoom(usual);
  return signIns().take(waits && (await isKnown()) ? place('known') : usual, attempt);
}

/**
 * Runs work for a signed-in user when its turn has come: people take turns.
 * @param who an id; null if the caller does not know it
 * @throws Failure at once: 429 if too much of their work waits, 503 if too much waits in all
 */
export function takeOwnTurn<T>(who: number | null, work: () => Promise<T>, ctx?: Context): Promise<T> {
  const key = `user ${who}`;
  const shares: Share[] = [{ key, atOnce: some(), waiting: ofOne }];
  return ownWork().take({ lane: [key], shares, ...(ctx && { gone: departure(ctx.res) }) }, work);
}
