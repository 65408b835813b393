/**
 * The client of this service for TypeScript: typed by its OpenAPI document, with session cookies and the CSRF token
 * seen to. `npm run client` writes `schema.d.ts` beside it. Works in browsers and in Node.js; the one thing it needs is
 * the package `openapi-fetch`.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { Call } from './calls.ts';
import type { components, paths } from './schema.d.ts';

export type { components, operations, paths } from './schema.d.ts';

/** The rows, bodies and answers by name: `Schemas['Material']`, `Schemas['MaterialCreate']`. */
export type Schemas = components['schemas'];

export interface MillwrightClient extends Pick<Client<paths, 'application/json'>, 'use' | 'eject'> {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}

export interface MillwrightClientOptions {
  /** The address of the service, e.g. `http://localhost:3000`; `''` in a browser on the service's own origin. */
  readonly baseUrl: string;
  /** The function that sends requests, if it is not the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * Outside of browsers: the page that requests say they come from. Its host is one of STATEFUL_DOMAINS; by default it is
   * that of `baseUrl`.
   */
  readonly origin?: string;
  /** The cookie with the CSRF token, if COOKIE_PREFIX is set: `PREFIX-XSRF-TOKEN`. */
  readonly tokenCookie?: string;
}

/** Browsers have a document, whose cookies they keep and send themselves. */
declare const document: { readonly cookie: string } | undefined;

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A client with a session of its own (in a browser: that of the page). Failures are answers, not exceptions: each
 * call gives `data` or `error`, both typed, and the `response`.
 *
 * ```ts
 * const api = createMillwrightClient({ baseUrl: 'http://localhost:3000' });
 * await api.POST('/api/v1/auth/login', { body: { email, password } });
 * const { data, error } = await api.GET('/api/v1/materials', {
 *   params: { query: { status: ['down'], fields: ['id', 'name'] } }, // rows of `id` and `name`, and nothing else
 * });
 * ```
 */
export function createMillwrightClient(options: MillwrightClientOptions): MillwrightClient {
  const { baseUrl, fetch: send = (request) => fetch(request), tokenCookie = 'XSRF-TOKEN' } = options;
  const cookies = typeof document === 'undefined' ? createJar(options) : browserCookies;

  const exchange = async (request: Request): Promise<Response> => {
    cookies.addTo(request);
    const response = await send(request);
    cookies.keep(response);
    return response;
  };

  /** Requests that start together wait for one and the same token. */
  let fetching: Promise<void> | undefined;
  const fetchToken = (): Promise<void> => {
    fetching ??= exchange(new Request(`${baseUrl}/spa/csrf-cookie`, { credentials: 'include' }))
      .then(drop)
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };

  const sendWithToken = async (request: Request): Promise<Response> => {
    const token = cookies.read(tokenCookie);
    if (token !== undefined) request.headers.set('X-XSRF-TOKEN', token);
    return exchange(request);
  };

  const client = createClient<paths, 'application/json'>({
    baseUrl,
    credentials: 'include',
    headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    querySerializer: writeQuery,
    fetch: async (request) => {
      if (safe.has(request.method)) return exchange(request);
      if (cookies.read(tokenCookie) === undefined) await fetchToken();
      // A body can be sent once: the second try has its own.
      const again = request.clone();
      const response = await sendWithToken(request);
      if (response.status !== 419) return response;
      // The session has ended, or another tab has signed in: a new token, and once more.
      await drop(response);
      await fetchToken();
      return sendWithToken(again);
    },
  });
  // The calls are the same. The compiler cannot see that the stricter type only takes away.
  return client as MillwrightClient;
}

/** `status=open,closed` for lists of values, `due_at[gte]=…` for the operators of a filter. Undefined values are left out. */
function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const written = new URLSearchParams();
  const write = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) written.set(name, String(value));
    else for (const [operator, part] of Object.entries(value)) write(`${name}[${operator}]`, part);
  };
  for (const [name, value] of Object.entries(query)) write(name, value);
  return written.toString();
}

/** An unread answer keeps its connection until it is dropped. */
async function drop(response: Response): Promise<void> {
  await response.body?.cancel();
}

interface Cookies {
  read(name: string): string | undefined;
  addTo(request: Request): void;
  keep(response: Response): void;
}

const browserCookies: Cookies = {
  read: (name) => findCookie(name, typeof document === 'undefined' ? '' : document.cookie),
  addTo: () => {},
  keep: () => {},
};

function findCookie(name: string, cookies: string): string | undefined {
  const pair = cookies.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}

/** Handles cookies like a browser, for one service. */
function createJar({ baseUrl, origin = new URL(baseUrl).origin }: MillwrightClientOptions): Cookies {
  const jar = new Map<string, string>();
  const header = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    read: (name) => findCookie(name, header()),
    addTo: ({ headers }) => {
      headers.set('Origin', origin);
      if (jar.size > 0) headers.set('Cookie', header());
    },
    keep: (response) => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
        const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
        if (isOver(attributes)) jar.delete(name);
        else jar.set(name, value);
      }
    },
  };
}

/** Whether a cookie is sent to be taken away. */
function isOver(attributes: readonly string[]): boolean {
  const read = (name: string): string | undefined =>
    attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const [age, expires] = [read('max-age'), read('expires')];
  if (age !== undefined) return Number(age) <= 0;
  return expires !== undefined && Date.parse(expires) <= Date.now();
}
