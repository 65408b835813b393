/** Sessions as rows: made, found, kept alive and ended in the database, so that every node agrees at once. */

import type { Knex } from 'knex';
import type { Dialect } from '../../engine/database/dialect/dialect.ts';
import { dialectOf } from '../../engine/database/query.ts';
import { packed, packedReader } from '../packed-row.ts';
import {
  type Person,
  type PersonRow,
  personAt,
  personColumns,
  personElsewhere,
  personJoins,
} from '../rights/people.ts';
import type { AuthLog } from '../settings.ts';
import { sessionRowId } from './end.ts';

/** A login whose password was right and whose second factor is still owed. Not a sign-in. */
export interface PendingLogin {
  readonly user_id: number;
  readonly remember: boolean;
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
  /** Whom it belongs to, as read together with it. */
  readonly person?: Person | null;
}

/** Who sends a request, as the person sees it later in the list of their sessions. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
}

interface Lifetimes {
  readonly sessionLifetimeMinutes: number;
  readonly rememberLifetimeDays: number;
}

const minute = 60;
/** However busy it is, a session without `remember` ends after half a day: no shift is longer. */
const busyLifetimeMinutes = 12 * 60;
/** How long a login waits for its code. */
const pendingSeconds = 10 * minute;

interface SessionRow {
  readonly user_id: number | null;
  readonly data: string;
  readonly remember: number;
  readonly overdue: number;
  readonly unseen: number;
}

/** What changes with time is asked as whether, not when: so the row understood before is mostly the same text. */
function sessionColumns({ moment }: Dialect): Readonly<Record<keyof SessionRow, string>> {
  const since = (column: string, seconds: number) =>
    `case when ${column} <= ${moment(-seconds)} then 1 else 0 end`;
  return {
    user_id: 'e.user_id',
    data: 'e.data',
    remember: 'e.remember',
    overdue: since('e.created_at', pendingSeconds),
    unseen: since('e.last_seen_at', minute),
  };
}

/** The number of sessions that are kept, each for one state of its row; a row changes at most once a minute. */
const maxSessions = 2000;

const findRow = packedReader(
  (row: SessionRow & PersonRow) => ({
    row,
    unseen: Number(row.unseen) === 1,
    data: {
      user_id: row.user_id === null ? null : Number(row.user_id),
      remember: Number(row.remember) === 1,
      pending: Number(row.overdue) === 1 ? null : readPending(row.data),
    },
    person: personAt(row),
  }),
  maxSessions,
);

/**
 * The query for a session with whom it belongs to, packed in one text, by the row's id.
 */
export function sessionSql(dialect: Dialect): string {
  return (
    `select ${packed({ ...sessionColumns(dialect), ...personColumns(dialect) })} from sessions e ` +
    `left join users u on u.id = e.user_id and u.live = 1 ${personJoins} where e.id = ? and e.expires_at > ${dialect.moment()}`
  );
}

export class SessionRows {
  readonly #database: Knex;
  readonly #lifetimes: Lifetimes;
  readonly #log: AuthLog;
  readonly #found: string;
  readonly #dialect: Dialect;

  constructor(database: Knex, lifetimes: Lifetimes, log: AuthLog) {
    this.#database = database;
    this.#lifetimes = lifetimes;
    this.#log = log;
    this.#dialect = dialectOf(database);
    this.#found = sessionSql(this.#dialect);
  }

  /** How long a session with `remember` lasts, in milliseconds. */
  get rememberLifetime(): number {
    return this.#lifetimes.rememberLifetimeDays * 24 * 3_600_000;
  }

  /** The session of a cookie's id, or null if it never existed, has ended or has expired. Counts as a visit. */
  async find(id: string, visitor: Visitor): Promise<StoredSession | null> {
    const found = await findRow(this.#database, { text: this.#found, bindings: [sessionRowId(id)] });
    if (!found) return null;
    const { data, row, unseen } = found;
    const person = found.person ?? (await personElsewhere(this.#database, row));
    if (unseen) await this.#visit(id, visitor, data.remember);
    return { data, person };
  }

  /** Makes a new row, in the given transaction if there is one. */
  async insert(id: string, data: SessionData, visitor: Visitor, database = this.#database): Promise<void> {
    const now = this.#dialect.moment();
    await database('sessions').insert({
      id: sessionRowId(id),
      ...columnsOf(data),
      ...columnsOfVisitor(visitor),
      created_at: database.raw(now),
      last_seen_at: database.raw(now),
      expires_at: database.raw(this.#expiry(data.remember, now)),
    });
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
  async #visit(id: string, visitor: Visitor, remember: boolean): Promise<void> {
    const database = this.#database;
    try {
      await database('sessions')
        .where({ id: sessionRowId(id) })
        .update({
          ...columnsOfVisitor(visitor),
          last_seen_at: database.raw(this.#dialect.moment()),
          expires_at: database.raw(this.#expiry(remember, 'created_at')),
        });
    } catch (error) {
      // The session itself is good: a busy database must not turn a read into a failure.
      this.#log.warn({ err: error }, 'a session could not be marked as seen');
    }
  }

  /** When a session ends that is seen now, as SQL. `begun`: when it began. */
  #expiry(remember: boolean, begun: string): string {
    const { sessionLifetimeMinutes: idle, rememberLifetimeDays } = this.#lifetimes;
    const later = (minutes: number) => this.#dialect.later(begun, minutes * minute);
    if (remember) return later(rememberLifetimeDays * 24 * 60);
    // A minute more, in which visits are not noted: idleness is never cut short.
    const unused = this.#dialect.moment((idle + 1) * minute);
    return this.#dialect.earlier(unused, later(Math.max(busyLifetimeMinutes, idle)));
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

function readPending(data: string): PendingLogin | null {
  const parsed: unknown = JSON.parse(data);
  const pending = typeof parsed === 'object' && parsed && 'pending' in parsed ? parsed.pending : null;
  return isPending(pending) ? pending : null;
}

function isPending(value: unknown): value is PendingLogin {
  if (typeof value !== 'object' || value === null) return false;
  const { user_id, remember, proof } = value as Partial<Record<keyof PendingLogin, unknown>>;
  return typeof user_id === 'number' && typeof remember === 'boolean' && typeof proof === 'string';
}
