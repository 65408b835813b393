/** The session of a request: koa-session over the rows of the database, for stateful requests alone. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type Application from 'koa';
import type { Context, Middleware } from 'koa';
import createKoaSession from 'koa-session';
import { memoize } from '../engine/memoize.ts';
import { sign, verify } from './keys.ts';
import type { Person } from './people.ts';
import type { PendingLogin, SessionData, SessionRows, StoredSession, Visitor } from './session-rows.ts';

export const sessionCookie = 'millwright_session';

/** What koa-session hangs on the context: the session's data and its ways to save. */
interface KoaSession {
  save(): Promise<void>;
  regenerate(): Promise<void>;
}

const anonymous: SessionData = { user_id: null, remember: false, pending: null };

/** The session of one stateful request. */
export class RequestSession {
  readonly #ctx: Context;
  #id: string | null = null;
  #stored: StoredSession | null = null;
  #personTaken = false;

  constructor(ctx: Context) {
    this.#ctx = ctx;
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
   * The person as read together with the session, once: whoever asks again within a request wants to know what has
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
    if (!this.#stored?.data.remember) return undefined;
    return Math.max(this.#stored.expiresAt - Date.now(), 1000);
  }

  get pending(): PendingLogin | null {
    return this.#stored?.data.pending ?? null;
  }

  /** Stores a session without a person where there is none yet, for a CSRF token to be bound to. */
  async begin(): Promise<void> {
    if (this.#id !== null) return;
    Object.assign(this.#koa, anonymous);
    await this.#koa.save();
  }

  /** Signs a person in, under a new id: one planted before (session fixation) is worth nothing after. */
  async establish(userId: number, remember: boolean): Promise<void> {
    await this.#renew({ user_id: userId, remember, pending: null });
  }

  /** Remembers, under a new id, that a second factor is owed. Signs out whoever was signed in. */
  async owe(pending: PendingLogin): Promise<void> {
    await this.#renew({ ...anonymous, pending });
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

  async #renew(data: SessionData): Promise<void> {
    Object.assign(this.#koa, data);
    await this.#koa.regenerate();
  }

  get #koa(): KoaSession {
    return this.#ctx.session;
  }
}

/**
 * Where the context keeps it. Not in a WeakMap beside it: what such a map holds is freed by the rare full garbage
 * collection alone, and a session leads to the whole request and its answer.
 */
const sessionKey = Symbol('session of the request');

/** The session of a request, or null where the request is not stateful. It may be empty: look at its `id`. */
export function sessionOf(ctx: Context): RequestSession | null {
  return ctx[sessionKey] ?? null;
}

/**
 * The middleware that gives stateful requests their session. Others pass by it: they neither read nor write one.
 * @param keys sign the cookie; all of them verify
 */
export function createSessionMiddleware(
  isStateful: (headers: IncomingHttpHeaders) => boolean,
  rows: SessionRows,
  keys: readonly Buffer[],
): Middleware {
  let mounted: { readonly app: Application; readonly run: Middleware } | undefined;
  return async (ctx, next) => {
    if (!isStateful(ctx.headers)) return next();
    ctx[sessionKey] = new RequestSession(ctx);
    if (mounted?.app !== ctx.app) mounted = { app: ctx.app, run: mount(ctx.app, rows, keys) };
    return mounted.run(ctx, next);
  };
}

function mount(app: Application, rows: SessionRows, keys: readonly Buffer[]): Middleware {
  return createKoaSession(
    {
      key: sessionCookie,
      // The value carries its own signature (see readCookie): koa's would come as a second cookie.
      signed: false,
      genid: () => randomBytes(32).toString('base64url'),
      externalKey: {
        get: cookieReader(keys),
        set: (ctx: Context, id: string) => writeCookie(ctx, id, keys),
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
        session.adopt(id, { data, expiresAt: await rows.insert(id, data, current(ctx).visitor) });
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
  if (!session) throw new Error('A request that is not stateful has come to the session store.');
  return session;
}

/** Most cookies whose signatures are remembered. */
const mostCookies = 2000;
/** Two texts of 32 bytes in base64url, with a dot between them. */
const cookieLength = 43 + 1 + 43;

/**
 * Reads the id in a cookie of ours, or an empty text: an id we did not sign never reaches the database. Whether it was
 * signed depends on the keys of this process alone, so each cookie is looked at once.
 */
function cookieReader(keys: readonly Buffer[]): (ctx: Context) => string {
  const idOf = memoize((cookie) => {
    const [, id = '', signature = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(cookie) ?? [];
    return id !== '' && verify(keys, id, signature) ? id : '';
  }, mostCookies);
  return (ctx) => {
    const cookie = ctx.cookies.get(sessionCookie) ?? '';
    // What is no cookie of ours is not remembered either: it may be long.
    return cookie.length === cookieLength ? idOf(cookie) : '';
  };
}

function writeCookie(ctx: Context, id: string, keys: readonly Buffer[]): void {
  ctx.cookies.set(sessionCookie, `${id}.${sign(keys, id)}`, {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
    maxAge: current(ctx).cookieLifetime,
  });
}
