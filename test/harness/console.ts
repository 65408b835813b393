/** The console in a real browser: a service with the demo data, and windows of people who are signed in or are not. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { launchChromium, pagePatience } from './browser.ts';
import type { Client } from './client.ts';
import { type Service, type ServiceOptions, signedInAs, standIn, startService } from './service.ts';
import { until } from './until.ts';

export interface Window {
  readonly page: Page;
  /**
   * Paths with their queries that the page asked the service's API for, without `/api/v1`: `GET /materials?page=2`. What has changed, which
   * every page asks each few seconds, is not among them.
   */
  readonly requests: string[];
  /** What nobody should see: errors on the browser's console, exceptions, violations of the policy, other hosts. */
  readonly complaints: string[];
  /** Opens a page below `/console` and waits for its heading. */
  visit(path: string): Promise<void>;
  /** Waits until the page has what it asked for and asks for nothing more. */
  quiet(): Promise<void>;
}

export interface Visitor extends BrowserContextOptions {
  /** Who signs in first; nobody where it is left out. */
  readonly email?: string;
  /** Answers that the test means to get, e.g. `[422, 401]`: Chromium tells of each failure on its console. */
  readonly meant?: readonly number[];
}

export interface ConsoleFixture {
  readonly service: Service;
  /** Opens a window with cookies of its own. */
  open(visitor?: Visitor): Promise<Window>;
  stop(): Promise<void>;
}

const password = 'password';

const changes = '/api/v1/changes';

/** Starts a service, and a browser where none runs. The service and all windows on it are gone after `stop`. */
export async function startConsole(options: ServiceOptions = {}): Promise<ConsoleFixture> {
  const service = await startService({ seed: 'demo', ...options });
  const windows: Window[] = [];
  return {
    service,
    open: async (visitor) => {
      const window = await openWindow(await sharedBrowser(), service.url, visitor);
      windows.push(window);
      return window;
    },
    stop: async () => {
      for (const { page } of windows) await page.context().close();
      await service.stop();
    },
  };
}

/**
 * The console for the tests of a group: there before the first of them, gone after the last.
 * @param people of the demo who have signed in beside the browser, by what stands before the `@` of their address
 * @returns stand-ins of the fixture and of their clients, to be used by tests and hooks
 */
export function openConsole<Name extends string>(
  people: readonly Name[] = [],
  options: ServiceOptions = {},
): { readonly fixture: ConsoleFixture } & Readonly<Record<Name, Client>> {
  let started: ConsoleFixture | undefined;
  before(async () => {
    started = await startConsole(options);
  });
  after(() => started?.stop());
  return { fixture: standIn(() => started), ...signedInAs(() => started?.service, people) };
}

let shared: Promise<Browser> | undefined;

/** One for all files of a run, which ends with this process: starting it takes longer than most tests. */
async function sharedBrowser(): Promise<Browser> {
  const known = await shared;
  if (known?.isConnected()) return known;
  shared = launchChromium();
  return shared;
}

/**
 * Opens a window with cookies of its own on the console of a service.
 * @param url where the service is, with the path of a proxy where there is one
 */
export async function openWindow(browser: Browser, url: string, visitor: Visitor = {}): Promise<Window> {
  const { email, meant = [], ...context } = visitor;
  const page = await (await browser.newContext({ serviceWorkers: 'block', ...context })).newPage();
  page.context().setDefaultTimeout(pagePatience);
  const window = watch(page, url, meant);
  if (email === undefined) await page.goto(`${url}/console`);
  else {
    await beginSession(page.context(), url, email);
    await window.visit('/');
    await page.getByRole('banner').waitFor();
  }
  return window;
}

/** Signs in without a page, which would be loaded and drawn for it: a few tests look at that. */
async function beginSession(context: BrowserContext, url: string, email: string): Promise<void> {
  const { request } = context;
  const { origin: Origin } = new URL(url);
  await request.get(`${url}/spa/csrf-cookie`, { headers: { Origin } });
  const token = (await context.cookies(`${url}/`)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { Origin, 'X-XSRF-TOKEN': decodeURIComponent(token) };
  const answer = await request.post(`${url}/api/v1/auth/login`, { headers, data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
}

function watch(page: Page, url: string, meant: readonly number[]): Window {
  const requests: string[] = [];
  const complaints: string[] = [];
  /** What is asked for now. A page that is left asks no more: the browser does not always say so. */
  const asked = new Set<Request>();
  let count = 0;
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  page.on('request', (request) => {
    const address = request.url();
    if (address === `${url}${changes}`) return;
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked.clear();
    asked.add(request);
    count += 1;
    if (address.startsWith(`${url}/api/v1/`))
      requests.push(`${request.method()} ${address.slice(url.length + '/api/v1'.length)}`);
    else if (!address.startsWith(url) && !/^(?:data|blob):/.test(address))
      complaints.push(`Asked another host: ${address}`);
  });
  page.on('console', (message) => {
    // Of all windows but those that ask for one.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1]);
    if (['error', 'warning'].includes(message.type()) && !meant.includes(status))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    page,
    requests,
    complaints,
    visit: async (path) => {
      await page.goto(`${url}/console${path}`);
      await page.locator('main h1').first().waitFor();
    },
    // Playwright's `networkidle` is never reached where a request ends before the document is read.
    quiet: async () => {
      for (let before = -1; before !== count; ) {
        before = count;
        await until('the page has what it asked for', () => asked.size === 0);
        await page.evaluate(idle);
      }
    },
  };
}

/** An expression for the page: what has been answered is drawn, and what follows from it is asked for. */
const idle =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done()))))';

/** Signs in on the page, as a person does it. */
export async function signIn({ page, visit }: Window, email: string): Promise<void> {
  await visit('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').waitFor();
}

/** Waits until an element has the focus: a page gives it once it is drawn. */
export function untilFocused(element: Locator): Promise<void> {
  return element.and(element.page().locator(':focus')).waitFor();
}

/** Has a request refused twice, as by a service that starts anew. @returns tells how many there have been, those that went through too */
export async function refuseTwice(page: Page, url: string): Promise<() => number> {
  let count = 0;
  await page.route(url, async (route) => {
    count += 1;
    if (count > 2) return route.continue();
    await route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { message: 'Wait.', code: 'unavailable' },
    });
  });
  return () => count;
}
