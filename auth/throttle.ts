/** Limits on guessing: what may be tried how often, by which person and from which address. */
import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { Failure } from '../engine/failure.ts';
import { say } from '../engine/message.ts';
import { tellQuotas } from '../engine/serve/quota.ts';
import {
  type Counter,
  forgiveTries,
  holdsAny,
  type LimitOptions,
  takeTries,
  takeWithin,
  waitWithoutTry,
} from './database-limiter.ts';
import { texts } from './messages.ts';
import { addressKey, networksOf } from './networks.ts';

const [minute, hour, day] = [60, 3600, 86_400];

type Who = readonly (string | number)[];

/** Something that the same person or address may try a number of times. */
class Throttle {
  readonly #database: Knex;
  readonly #limits: readonly LimitOptions[];

  /** @param limits if there are several, the attempt counts in each of them. If any one is used up, it is refused */
  constructor(database: Knex, limits: readonly LimitOptions[]) {
    this.#database = database;
    this.#limits = limits;
  }

  /**
   * Counts an attempt before it is made, so that attempts sent at once cannot all slip through. A refused attempt is not counted.
   * @param ctx the request whose answer shows what is left; null without a request
   * @param who the subject of the limit, e.g. an e-mail and an address; stored as a digest
   * @throws Failure `rate_limited` (429) with `Retry-After`, when there were too many: also for a right answer
   */
  async count(ctx: Context | null, ...who: Who): Promise<void> {
    await takeOrRefuse(this.#database, ctx, this.countersOf(who));
  }

  /** Counts an attempt without telling the client whether it was one too many. @returns whether it may be made */
  async allows(...who: Who): Promise<boolean> {
    return (await takeTries(this.#database, this.countersOf(who))).waitMs === 0;
  }

  /** Forgets former attempts, after one that was right. */
  async clear(...who: Who): Promise<void> {
    await forgiveTries(this.#database, { giveBack: [], forget: this.countersOf(who) });
  }

  countersOf(who: Who): Counter[] {
    return this.#limits.map((limit) => ({ ...limit, key: `${limit.keyPrefix}:${digest(who)}` }));
  }
}

/** Attempts to sign in, counted by e-mail and address and by address only: in both, or in neither if one is used up. */
class SignInThrottle {
  readonly #database: Knex;
  /** A flood from elsewhere never locks the person out. */
  readonly #account: Throttle;
  /** One address trying many e-mails. */
  readonly #address: Throttle;
  /** Not a limit: addresses from which a person has signed in. Stored as a digest, like the others. */
  readonly #known: Throttle;
  /** How many of these one account makes known. */
  readonly #introductions: Throttle;

  constructor(
    database: Knex,
    {
      account,
      address,
      known,
      introductions,
    }: Readonly<Record<'account' | 'address' | 'known' | 'introductions', Throttle>>,
  ) {
    this.#database = database;
    this.#account = account;
    this.#address = address;
    this.#known = known;
    this.#introductions = introductions;
  }

  /** As `count` of a single throttle. @param email as it is looked up */
  async count(ctx: Context, email: string, address: string): Promise<void> {
    const counters = [...this.#account.countersOf([email, address]), ...this.#address.countersOf([address])];
    await takeOrRefuse(this.#database, ctx, counters);
  }

  /**
   * After the right password: the person's failures are forgotten; for the address only this attempt, which did not fail. The
   * address is remembered as known.
   */
  async forgive(email: string, address: string): Promise<void> {
    await forgiveTries(this.#database, {
      giveBack: this.#address.countersOf([address]),
      forget: this.#account.countersOf([email, address]),
      remember: this.#known.countersOf([address]),
      within: this.#introductions.countersOf([email]),
    });
  }

  /** Whether a right password of any user came from an address in the last 30 days. */
  async knows(address: string): Promise<boolean> {
    return holdsAny(this.#database, this.#known.countersOf([address]));
  }
}

/** What people without an account may do, by their network. Their answers do not show what is left. */
export class VisitorThrottle {
  readonly #database: Knex;
  readonly #reads: Throttle;
  readonly #uploads: Throttle;
  readonly #sent: Readonly<Record<'here' | 'everywhere' | 'point', Throttle>>;
  /** What a point that has had its number takes of each network, the widest first. So no network shuts it for the others. */
  readonly #beyond: readonly Throttle[];

  /** @param perHour requests that an address may send at one point in an hour */
  constructor(database: Knex, perHour: number) {
    const throttle = (limit: LimitOptions) => new Throttle(database, [limit]);
    this.#database = database;
    this.#reads = throttle({ keyPrefix: 'look', points: 60, duration: minute });
    this.#uploads = throttle({ keyPrefix: 'sent-photos', points: 12 * perHour, duration: hour });
    this.#sent = {
      here: throttle({ keyPrefix: 'sent', points: perHour, duration: hour }),
      everywhere: throttle({ keyPrefix: 'sent-anywhere', points: 6 * perHour, duration: hour }),
      point: throttle({ keyPrefix: 'sent-at', points: 10 * perHour, duration: day }),
    };
    this.#beyond = [4 * perHour, perHour, Math.ceil(perHour / 4)].map((points, level) =>
      throttle({ keyPrefix: `sent-beyond-${level}`, points, duration: hour }),
    );
  }

  /** Counts that an address looks something up. @throws Failure `rate_limited` (429) with `Retry-After` */
  async look(ip: string): Promise<void> {
    await this.#reads.count(null, addressKey(ip));
  }

  /** Counts a request that is sent, in the transaction that keeps it: one that is refused undoes it. @throws Failure `rate_limited` */
  async send(trx: Knex, ip: string, pointId: number): Promise<void> {
    const { own, point, beyond } = this.#sendCounters(ip, pointId);
    // Always in this order, so that two requests for the same rows wait for each other without a deadlock.
    const sent = await takeWithin(trx, own);
    if (sent.waitMs > 0) throw tooMany(sent.waitMs);
    if ((await takeWithin(trx, point)).waitMs === 0) return;
    const { waitMs } = await takeWithin(trx, beyond);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  /**
   * Counts a body with files before it is read. The limit is twice that of requests, since some are refused for their content.
   * @throws Failure `rate_limited`, also if no more requests may be sent
   */
  async upload(ip: string, pointId: number): Promise<void> {
    const { own, point, beyond } = this.#sendCounters(ip, pointId);
    const wait = (counters: readonly Counter[]) => waitWithoutTry(this.#database, counters);
    const waitMs = (await wait(own)) || ((await wait(point)) > 0 ? await wait(beyond) : 0);
    if (waitMs > 0) throw tooMany(waitMs);
    await this.#uploads.count(null, addressKey(ip));
  }

  #sendCounters(ip: string, pointId: number): Readonly<Record<'own' | 'point' | 'beyond', Counter[]>> {
    const address = addressKey(ip);
    const { here, everywhere, point } = this.#sent;
    const networks = networksOf(address);
    return {
      own: [...here.countersOf([address, pointId]), ...everywhere.countersOf([address])],
      point: point.countersOf([pointId]),
      beyond: this.#beyond.flatMap((level, index) => level.countersOf([networks[index] ?? address, pointId])),
    };
  }

  /** The address as limits know it: an IPv6 network of 64 bits counts as one. */
  key(ip: string): string {
    return addressKey(ip);
  }
}

async function takeOrRefuse(
  database: Knex,
  ctx: Context | null,
  counters: readonly Counter[],
): Promise<void> {
  const { waitMs, quotas } = await takeTries(database, counters);
  if (ctx) tellQuotas(ctx, quotas);
  if (waitMs > 0) throw tooMany(waitMs);
}

export interface Throttles {
  readonly signIn: SignInThrottle;
  /** By user and address. */
  readonly challenge: Throttle;
  /** By user: a person who gets here knows the password, and must not guess codes from a thousand addresses. */
  readonly challengeAnywhere: Throttle;
  /** By user and address: the current password or a set-up code, asked of a signed-in user. */
  readonly confirmation: Throttle;
  /** By e-mail and address: asking for a link to choose a new password. */
  readonly forgotten: Throttle;
  /** By user: such links that are sent. */
  readonly resets: Throttle;
  /** By calendar: how often programs fetch it. */
  readonly fetch: Throttle;
  /** By address: new sessions without a person, each of which is a row. */
  readonly visit: Throttle;
}

export function createThrottles(database: Knex): Throttles {
  const throttle = (...limits: LimitOptions[]) => new Throttle(database, limits);
  const account = throttle(
    { keyPrefix: 'login', points: 5, duration: minute },
    { keyPrefix: 'login-hour', points: 50, duration: hour },
  );
  const address = throttle({ keyPrefix: 'address', points: 100, duration: minute });
  const known = throttle({ keyPrefix: 'known', points: 1, duration: 30 * day });
  // A telephone may have another address each day. A person with an account and a thousand addresses must not fill the table.
  const introductions = throttle({ keyPrefix: 'introductions', points: 30, duration: 30 * day });
  return {
    signIn: new SignInThrottle(database, { account, address, known, introductions }),
    challenge: throttle({ keyPrefix: 'challenge', points: 5, duration: minute }),
    challengeAnywhere: throttle({ keyPrefix: 'challenge-hour', points: 30, duration: hour }),
    confirmation: throttle({ keyPrefix: 'confirmation', points: 5, duration: minute }),
    forgotten: throttle({ keyPrefix: 'forgotten', points: 5, duration: minute }),
    resets: throttle({ keyPrefix: 'resets', points: 5, duration: hour }),
    fetch: throttle({ keyPrefix: 'fetch', points: 60, duration: minute }),
    visit: throttle({ keyPrefix: 'visit', points: 600, duration: minute }),
  };
}

function digest(who: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(who), 'base64url');
}

function tooMany(milliseconds: number): Failure {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new Failure('rate_limited', {
    message: say(texts.tooMany, { seconds }),
    headers: { 'Retry-After': String(seconds) },
  });
}
