/**
 * Who may have passwords compared and hashed, and when. Each takes a thread for a tenth of a second, which anybody can ask
 * for, signed in or not. No one gets so much of it that others wait for long.
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
 * One more than there are threads: while one attempt asks the database, another can be compared. What waits is done in ten
 * seconds; who would wait for longer is told at once to come again.
 */
const signIns = once(() => new Turns({ atOnce: threadCount() + 1, waiting: partOf(250), waitingMs: 10_000 }));

/** Work of one person that may wait: a batch, which makes 100 users at the most, is worked off by one process. */
const ofOne = 200;

/**
 * Work for people who are signed in: their own passwords, and those of users whom they make. Never more than a part of the
 * threads, so that sign-ins go on; and as the pool takes what comes in turn, sign-ins leave that part to it.
 */
const ownWork = once(() => new Turns({ atOnce: some(), waiting: Math.max(ofOne, partOf(500)) }));

/** Who signs in, and from where. */
interface SignInAttempt {
  /** As it is looked up, whether anybody has it or not. */
  readonly email: string;
  /** As limits know it. */
  readonly address: string;
  /** Whether a person has signed in from that address lately; only asked if the attempt has to wait. */
  isKnown(): Promise<boolean>;
}

/**
 * An attempt to sign in, when its turn has come. What it does beside the comparison belongs into it, too, so that a flood
 * keeps no more of the database busy than of the threads.
 *
 * Every second turn is for known addresses, and there is always room to begin one for them. Among the
 * known and among the others, networks take turns, then smaller networks within them, then addresses. The turn depends on the address and
 * not on the e-mail. Otherwise the time of a wrong password would tell a person who shares the address who signs in there.
 * @throws Failure 429 where an address or an e-mail has too many that wait, 503 where there are too many in all
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
      // As many as may fail in a minute; the room of an address is not for one e-mail alone.
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
 * Work for a signed-in user, when its turn has come: people take turns.
 * @param who an id; null where the caller does not know
 * @throws Failure at once: 429 where there is too much that waits of theirs, 503 where there is too much in all
 */
export function takeOwnTurn<T>(who: number | null, work: () => Promise<T>, ctx?: Context): Promise<T> {
  const key = `user ${who}`;
  const shares: Share[] = [{ key, atOnce: some(), waiting: ofOne }];
  return ownWork().take({ lane: [key], shares, ...(ctx && { gone: departure(ctx.res) }) }, work);
}
