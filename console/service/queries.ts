/** Answers of the service: cached, and requested again when the window gets the focus, and after every write. */
import {
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { useEffect, useLayoutEffect, useMemo, useReducer } from 'preact/hooks';
import { type Answer, type Call, call, lookAhead, meantNow, takeSent, withQuery } from './call.ts';
import { isAway, Refusal, Unreachable } from './failure.ts';
import { rememberFirst } from './first/ahead.ts';
import type { Page, Report, Row } from './metadata.ts';
import { isMadeList, isOfUnsent, type Made, unsent } from './seen/unsent.ts';
import { noticeFailure, session, viewpoint } from './session.ts';
import { useStore } from './store.ts';

const mostTries = 3;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // A browser does not know whether it can reach the service.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < mostTries && mayPass(error),
      retryDelay: (count, error) =>
        (error instanceof Refusal && error.retryAfter ? error.retryAfter : 2 ** count) * 1000,
    },
  },
});
queries.mount();

// Answers belong to a user at a site, and go with them, also if another tab or another sign-in has changed them.
let shownFrom = viewpoint();
session.subscribe(() => {
  const before = shownFrom;
  shownFrom = viewpoint();
  if (before !== null && before !== shownFrom) queries.clear();
});

/** Whether the same request may succeed later. */
function mayPass(error: Error): boolean {
  return !(error instanceof Refusal) || error.status === 503;
}

/** What has come of a question so far. */
type SoFar<T> = Pick<
  QueryObserverResult<T, Error>,
  'error' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'
> & { readonly data: T | undefined };

interface QueryOptions<T> {
  /** Whether what the queue knows of a row that is still to be made is the answer; left out where such rows are not asked for. */
  readonly isMade?: (made: Made) => made is Made & T;
  /** Whether the previous answer is shown until the new one arrives: of another page, or another search. */
  readonly keepPrevious?: boolean;
  /** Milliseconds for which it is not requested again. */
  readonly staleTime?: number;
}

/**
 * The answer to a GET.
 * @param path below the API, or an address from an answer; null requests nothing
 */
export const useQuery = <T>(path: string | null, options: QueryOptions<T> = {}): SoFar<Answer<T>> =>
  useAnswer([path], (signal) => ask<T>(path ?? '', signal), options);

/**
 * The rows of several pages of a list, as one page.
 * @param most the maximum number of requested pages; `meta.total` shows the rest
 */
export const usePages = <One = Row>(
  path: string | null,
  most: number,
  options: QueryOptions<Page<One>> = {},
): SoFar<Answer<Page<One>>> =>
  useAnswer([path, most], (signal) => askPages<One>(path ?? '', most, signal), {
    isMade: isMadeList,
    ...options,
  });

/** The metadata of reports depend on definitions and roles: they are cached for some minutes. */
const reportsStale = 300_000;

/** All reports that the user may read. @param wanted whether they are requested at all */
export const useReports = (wanted = true) =>
  useQuery<{ readonly data: readonly Report[] }>(wanted ? '/reports' : null, { staleTime: reportsStale });

/** The first pages of several lists, together. */
export const useLists = (paths: readonly string[]): SoFar<Answer<readonly Page[]>> =>
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
  options: QueryOptions<T>,
): SoFar<Answer<T>> {
  const [path] = queryKey;
  const [, again] = useReducer<number, void>((count) => count + 1, 0);
  const given: QueryObserverOptions<Answer<T>, Error> = {
    queryKey,
    queryFn: ({ signal }) => answer(signal).catch((error) => orSeen<T>(queryKey, error)),
    // Nothing is known of rows that are still to be made.
    enabled: path !== null && !isOfUnsent(path),
    // The service may be reachable again.
    refetchInterval: ({ state }) => (state.data?.kept ? 15_000 : false),
    ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
    ...(options.keepPrevious && { placeholderData: (before: Answer<T> | undefined) => before }),
  };
  const observer = useMemo(() => new QueryObserver<Answer<T>, Error>(queries, given), []);
  // Before the page is painted, which takes a slow phone a tenth of a second.
  useLayoutEffect(() => observer.subscribe(() => again()), [observer]);
  useEffect(() => observer.setOptions(given), [path, options.staleTime]);
  const waiting = useStore(unsent);
  const answered = observer.getOptimisticResult(queries.defaultQueryOptions(given));
  const data = useMemo(() => {
    if (!waiting || path === null) return answered.data;
    if (answered.data) return waiting.lay(path, answered.data);
    const body = waiting.made(path);
    return options.isMade?.(body) ? { body, etag: null } : undefined;
  }, [waiting, path, answered.data]);
  return data === answered.data ? answered : { ...answered, data };
}

/** The stored answer, if the service is unreachable. @throws the error if there is none */
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

/** Stores the answer that came before this script, so that the first page is drawn with it, and not twice. */
export function takeAhead(): void {
  const { path, come } = lookAhead() ?? {};
  if (path === undefined || !come) return;
  void takeSent(path);
  queries.setQueryData([path], come);
  rememberFirst(path);
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

/** If a write must wait longer than this, in seconds, the error is returned to the caller. */
const longestWait = 10;

/** Sends a write, and retries it when the service says so, if it is idempotent. */
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
 * Sends a write, then requests everything on the page again.
 * @param gone path of the row that it deletes: it is no longer requested
 * @throws Refusal, Unreachable
 */
export async function send<T>(path: string, given: Call, gone?: string): Promise<Answer<T>> {
  try {
    const answer = await sendPatiently<T>(path, meantNow(given));
    refresh(gone);
    return answer;
  } catch (error) {
    noticeFailure(error);
    throw error instanceof Unreachable ? new Unreachable(true) : error;
  }
}

/**
 * Requests everything on the page again, and forgets other answers.
 * @param gone path of a deleted row: it is not requested before the user returns to it
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
 * Shows a change in the lists on the page before the service has answered, or undoes it.
 * @param path of the list, without a query
 */
export function showChange(path: string, id: number, values: Readonly<Record<string, unknown>>): void {
  const predicate = ({ queryKey: [at] }: { readonly queryKey: readonly unknown[] }) =>
    typeof at === 'string' && at.startsWith(`${path}?`);
  // A pending answer does not contain it.
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

/** A key with which a repeated POST is done once. */
export function idempotencyKey(): string {
  // `crypto.randomUUID` is missing in pages over plain http, except on localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
