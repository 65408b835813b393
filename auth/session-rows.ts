/** Sessions as rows: made, found, kept alive and ended in the database, so that every node agrees at once. */
import type { Knex } from 'knex';
import { storedNow } from '../engine/codec.ts';
import { isMysql } from '../engine/query.ts';
import { packed, packedReader } from './packed-row.ts';
import {
  type Person,
  type PersonRow,
  personAt,
  personColumns,
  personElsewhere,
  personJoins,
} from './people.ts';
import { sessionRowId } from './session-end.ts';
import type { AuthLog } from './settings.ts';

/** A login whose password was right and whose second factor is still owed. Not a sign-in. */
export interface PendingLogin {
  readonly user_id: number;
  readonly remember: boolean;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Fingerprint of the password hash that was matched: a password changed meanwhile voids the login. */
  readonly proof: string;
}

export interface SessionData {
  /** Set only when sign-in is complete. */
  readonly user_id: number | null;
  readonly remember: boolean;
  readonly pending: PendingLogin | null;
}

export interface StoredSession {
  readonly data: SessionData;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Whom it belongs to, as read together with it. */
  readonly person?: Person | null;
}

/** Who sends a request, as the person sees it later in the list of their sessions. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
}

export interface Lifetimes {
  readonly sessionLifetimeMinutes: number;
  readonly rememberLifetimeDays: number;
}

interface SessionRow {
  readonly user_id: number | null;
  readonly data: string;
  readonly remember: number;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
}

const sessionColumns: Readonly<Record<keyof SessionRow, string>> = {
  user_id: 'e.user_id',
  data: 'e.data',
  remember: 'e.remember',
  created_at: 'cast(e.created_at as char)',
  last_seen_at: 'cast(e.last_seen_at as char)',
  expires_at: 'cast(e.expires_at as char)',
};

/** Most sessions that are kept as their rows tell of them; a row changes at most once a minute. */
const mostSessions = 2000;

const findRow = packedReader(
  (row: SessionRow & PersonRow) => ({
    row,
    data: {
      user_id: row.user_id === null ? null : Number(row.user_id),
      remember: Number(row.remember) === 1,
      pending: readPending(row.data),
    },
    createdAt: readTime(row.created_at),
    lastSeenAt: readTime(row.last_seen_at),
    expiresAt: readTime(row.expires_at),
    person: personAt(row),
  }),
  mostSessions,
);

/**
 * The query for a session with whom it belongs to, packed in one text, by the row's id and the present moment.
 *
 * @param mysql whether it is for MySQL or MariaDB; else for SQLite
 */
export function sessionSql(mysql: boolean): string {
  return (
    `select ${packed({ ...sessionColumns, ...personColumns(mysql) })} from sessions e ` +
    `left join users u on u.id = e.user_id and u.live = 1 ${personJoins} where e.id = ? and e.expires_at > ?`
  );
}

const minute = 60_000;
/** However busy it is, a session without `remember` ends after half a day: nobody's shift is longer. */
const busyLifetimeMinutes = 12 * 60;

export class SessionRows {
  readonly #database: Knex;
  readonly #lifetimes: Lifetimes;
  readonly #log: AuthLog;
  readonly #found: string;

  constructor(database: Knex, lifetimes: Lifetimes, log: AuthLog) {
    this.#database = database;
    this.#lifetimes = lifetimes;
    this.#log = log;
    this.#found = sessionSql(isMysql(database));
  }

  /** The session of a cookie's id, or null where it never was, has ended or has expired. Counts as a visit. */
  async find(id: string, visitor: Visitor): Promise<StoredSession | null> {
    const now = Date.now();
    const found = await findRow(this.#database, {
      text: this.#found,
      bindings: [sessionRowId(id), storedNow(new Date(now))],
    });
    if (!found) return null;
    const { data, row, createdAt, lastSeenAt } = found;
    const person = found.person ?? (await personElsewhere(this.#database, row));
    if (now - lastSeenAt < minute) return { data, expiresAt: found.expiresAt, person };
    const expiresAt = this.#expiry(data.remember, createdAt, now);
    await this.#visit(id, visitor, now, expiresAt);
    return { data, expiresAt, person };
  }

  /**
   * A new row, in a transaction where there is one. @returns when it expires, in milliseconds since 1970
   */
  async insert(id: string, data: SessionData, visitor: Visitor, database = this.#database): Promise<number> {
    const now = Date.now();
    const expiresAt = this.#expiry(data.remember, now, now);
    await database('sessions').insert({
      id: sessionRowId(id),
      ...columnsOf(data),
      ...columnsOfVisitor(visitor),
      created_at: storedNow(new Date(now)),
      last_seen_at: storedNow(new Date(now)),
      expires_at: storedNow(new Date(expiresAt)),
    });
    return expiresAt;
  }

  /**
   * Never an insert: a request that was under way while its session was ended must not bring it back.
   */
  async update(id: string, data: SessionData): Promise<void> {
    await this.#database('sessions')
      .where({ id: sessionRowId(id) })
      .update(columnsOf(data));
  }

  /** @returns whether it was still there */
  async remove(id: string, database = this.#database): Promise<boolean> {
    const removed = await database('sessions')
      .where({ id: sessionRowId(id) })
      .delete();
    return removed > 0;
  }

  /** At most once a minute, because a write per request would make every read of the service a write. */
  async #visit(id: string, visitor: Visitor, now: number, expiresAt: number): Promise<void> {
    try {
      await this.#database('sessions')
        .where({ id: sessionRowId(id) })
        .update({
          ...columnsOfVisitor(visitor),
          last_seen_at: storedNow(new Date(now)),
          expires_at: storedNow(new Date(expiresAt)),
        });
    } catch (error) {
      // The session itself is good: a busy database must not turn a read into a failure.
      this.#log.warn({ err: error }, 'a session could not be marked as seen');
    }
  }

  #expiry(remember: boolean, createdAt: number, now: number): number {
    const { sessionLifetimeMinutes: idle, rememberLifetimeDays } = this.#lifetimes;
    if (remember) return createdAt + rememberLifetimeDays * 24 * 60 * minute;
    return Math.min(now + idle * minute, createdAt + Math.max(busyLifetimeMinutes, idle) * minute);
  }
}

function columnsOf(data: SessionData) {
  return {
    user_id: data.user_id,
    remember: data.remember ? 1 : 0,
    data: JSON.stringify(data.pending ? { pending: data.pending } : {}),
  };
}

function columnsOfVisitor({ ip, userAgent }: Visitor) {
  return { ip, user_agent: userAgent.slice(0, 255) };
}

function readTime(stored: string): number {
  return Date.parse(`${stored.replace(' ', 'T')}Z`);
}

function readPending(data: string): PendingLogin | null {
  const parsed: unknown = JSON.parse(data);
  const pending = typeof parsed === 'object' && parsed && 'pending' in parsed ? parsed.pending : null;
  return isPending(pending) ? pending : null;
}

function isPending(value: unknown): value is PendingLogin {
  if (typeof value !== 'object' || value === null) return false;
  const { user_id, remember, since, proof } = value as Partial<Record<keyof PendingLogin, unknown>>;
  return (
    typeof user_id === 'number' &&
    typeof remember === 'boolean' &&
    typeof since === 'number' &&
    typeof proof === 'string'
  );
}
