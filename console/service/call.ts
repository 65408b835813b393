/** Requests to the service: cookies, the CSRF token, and failures in one form. It knows no resource. */
import { addressOf, csrfAddress, tokenCookie } from './address.ts';
import { type FieldErrors, Refusal, Unreachable } from './failure.ts';
import type { Row } from './metadata.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  readonly method?: Method;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Whoever is signed in by then, at whatever site: what tells the page who that is. */
  readonly forAnyone?: true;
  /** The row that it is about, as the page shows it: with it the write may wait for a network. Of a new one, the rows that it refers to. */
  readonly seen?: Row;
  /** The field that takes the time at which it was made, where it has to wait. */
  readonly timed?: string | undefined;
}

export interface Answer<T> {
  /** As documented in OpenAPI; undefined for 204. */
  readonly body: T;
  /** The ETag of the answered row. */
  readonly etag: string | null;
  /** When the service answered, by its own clock, in milliseconds; NaN if unknown. */
  readonly at?: number;
  /** The time of a stored answer, used while the service is unreachable. */
  readonly kept?: number;
}

/** Whom the page shows, at which site (`12@3`); null before that is known. */
let actor: string | null = null;

/** From now on, requests are refused if somebody else is signed in by then, or works at another site. */
export function actAs(user: { readonly id: number; readonly current_site_id: number | null } | null): void {
  actor = user && actorText(user.id, user.current_site_id);
}

/** A user at a site, as a request names them. */
export const actorText = (id: number, site: number | null): string => `${id}@${site ?? ''}`;

/** The headers of a request for the user and the site of the page. */
export const forActor = (): Record<string, string> => (actor === null ? {} : { 'X-Actor': actor });

/** A call for the user and the site of this moment, however late or often it is sent. */
export const meantNow = (given: Call): Call => ({ ...given, headers: { ...forActor(), ...given.headers } });

interface ErrorBody {
  readonly message?: string;
  readonly code?: string;
  readonly errors?: FieldErrors;
  readonly index?: number;
}

/** Of any body, as that of a response is. */
type AnyAnswer = Answer<Awaited<ReturnType<Response['json']>>>;

interface SentAhead {
  readonly path: string;
  readonly answer: Promise<AnyAnswer>;
  /** The answer, once it is there. */
  come: AnyAnswer | null;
}

/** The request that was sent before the script that needs it had arrived. */
let sentAhead: SentAhead | null = null;

/** Sends a GET whose answer the next `call` of this path takes. @returns when it has been read, or failed */
export async function callAhead(path: string): Promise<void> {
  const sent: SentAhead = { path, answer: call(path), come: null };
  sentAhead = sent;
  sent.come = await sent.answer.catch(() => null);
}

/** That request, while nothing has taken its answer. */
export const lookAhead = (): Pick<SentAhead, 'path' | 'come'> | null => sentAhead;

/** Its answer, for what needs it. */
export function takeSent(path: string): Promise<AnyAnswer> | null {
  const taken = sentAhead?.path === path ? sentAhead.answer : null;
  if (taken) sentAhead = null;
  return taken;
}

/**
 * Sends a request to the service.
 * @param path below the API, or an address from an answer
 * @throws Refusal for a failure; Unreachable without an answer
 */
export async function call<T>(path: string, given: Call = {}): Promise<Answer<T>> {
  const writes = given.method !== undefined && given.method !== 'GET';
  const sent = writes ? null : takeSent(path);
  if (sent) return sent;
  const meant = given.forAnyone ? given : meantNow(given);
  if (writes && csrfToken() === '') await fetchToken();
  let response = await send(path, meant, writes);
  if (response.status === 419) {
    // The token belongs to an ended session, or to that of another tab.
    await fetchToken();
    response = await send(path, meant, writes);
  }
  if (!response.ok) throw await refusalOf(response);
  return {
    body: response.status === 204 ? undefined : await response.json(),
    etag: response.headers.get('ETag'),
    at: Date.parse(response.headers.get('Date') ?? ''),
  };
}

/** Whether this browser has ever been signed in. */
export const hasToken = (): boolean => csrfToken() !== '';

/** The value that every write must send; empty before there is one. */
export function csrfToken(): string {
  const start = `${tokenCookie}=`;
  const pair = document.cookie.split('; ').find((one) => one.startsWith(start));
  return pair?.slice(start.length) ?? '';
}

/** The request for a token, while it is under way. */
let comingToken: Promise<unknown> | null = null;

/** Requests a token, once for all that wait for it. @throws Unreachable */
export async function fetchToken(): Promise<void> {
  comingToken ??= reach(csrfAddress, {}).finally(() => {
    comingToken = null;
  });
  await comingToken;
}

/** Requests the first token before the write that needs it: while a user types. Should it fail, the write requests it. */
export function expectWrite(): void {
  if (!hasToken()) fetchToken().catch(() => undefined);
}

function send(
  path: string,
  { method = 'GET', body, headers, signal }: Call,
  writes: boolean,
): Promise<Response> {
  const isForm = body instanceof FormData;
  return reach(addressOf(path), {
    method,
    headers: {
      Accept: 'application/json',
      ...(writes && { 'X-XSRF-TOKEN': csrfToken() }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
}

/** The failure in an answer. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const { message = response.statusText, code = '', errors, index = null } = await readError(response);
  return new Refusal(
    response.status,
    code,
    message,
    errors,
    Number(response.headers.get('Retry-After')) || null,
    index,
  );
}

/** A proxy may answer with its own page. */
async function readError(response: Response): Promise<ErrorBody> {
  try {
    return await response.json();
  } catch {
    return {};
  }
}

export type Query = Readonly<Record<string, string | number | undefined | null>>;

/** A path with a query; empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') given.set(name, String(value));
  }
  const text = given.toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
