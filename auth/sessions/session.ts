/** The session of a request: koa-session with rows of the database, for stateful requests only. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Knex } from 'knex';
import type Application from 'koa';
import type { Context, Middleware } from 'koa';
import createKoaSession from 'koa-session';
import type { Person } from '../rights/people.ts';
import { cookieReader, writeCookie } from './cookie.ts';
import type { PendingLogin, SessionData, SessionRows, StoredSession, Visitor } from './rows.ts';

/** What koa-session hangs on the context: the session's data and its ways to save. */
interface KoaSession {
  save(): Promise<void>;
  regenerate(): Promise<void>;
}

const anonymous: SessionData = { user_id: null, remember: false, pending: null };

/** A session whose row exists after its transaction has been committed. */
interface NextSession {
  /** The secret id, for the cookie. */
  readonly id: string;
  readonly stored: StoredSession;
  /** Whether the session before it was still there: else it was ended meanwhile. */
  readonly replaces: boolean;
}

/** The session of one stateful request. */
export class RequestSession {
  readonly #ctx: Context;
  readonly #rows: SessionRows;
  #nextId: string | null = null;
  #id: string | null = null;
  #stored: StoredSession | null = null;
  #personTaken = false;

  constructor(ctx: Context, rows: SessionRows) {
    this.#ctx = ctx;
    this.#rows = rows;
  }

  /** The secret id in the cookie; null while nothing is stored. */
  get id(): string | null {
    return this.#id;
  }

  /** The person signed in; null also while a second factor is owed. */
  get userId(): number | null {
    return this.#stored?.data.user_id ?? null;
  }

  /**
   * The person as read together with the session, once: code that asks again within a request wants to know what has
   * changed since, and gets null.
   */
  takePerson(): Person | null {
    const person = this.#personTaken ? null : (this.#stored?.person ?? null);
    this.#personTaken = true;
    return person;
  }

  get remember(): boolean {
    return this.#stored?.data.remember ?? false;
  }

  /** How long the cookies of this session last, in milliseconds; undefined: until the browser closes. */
  get cookieLifetime(): number | undefined {
    return this.#stored?.data.remember ? this.#rows.rememberLifetime : undefined;
  }

  get pending(): PendingLogin | null {
    return this.#stored?.data.pending ?? null;
  }

