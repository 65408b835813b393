/** Limits on guessing: how often what may be tried, by whom and from where. */
import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Knex } from 'knex';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../engine/failure.ts';
import { say } from '../engine/message.ts';
import { DatabaseLimiter, type LimiterOptions } from './database-limiter.ts';
import { texts } from './messages.ts';

/** Something that may be tried a number of times by the same somebody. */
export class Throttle {
  readonly #limiters: readonly DatabaseLimiter[];

  /** @param limits several: the attempt counts in each of them, and is refused by whichever is used up */
  constructor(database: Knex, limits: readonly LimiterOptions[]) {
    this.#limiters = limits.map((limit) => new DatabaseLimiter(database, limit));
  }

  /**
   * Counts an attempt before it is made, so that attempts sent at once cannot all slip through.
   * @param who what the limit is for, e.g. an e-mail and an address; kept as a digest
   * @throws Failure `rate_limited` (429) with `Retry-After`, when there were too many: also for a right answer
   */
  async count(...who: readonly (string | number)[]): Promise<void> {
    const key = digest(who);
    for (const limiter of this.#limiters) {
      try {
        await limiter.consume(key);
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(error.msBeforeNext) : error;
      }
    }
  }

  /** Refuses without counting: for limits that only failures use up. @throws Failure `rate_limited` (429) */
  async check(...who: readonly (string | number)[]): Promise<void> {
    for (const limiter of this.#limiters) {
      const used = await limiter.get(digest(who));
      if (used && used.remainingPoints <= 0) throw tooMany(used.msBeforeNext);
    }
  }

  /** Forgets former attempts, after one that was right. */
  async clear(...who: readonly (string | number)[]): Promise<void> {
    for (const limiter of this.#limiters) await limiter.delete(digest(who));
  }
}

export interface Throttles {
  /** By e-mail and address: a flood from elsewhere never locks the person out. */
  readonly login: Throttle;
  /** By address, failures alone: one address trying many e-mails. */
  readonly address: Throttle;
  /** By user and address. */
  readonly challenge: Throttle;
  /** By user: whoever gets here knows the password, and must not guess codes from a thousand addresses. */
  readonly challengeAnywhere: Throttle;
  /** By user and address: the current password or a set-up code, asked of somebody who is signed in. */
  readonly confirmation: Throttle;
  /** By address: new sessions without a person, each of which is a row. */
  readonly visit: Throttle;
}

const [minute, hour] = [60, 3600];

export function createThrottles(database: Knex): Throttles {
  const throttle = (...limits: LimiterOptions[]) => new Throttle(database, limits);
  return {
    login: throttle(
      { keyPrefix: 'login', points: 5, duration: minute },
      { keyPrefix: 'login-hour', points: 50, duration: hour },
    ),
    address: throttle({ keyPrefix: 'address', points: 100, duration: minute }),
    challenge: throttle({ keyPrefix: 'challenge', points: 5, duration: minute }),
    challengeAnywhere: throttle({ keyPrefix: 'challenge-hour', points: 30, duration: hour }),
    confirmation: throttle({ keyPrefix: 'confirmation', points: 5, duration: minute }),
    visit: throttle({ keyPrefix: 'visit', points: 600, duration: minute }),
  };
}

/**
 * The address as limits know it. An IPv6 network of 64 bits is one: it is what one customer gets, who may take
 * a new address from it for every request.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
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
