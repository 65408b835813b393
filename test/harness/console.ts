/** The console in a real browser: a service with the demo data, and windows with and without a signed-in user. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { launchBrowser, pagePatience } from './browser.ts';
import { browserKind } from './browser-program.ts';
import type { Client } from './client.ts';
import { type Service, type ServiceOptions, signedInAs, standIn, startService } from './service.ts';
import { until } from './until.ts';

export interface Window {
  readonly page: Page;
  /**
   * Requests of the page to the service's API, without `/api/v1`: `GET /materials?page=2`. The periodic requests for changes are
   * left out.
   */
  readonly requests: string[];
  /** Problems that must not occur: errors on the browser's console, exceptions, policy violations, other hosts. */
  readonly complaints: string[];
  /** Opens a page below `/console` and waits for its heading. */
  visit(path: string): Promise<void>;
  /** Waits until the page has its answers and sends no further requests. */
  quiet(): Promise<void>;
}

export interface Visitor extends BrowserContextOptions {
  /** The user to sign in; none by default. */
  readonly email?: string;
  /** Failures that the test expects, e.g. `[422, 401]`: Chromium reports each failure on its console. */
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

/** Starts a service, and a browser if none is running. `stop` removes the service and its windows. */
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
 * The console for the tests of a group: started before the first, stopped after the last.
 * @param people of the demo who are signed in without a browser, by the part before the `@` of their address
 * @returns proxies of the fixture and of their clients, for tests and hooks
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

/** One for all files of a run, closed when this process ends: starting it takes longer than most tests. */
async function sharedBrowser(): Promise<Browser> {
  const known = await shared;
  if (known?.isConnected()) return known;
  shared = launchBrowser();
  return shared;
}

/**
 * Opens a window with cookies of its own on the console of a service.
 * @param url of the service, with the path of a proxy if there is one
 */
export async function openWindow(browser: Browser, url: string, visitor: Visitor = {}): Promise<Window> {
  const { email, meant = [], ...context } = visitor;
  const page = await (await browser.newContext({ serviceWorkers: 'block', ...context })).newPage();
  page.context().setDefaultTimeout(pagePatience);
  if (browserKind === 'firefox') tapByClicks(page);
  const window = watch(page, url, meant);
  if (email === undefined) await page.goto(`${url}/console`);
  else {
    await beginSession(page.context(), url, email);
    await window.visit('/');
    await page.getByRole('banner').waitFor();
  }
  return window;
}

/** WebDriver BiDi brings Firefox no touches: a tap is a click there, for all locators. */
function tapByClicks(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('body'));
  locators.tap = locators.click;
}

/** Signs in without loading a page, since only a few tests are about that. */
async function beginSession(context: BrowserContext, url: string, email: string): Promise<void> {
  const { request } = context;
  const { origin: Origin } = new URL(url);
  await request.get(`${url}/spa/csrf-cookie`, { headers: { Origin } });
  const token = (await context.cookies(`${url}/`)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { Origin, 'X-XSRF-TOKEN': decodeURIComponent(token) };
  const answer = await request.post(`${url}/api/v1/auth/login`, { headers, data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
}

/** Firefox reports the modules that a page was loading when it was left, and its own request for an icon. */
const ofFirefox = ['error loading dynamically imported module', '/favicon.ico because'];

function watch(page: Page, url: string, meant: readonly number[]): Window {
  const requests: string[] = [];
  const complaints: string[] = [];
  /** Running requests. */
  const asked = new Set<Request>();
  /** A page may send requests until the next one replaces it; the browser does not always report how these end. */
  let leaving = false;
  let count = 0;
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  page.on('framenavigated', (frame) => {
    if (!leaving || frame !== page.mainFrame()) return;
    leaving = false;
    asked.clear();
  });
  page.on('request', (request) => {
    const address = request.url();
    if (address === `${url}${changes}`) return;
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) leaving = true;
    asked.add(request);
    count += 1;
    if (address.startsWith(`${url}/api/v1/`))
      requests.push(`${request.method()} ${address.slice(url.length + '/api/v1'.length)}`);
    else if (!address.startsWith(url) && !/^(?:data|blob):/.test(address))
      complaints.push(`Asked another host: ${address}`);
  });
  page.on('console', (message) => {
    // For all windows except those that request one.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1]);
    if (['error', 'warning'].includes(message.type()) && !meant.includes(status))
      complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => {
    if (browserKind !== 'firefox' || !ofFirefox.some((usual) => message.includes(usual)))
      complaints.push(message);
  });
  return {
    page,
    requests,
    complaints,
    visit: async (path) => {
      await page.goto(`${url}/console${path}`);
      await page.locator('main h1').first().waitFor();
    },
    // Playwright's `networkidle` never occurs if a request ends before the document is parsed.
    quiet: async () => {
      for (let before = -1; before !== count; ) {
        before = count;
        await until('the page has what it asked for', () => asked.size === 0, {
          tell: () => [...asked].map((request) => request.url()).join(' '),
        });
        await page.evaluate(idle);
      }
    },
  };
}

/** An expression for the page: all answers are rendered, and resulting requests are sent. */
const idle =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done()))))';

/** Signs in on the page, as a person does. */
export async function signIn({ page, visit }: Window, email: string): Promise<void> {
  await visit('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').waitFor();
}

/** Keys of what the console keeps in a browser: whose each is comes first. */
export function keptKeys(page: Page, of = 'answers'): Promise<[string, string][]> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('millwright /console');
    // The page has not made it yet, and it alone knows how.
    opening.onupgradeneeded = () => { opening.transaction.abort(); resolve([]); };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = opening.result.transaction('${of}').objectStore('${of}').getAllKeys();
      asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
    };
  })`);
}

/** Waits until an element has the focus: a page sets it after rendering. */
export function untilFocused(element: Locator): Promise<void> {
  return element.and(element.page().locator(':focus')).waitFor();
}

/**
 * Makes a request fail twice, as during a restart of the service. @returns the number of requests so far, including successful
 * ones
 */
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
