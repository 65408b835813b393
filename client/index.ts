/**
 * The client of this service for TypeScript: typed by its OpenAPI document, with session cookies and the CSRF token
 * seen to. `npm run client` writes `schema.d.ts` beside it. Works in browsers and in Node.js; the one thing it needs is
 * the package `openapi-fetch`.
 */
import createClient, {
  type Client,
  type FetchResponse,
  type MaybeOptionalInit,
  type ParseAs,
} from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type { components, operations, paths } from './schema.d.ts';

/** The rows, bodies and answers by name: `Schemas['Material']`, `Schemas['MaterialCreate']`. */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: { readonly responses: unknown } } ? P : never;
}[keyof paths];

/** What a parameter of a request can name: nothing where there is no such parameter, of which any text is inferred. */
type NamedBy<P extends keyof paths, M extends Method, Name extends string> = paths[P][M &
  keyof paths[P]] extends {
  readonly parameters: {
    readonly query?: { readonly [K in Name]?: readonly (infer Key extends string)[] };
  };
}
  ? string extends Key
    ? never
    : Key
  : never;

/** An init, or its params, without the keys of its query that are told more closely below. */
type Loosened<Init> = {
  [K in keyof Init]: K extends 'params' ? Loosened<Init[K]> : K extends 'query' ? LessTold<Init[K]> : Init[K];
};
type LessTold<Query> = { [K in keyof Query as Exclude<K, 'fields' | 'by'>]: Query[K] };

/** What goes with a request: `params` (`path`, `query`, `header`), `body`, and what `fetch` takes. */
type Sent<P extends keyof paths, M extends Method, As extends ParseAs, Fields, By> = Loosened<
  NonNullable<MaybeOptionalInit<paths[P], M & keyof paths[P]>>
> & { readonly parseAs?: As } & {
  readonly params?: { readonly query?: { readonly fields?: Fields; readonly by?: By } };
};

/** A row as it is answered: with `fields` it has those keys alone. Of a list that is only known at run time any may be left out. */
type RowWith<Row, Fields extends readonly unknown[]> = number extends Fields['length']
  ? Partial<Pick<Row, Fields[number] & keyof Row>>
  : Pick<Row, Fields[number] & keyof Row>;

type BodyWith<Body, Fields extends readonly unknown[]> = Body extends { data: (infer Row)[] }
  ? { [K in keyof Body]: K extends 'data' ? RowWith<Row, Fields>[] : Body[K] }
  : Body extends { data: infer Row }
    ? { [K in keyof Body]: K extends 'data' ? RowWith<Row, Fields> : Body[K] }
    : Body;

/** A row of counts: by one thing, by two, or of all rows; any of them where that is only known at run time. */
type CountWith<Row, By extends readonly unknown[]> = [By] extends [never]
  ? Exclude<Row, { label: unknown } | { labels: unknown }>
  : number extends By['length']
    ? Row
    : Extract<Row, By extends readonly [unknown] ? { label: unknown } : { labels: unknown }>;

/** What a call of counts gives; of anything else, the same. */
type Counted<Answer, Key, By extends readonly unknown[]> = [Key] extends [never]
  ? Answer
  : Answer extends { data: { data: (infer Row)[] }; error?: never; response: Response }
    ? { data: { data: CountWith<Row, By>[] }; error?: never; response: Response }
    : Answer;

/** What a call gives; without `fields` as the document has it. */
type Answered<Answer, Fields extends readonly unknown[]> = [Fields] extends [never]
  ? Answer
  : Answer extends { data: infer Body; error?: never; response: Response }
    ? { data: BodyWith<Body, Fields>; error?: never; response: Response }
    : Answer;

/**
 * A call of one method. Stricter than the library’s own type, which lets a body have any further key: here a name that
 * is not in the document does not compile.
 */
type Call<M extends Method> = <
  P extends PathWith<M>,
  As extends ParseAs = 'json',
  const Fields extends readonly NamedBy<P, M, 'fields'>[] = never,
  const By extends readonly NamedBy<P, M, 'by'>[] = never,
>(
  path: P,
  ...sent: undefined extends MaybeOptionalInit<paths[P], M & keyof paths[P]>
    ? [sent?: Sent<P, M, As, Fields, By>]
    : [sent: Sent<P, M, As, Fields, By>]
) => Promise<
  Counted<
    Answered<
      FetchResponse<
        Record<string | number, unknown> & paths[P][M],
        { readonly parseAs: As },
        'application/json'
      >,
      Fields
    >,
    NamedBy<P, M, 'by'>,
    By
  >
>;

export interface MillwrightClient extends Pick<Client<paths, 'application/json'>, 'use' | 'eject'> {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}

export interface MillwrightClientOptions {
  /** Where the service is, e.g. `http://localhost:3000`; in a browser on the service's own origin `''`. */
  readonly baseUrl: string;
  /** What sends the requests, where it is not the `fetch` that is there. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * Outside of browsers: the page that requests say they come from. Its host is one of STATEFUL_DOMAINS; by default it is
   * that of `baseUrl`.
   */
  readonly origin?: string;
}

/** Browsers have a document, whose cookies they keep and send themselves. */
declare const document: { readonly cookie: string } | undefined;

const tokenCookie = 'XSRF-TOKEN';
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
  const { baseUrl, fetch: send = (request) => fetch(request) } = options;
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
    // `status=open,closed`, as the service reads lists of values.
    querySerializer: { array: { style: 'form', explode: false } },
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
  // The very same calls: that the stricter type only takes away is beyond what the compiler can follow.
  return client as unknown as MillwrightClient;
}

/** An answer that nobody reads holds its connection until it is let go. */
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

/** What a browser does with cookies, for one service. */
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