  /** Stores a session without a person if there is no session yet, so that a CSRF token can be bound to it. */
  async begin(): Promise<void> {
    if (this.#id !== null) return;
    Object.assign(this.#koa, anonymous);
    await this.#koa.save();
  }

  /**
   * Puts a session of a person in the place of this one, in a transaction; `takeUp` follows its commit. Under a new id: one
   * planted before (session fixation) is worth nothing after.
   */
  async establish(trx: Knex, userId: number, remember: boolean): Promise<NextSession> {
    return this.#replace(trx, { user_id: userId, remember, pending: null });
  }

  /** The same for a session that owes its second factor. It ends the sign-in before. */
  async owe(trx: Knex, pending: PendingLogin): Promise<NextSession> {
    return this.#replace(trx, { ...anonymous, pending });
  }

  /** Continues as the session that has been stored. Not within its transaction, which may be undone and start again. */
  async takeUp({ id, stored }: NextSession): Promise<void> {
    this.adopt(id, stored);
    this.#nextId = id;
    Object.assign(this.#koa, stored.data);
    // It has nothing left to do with the rows: the old one is gone, and the new one is there.
    await this.#koa.regenerate();
  }

  /** For koa-session: the id of a session that begins. */
  takeId(): string {
    const id = this.#nextId ?? newId();
    this.#nextId = null;
    return id;
  }

  /** Removes the row and the cookie when the request ends. */
  end(): void {
    this.#ctx.session = null;
  }

  /** For the store: this is what the database holds under that id. */
  adopt(id: string, stored: StoredSession): void {
    this.#id = id;
    this.#stored = stored;
  }

  /** For the store: the row is gone. */
  forget(): void {
    this.#id = null;
    this.#stored = null;
  }

  get stored(): StoredSession | null {
    return this.#stored;
  }

  get visitor(): Visitor {
    return { ip: this.#ctx.ip, userAgent: this.#ctx.get('User-Agent') };
  }

  async #replace(trx: Knex, data: SessionData): Promise<NextSession> {
    const replaces = this.#id !== null && (await this.#rows.remove(this.#id, trx));
    const id = newId();
    await this.#rows.insert(id, data, this.visitor, trx);
    return { id, stored: { data }, replaces };
  }

  get #koa(): KoaSession {
    return this.#ctx.session;
  }
}

function newId(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The key of the session in the context. Not in a WeakMap: only the rare full garbage collection frees the values of such a map,
 * and a session refers to the whole request and its answer.
 */
const sessionKey = Symbol('session of the request');

/** The session of a request, or null if the request is not stateful. It may be empty: look at its `id`. */
export function sessionOf(ctx: Context): RequestSession | null {
  return ctx[sessionKey] ?? null;
}

/**
 * The middleware that gives stateful requests their session. Others pass by it: they neither read nor write one.
 * @param isSecure whether cookies are for https, even if the request has come by http: a proxy may not say how it came
 * @param keys sign the cookie; all of them verify
 */
export function createSessionMiddleware(
  isStateful: (headers: IncomingHttpHeaders) => boolean,
  rows: SessionRows,
  { name, isSecure }: { readonly name: string; readonly isSecure: boolean },
  keys: readonly Buffer[],
): Middleware {
  let mounted: { readonly app: Application; readonly run: Middleware } | undefined;
  return async (ctx, next) => {
    if (!isStateful(ctx.headers)) return next();
    if (isSecure) ctx.cookies.secure = true;
    ctx[sessionKey] = new RequestSession(ctx, rows);
    if (mounted?.app !== ctx.app) mounted = { app: ctx.app, run: mount(ctx.app, rows, name, keys) };
    return mounted.run(ctx, next);
  };
}

function mount(app: Application, rows: SessionRows, name: string, keys: readonly Buffer[]): Middleware {
  return createKoaSession(
    {
      key: name,
      // The value carries its own signature: koa's would come as a second cookie.
      signed: false,
      genid: (ctx: Context) => current(ctx).takeId(),
      externalKey: {
        get: cookieReader(name, keys),
        set: (ctx: Context, id: string) => writeCookie(ctx, name, id, keys, current(ctx).cookieLifetime),
      },
      store: createStore(rows),
    },
    app,
  );
}

/** koa-session's face to the rows. A new id is inserted, a known one only ever updated. */
function createStore(rows: SessionRows) {
  return {
    async get(id: string, _maxAge: unknown, { ctx }: { ctx?: Context }) {
      const stored = await rows.find(id, current(ctx).visitor);
      if (stored) current(ctx).adopt(id, stored);
      return stored?.data;
    },
    async set(
      id: string,
      { user_id, remember, pending }: SessionData,
      _maxAge: unknown,
      { ctx }: { ctx?: Context },
    ) {
      const session = current(ctx);
      const data = { user_id, remember, pending };
      if (session.id !== id) {
        await rows.insert(id, data, session.visitor);
        session.adopt(id, { data });
      } else if (session.stored && JSON.stringify(session.stored.data) !== JSON.stringify(data)) {
        await rows.update(id, data);
        session.adopt(id, { ...session.stored, data });
      }
    },
    async destroy(id: string, { ctx }: { ctx?: Context }) {
      if (current(ctx).id !== id) return;
      await rows.remove(id);
      current(ctx).forget();
    },
  };
}

function current(ctx: Context | undefined): RequestSession {
  const session = ctx && sessionOf(ctx);
  if (!session) throw new Error('A request that cannot have a session has reached the session store.');
  return session;
}
