/** Answers of the service: kept, asked for anew when the window comes back, and after every write. */
import {
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { rememberFirst } from './ahead.ts';
import { type Answer, type Call, call, withQuery } from './call.ts';
import { isAway, Refusal } from './failure.ts';
import type { Page, Report, Row } from './metadata.ts';
import { endSession, loadSession, session } from './session.ts';

const mostTries = 3;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // A browser does not know whether it reaches the service.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < mostTries && mayPass(error),
      retryDelay: (count, error) =>
        (error instanceof Refusal && error.retryAfter ? error.retryAfter : 2 ** count) * 1000,
    },
  },
});
queries.mount();

/** Whether the same request may be answered later. */
function mayPass(error: Error): boolean {
  return !(error instanceof Refusal) || error.status === 503;
}

/** What concerns the whole page: the session ended, or a permission was taken away. */
export function noticeFailure(error: unknown): void {
  if (!(error instanceof Refusal) || session.get().state !== 'in') return;
  if (error.status === 401) endSession();
  if (error.status === 403) void loadSession();
}

interface QueryOptions {
  /** Whether the answer of another path is shown until this one's is there: the page before, a wider search. */
  readonly keepPrevious?: boolean;
  /** Milliseconds for which it is not asked for again. */
  readonly staleTime?: number;
}

/**
 * What the service answers to a GET.
 * @param path below the API, or an address out of an answer; null asks nothing
 */
export const useQuery = <T>(
  path: string | null,
  options: QueryOptions = {},
): QueryObserverResult<Answer<T>, Error> =>
  useAnswer([path], (signal) => ask<T>(path ?? '', signal), options);

/**
 * The rows of several pages of a list, as one page.
 * @param most pages that are asked for; `meta.total` tells what is left
 */
export const usePages = <One = Row>(
  path: string | null,
  most: number,
  options: QueryOptions = {},
): QueryObserverResult<Answer<Page<One>>, Error> =>
  useAnswer([path, most], (signal) => askPages<One>(path ?? '', most, signal), options);

/** What is told of reports follows from definitions and roles: it is not asked for again within some minutes. */
const reportsStale = 300_000;

/** All reports that the user may read, told where one is shown. @param wanted whether they are asked for at all */
export const useReports = (wanted = true) =>
  useQuery<{ readonly data: readonly Report[] }>(wanted ? '/reports' : null, { staleTime: reportsStale });

/** The first pages of several lists, together. */
export const useLists = (paths: readonly string[]): QueryObserverResult<Answer<readonly Page[]>, Error> =>
  useAnswer(
    [paths.length === 0 ? null : `lists ${paths.join(' ')}`],
    async (signal) => {
      const pages = await Promise.all(paths.map((path) => ask<Page>(path, signal)));
      return { body: pages.map(({ body }) => body), etag: null };
    },
    {},
  );

function useAnswer<T>(
  queryKey: readonly [path: string | null, ...others: readonly unknown[]],
  answer: (signal: AbortSignal) => Promise<Answer<T>>,
  options: QueryOptions,
): QueryObserverResult<Answer<T>, Error> {
  const [path] = queryKey;
  const [, again] = useReducer<number, void>((count) => count + 1, 0);
  const given: QueryObserverOptions<Answer<T>, Error> = {
    queryKey,
    queryFn: ({ signal }) => answer(signal).catch((error) => orSeen<T>(queryKey, error)),
    enabled: path !== null,
    // The service may be there again.
    refetchInterval: ({ state }) => (state.data?.kept ? 15_000 : false),
    ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
    ...(options.keepPrevious && { placeholderData: (before: Answer<T> | undefined) => before }),
  };
  const observer = useMemo(() => new QueryObserver<Answer<T>, Error>(queries, given), []);
  useEffect(() => observer.subscribe(() => again()), [observer]);
  useEffect(() => observer.setOptions(given), [path, options.staleTime]);
  return observer.getOptimisticResult(queries.defaultQueryOptions(given));
}

