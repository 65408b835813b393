/** A real browser with an empty profile, and pages that call the service with the axios of its npm package. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type Cookie,
  chromium,
  firefox,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { patienceMs } from '../../package/testing/world/client.ts';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { browserKind, browserProgram, findBrowser } from './browser-program.ts';

/** The part of an answer that a page's script can read. */
export interface Seen {
  /** 0 if the browser hides the whole answer from the script. */
  readonly status: number;
  /** Those that the browser lets it read, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, whose type only the assertions know; without an answer axios's code, e.g. `ERR_NETWORK`. */
  readonly data: ReturnType<typeof JSON.parse>;
}

export interface ClientPage {
  readonly page: Page;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Sends a request through axios, with its defaults. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Seen>;
}

export interface Browser {
  /** Opens the client of a page server; `api` is the service's origin. Default: that of the page. */
  open(pageUrl: string, api?: string): Promise<ClientPage>;
  cookies(): Promise<readonly Cookie[]>;
  /** Deletes all cookies, like another person's browser. */
  forget(): Promise<void>;
  /** Quits and starts again on the same profile. */
  restart(): Promise<void>;
  /** Quits and removes the profile. */
  quit(): Promise<void>;
}

/** The timeout of a page's actions in milliseconds: less than Mocha's, whose error would not name the condition. */
export const pagePatience = patienceMs;

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser without a profile, for separate contexts; the caller closes it. @param more flags of Chromium */
export function launchBrowser(...more: readonly string[]) {
  return browserType.launch(launchOptions(more));
}

const browserType = { chromium, firefox }[browserKind];

/** A page cannot be given these in Firefox, and a camera needs no question. */
const firefoxUserPrefs = {
  'focusmanager.testmode': true,
  'ui.useOverlayScrollbars': 1,
  'ui.prefersReducedMotion': 1,
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
};

/** Firefox is started as it is installed, by WebDriver BiDi. */
function launchOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = findBrowser();
  const { title, howToInstall } = browserProgram;
  if (executablePath === null) throw new Error(`There is no ${title} here; ${howToInstall}.`);
  const common = { executablePath, headless: true };
  return browserKind === 'firefox'
    ? { ...common, channel: 'moz-firefox', firefoxUserPrefs }
    : { ...common, args: [...chromiumFlags, ...more] };
}

/** Starts it. */
export async function startBrowser(): Promise<Browser> {
  const options = launchOptions();
  const profile = await mkdtemp(join(tmpdir(), 'millwright-browser-'));
  keepUntilExit(profile);
  const launch = (): Promise<BrowserContext> => browserType.launchPersistentContext(profile, options);
  const launchPatiently = async () => {
    const context = await launch();
    context.setDefaultTimeout(pagePatience);
    return context;
  };
  let context = await launchPatiently();
  return {
    open: async (pageUrl, api = '') => {
      const page = await context.newPage();
      await page.goto(`${pageUrl}/?api=${encodeURIComponent(api)}`);
      return clientPage(page);
    },
    cookies: () => context.cookies(),
    forget: () => context.clearCookies(),
    restart: async () => {
      await context.close();
      context = await launchPatiently();
    },
    quit: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      dropAtExit(profile);
    },
  };
}

function clientPage(page: Page): ClientPage {
  const send: ClientPage['send'] = (method, path, body, headers) => {
    const url = /^\/(?:api|spa)\//.test(path) ? path : `/api/v1${path}`;
    const given = [method, url, body, headers].map((one) => JSON.stringify(one) ?? 'undefined');
    return page.evaluate(`call(${given.join(', ')})`);
  };
  return { page, send, get: (path, headers) => send('GET', path, undefined, headers) };
}
