/** The session: the user, the site, and what the service offers them. */
import { speak } from '../words/words.ts';
import { consoleRoot } from './address.ts';
import { actAs, call } from './call.ts';
import { isAway, Refusal } from './failure.ts';
import { createStore } from './first/values.ts';
import type { Meta, Related, Resource, Row } from './metadata.ts';

export interface User {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly username: string;
  readonly locale: string;
  readonly current_site_id: number | null;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly sites: readonly {
    readonly id: number;
    readonly name: string;
    readonly is_headquarters: boolean;
  }[];
}

/** Public information about the service. */
interface About {
  readonly name: string;
  readonly version: string;
  readonly locales: readonly string[];
}

/** A user at a site. */
export interface Present {
  readonly user: User;
  readonly resources: readonly Resource[];
  readonly meta: Meta;
  /** The ETag of `resources`. */
  readonly etag: string | null;
}

type Session =
  /** Not requested yet. */
  | { readonly state: 'unknown'; readonly present: null }
  /** The service did not answer the first request. */
  | { readonly state: 'away'; readonly present: null }
  | { readonly state: 'out'; readonly present: null }
  | { readonly state: 'in'; readonly present: Present }
  /** Signed out by the service while a page was open: the page stays, with a sign-in over it. */
  | { readonly state: 'expired'; readonly present: Present };

export const session = createStore<Session>({ state: 'unknown', present: null });
session.subscribe(() => actAs(session.get().present?.user ?? null));
/** Why the page is about to show another site or user: empty where its own user has switched. Null while it stays. */
export const leaving = createStore<string | null>(null);
/** The time of the oldest shown answer while the service is unreachable; null otherwise. */
export const seenAt = createStore<number | null>(null);
export const about = createStore<About | null>(null);

/** The user of the page. @throws Error if there is none */
export function present(): Present {
  const { present: somebody } = session.get();
  if (somebody === null) throw new Error('The user is signed out.');
  return somebody;
}

export interface Arrival {
  /** What to do before the page is rendered. */
  readonly prepare?: ((somebody: Present) => Promise<void>) | undefined;
  /** Leaves the page: nothing is rendered between it and the page of the new session. */
  readonly leave?: (() => void) | undefined;
}

/** Requests the user and their resources, and renders the page. @returns why the page still shows what it did, if it does */
export async function loadSession({ prepare, leave }: Arrival = {}): Promise<unknown> {
  try {
    const [user, resources] = await Promise.all([
      call<{ data: User }>('/user', { forAnyone: true }),
      call<{ data: readonly Resource[]; meta: Meta }>('/resources', { forAnyone: true }),
    ]);
    const { data, meta } = resources.body;
    const somebody: Present = { user: user.body.data, resources: data, meta, etag: resources.etag };
    await Promise.all([speak(somebody.user.locale), prepare?.(somebody)]);
    keepLanguage(somebody.user.locale);
    leave?.();
    session.set({ state: 'in', present: somebody });
    return;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return endSession();
    if (session.get().present !== null) return error;
    return openSeen(error);
  }
}

/** What decides what a page shows: the user, their site and their language. Null without a user. */
export function viewpoint(): string | null {
  const { present: somebody } = session.get();
  if (somebody === null) return null;
  const { id, current_site_id, locale } = somebody.user;
  return `${id} ${current_site_id} ${locale}`;
}

/** Opens the page from stored answers, if the service is unreachable. */
async function openSeen(error: unknown): Promise<void> {
  const found = isAway(error) ? await (await import('./seen/seen.ts')).recallPerson<Present>() : undefined;
  if (!found) return session.set({ state: 'away', present: null });
  await speak(found.person.user.locale);
  seenAt.set(found.at);
  session.set({ state: 'in', present: found.person });
}

/** So that the next page has the words of this language before its user is known. */
function keepLanguage(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the API in its place is not there over plain http
  document.cookie = `millwright.language=${language}; path=${consoleRoot}; max-age=31536000; samesite=lax`;
}

/** Requests the information about the service, once. */
export async function loadAbout(): Promise<void> {
  if (about.get() !== null) return;
  try {
    about.set((await call<{ data: About }>('/service')).body.data);
  } catch {
    // Retried on the next visit: only the choice of languages is missing.
  }
}

/** The service no longer knows the session. */
export function endSession(): void {
  const { present: before } = session.get();
  session.set(before === null ? { state: 'out', present: null } : { state: 'expired', present: before });
}

/** Failures that concern the whole page: the session ended, or a permission was revoked. */
export function noticeFailure(error: unknown): void {
  if (!(error instanceof Refusal) || session.get().state !== 'in') return;
  if (isForOther(error)) void followActor(error.message);
  if (error.status === 401) endSession();
  if (error.status === 403) void loadSession();
}

/** Whether a request was refused because another tab or device has changed the site or the user since. */
export const isForOther = ({ errors }: Refusal): boolean => 'X-Actor' in errors;

/** Whether the page tells of such a refusal already. */
export const isBeingTold = (error: unknown): boolean =>
  error instanceof Refusal && isForOther(error) && Boolean(leaving.get());

/** Shows the page of that site or user. Several requests may be refused at once. */
async function followActor(message: string): Promise<void> {
  if (leaving.get() !== null) return;
  leaving.set(message);
  await loadSession();
  leaving.set(null);
}

/** The user has signed out: nothing of theirs stays on the page. */
export function leaveSession(): void {
  session.set({ state: 'out', present: null });
}

/** The time zone of a row: that of its own site, which may not be the current one. Null for that of the browser. */
export function zoneOf({ site_id }: Row): string | null {
  const { timezone, timezones } = present().meta;
  return timezones?.[String(site_id)] ?? timezone;
}

export function resourceAt(path: string | undefined): Resource | undefined {
  return session.get().present?.resources.find((one) => one.path === path);
}

/** The site that determines what the user may do and see; null for a user without a site. */
export function currentSite(): User['sites'][number] | null {
  const { user } = present();
  return user.sites.find(({ id }) => id === user.current_site_id) ?? null;
}

/** The name of a related list: its label, else that of its resource. */
export const relatedLabel = ({ label, resource }: Related): string =>
  label ?? resourceAt(resource)?.labels.many ?? resource;
