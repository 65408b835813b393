/** rate-limiter-flexible with its counters in our own database, so that all nodes count together. */
import type { Knex } from 'knex';
import { RateLimiterMySQL } from 'rate-limiter-flexible';

interface Counter {
  readonly points: number;
  /** Milliseconds since 1970. */
  readonly expire: number | null;
}

export interface LimiterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/**
 * The library's limiter for MySQL, with its four ways to the store written through Knex: so one serves both
 * databases, inside Knex's pool. (Its own for SQLite insists on another driver than ours.)
 */
export class DatabaseLimiter extends RateLimiterMySQL {
  readonly #database: Knex;

  constructor(database: Knex, options: LimiterOptions) {
    super({
      ...options,
      storeClient: database,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
    this.#database = database;
  }

  /** Counts in one statement; reads in the same transaction, whose row lock makes parallel attempts queue up. */
  async _upsert(key: string, points: number, msDuration: number, forceExpire = false): Promise<Counter[]> {
    const now = Date.now();
    const expire = now + msDuration;
    return this.#database.transaction(async (trx) => {
      const over = trx.raw('rate_limits.expire <= ?', [now]);
      await trx('rate_limits')
        .insert({ key, points, expire })
        .onConflict('key')
        .merge(
          forceExpire
            ? { points, expire }
            : {
                // In this order: MySQL assigns from left to right, and the first must still see the old `expire`.
                points: trx.raw('case when ? then ? else rate_limits.points + ? end', [over, points, points]),
                expire: trx.raw('case when ? then ? else rate_limits.expire end', [over, expire]),
              },
        );
      const rows: Counter[] = await trx('rate_limits').where({ key }).select('points', 'expire');
      return rows;
    });
  }

  async _get(key: string): Promise<Counter[] | null> {
    const rows: Counter[] = await this.#database('rate_limits')
      .where({ key })
      .andWhere('expire', '>', Date.now())
      .select('points', 'expire');
    return rows.length > 0 ? rows : null;
  }

  async _delete(key: string): Promise<boolean> {
    return (await this.#database('rate_limits').where({ key }).delete()) > 0;
  }
}