/** What was seen before, where the service is away. @throws the error where nothing was */
async function orSeen<T>(queryKey: readonly unknown[], error: unknown): Promise<Answer<T>> {
  const { present } = session.get();
  if (!present || !isAway(error)) throw error;
  const found = await (await import('./seen/seen.ts')).recallAnswer<T>(present.user, queryKey);
  if (!found) throw error;
  return found;
}

async function ask<T>(path: string, signal: AbortSignal): Promise<Answer<T>> {
  try {
    const answer = await call<T>(path, { signal });
    rememberFirst(path);
    return answer;
  } catch (error) {
    noticeFailure(error);
    throw error;
  }
}

async function askPages<One>(path: string, most: number, signal: AbortSignal): Promise<Answer<Page<One>>> {
  const first = await ask<Page<One>>(path, signal);
  const others = Math.min(first.body.meta.last_page, most) - 1;
  const pages = await Promise.all(
    Array.from({ length: Math.max(0, others) }, (_, index) =>
      ask<Page<One>>(withQuery(path, { page: index + 2 }), signal),
    ),
  );
  return { ...first, body: { ...first.body, data: [first, ...pages].flatMap(({ body }) => body.data) } };
}

/** Seconds after which a write that is put off is given back to whoever sent it: they still wait for it. */
const longestWait = 10;

/** Sends a write, again where the service says when, as long as it is done once however often it is sent. */
async function sendPatiently<T>(path: string, given: Call, tries = 1): Promise<Answer<T>> {
  try {
    return await call<T>(path, given);
  } catch (error) {
    const names = Object.keys(given.headers ?? {});
    const isOnce = names.includes('Idempotency-Key') || names.includes('If-Match');
    const wait = error instanceof Refusal && error.status === 503 ? error.retryAfter : null;
    if (!isOnce || wait === null || wait > longestWait || tries >= mostTries) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    return sendPatiently(path, given, tries + 1);
  }
}

/**
 * Sends a write; afterwards everything that is shown is asked for anew.
 * @param gone path of the row that it deletes: nobody asks for it any more
 * @throws Refusal, Unreachable
 */
export async function send<T>(path: string, given: Call, gone?: string): Promise<Answer<T>> {
  try {
    const answer = await sendPatiently<T>(path, given);
    refresh(gone);
    return answer;
  } catch (error) {
    noticeFailure(error);
    throw error;
  }
}

/**
 * Asks anew for what is on the page, and forgets what is not.
 * @param gone path of a row that was deleted: nobody asks for it before they come back to it
 */
export function refresh(gone?: string): void {
  const isGone = ({ queryKey: [path] }: { readonly queryKey: readonly unknown[] }) =>
    gone !== undefined &&
    typeof path === 'string' &&
    /^$|^[/?]/.test(path.slice(gone.length)) &&
    path.startsWith(gone);
  queries.removeQueries({ type: 'inactive' });
  void queries.invalidateQueries({ predicate: isGone, refetchType: 'none' });
  void queries.invalidateQueries({ predicate: (query) => !isGone(query) });
}

/**
 * Shows a change in the lists that are on the page, before the service has answered it, or takes it back.
 * @param path of the list, without a query
 */
export function showChange(path: string, id: number, values: Readonly<Record<string, unknown>>): void {
  const predicate = ({ queryKey: [at] }: { readonly queryKey: readonly unknown[] }) =>
    typeof at === 'string' && at.startsWith(`${path}?`);
  // An answer that is on its way knows nothing of it.
  void queries.cancelQueries({ predicate });
  queries.setQueriesData<Answer<Page>>(
    { predicate },
    (answer) =>
      answer && {
        ...answer,
        body: {
          ...answer.body,
          data: answer.body.data.map((row) => (row.id === id ? { ...row, ...values } : row)),
        },
      },
  );
}

/** A key with which a POST that is sent twice is done once. */
export function idempotencyKey(): string {
  // `crypto.randomUUID` is missing where a page is opened over plain http by another name than localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
