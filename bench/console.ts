/**
 * `npm run bench:console`: how long a user with a slow phone waits for the console, in a real Chromium on slow 3G with the
 * processor slowed four times: until they can sign in, until a list opened by its address is shown, at the first visit and with
 * cached files, and from the press of "Sign in" to a list. Needs Chromium. Times depend on this machine and are not asserted.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../test/harness/browser.ts';
import { openWindow } from '../test/harness/console.ts';
import { startService } from '../test/harness/service.ts';

/** Slow 3G as Lighthouse simulates it: 400 kbit/s in both directions, 400 ms round trip. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowerBy = 4;
const rounds = 5;
const phone = { viewport: { width: 390, height: 844 } };

const service = await startService({ seed: 'demo' });
const browser = await launchBrowser();
try {
  const signedIn = await openWindow(browser, service.url, { email: 'technician@demo.test', ...phone });
  const cookies = await signedIn.page.context().cookies();
  const signedOut = await openWindow(browser, service.url, phone);
  const { url } = service;
  const without = signedOut.page.context();
  await report('signing in is possible', without, {
    address: `${url}/console`,
    shown: 'main.alone form button',
  });
  await without.addCookies(cookies);
  const list = { address: `${url}/console/materials`, shown: 'main li a, main td a' };
  await report('a list is there for the first time', without, list);
  await report('a list is there later', without, { ...list, kept: true });
  await reportSignIn(list);
} finally {
  await browser.close();
  await service.stop();
}

interface Visit {
  readonly address: string;
  /** A selector of what the user waits for. */
  readonly shown: string;
  /** Whether files are cached. */
  readonly kept?: boolean;
}

async function report(
  what: string,
  context: BrowserContext,
  { address, shown, kept = false }: Visit,
): Promise<void> {
  const seconds: number[] = [];
  let [bytes, requests] = [0, 0];
  if (kept) {
    const page = await context.newPage();
    await page.goto(address);
    await page.locator(shown).first().waitFor();
    await page.close();
  }
  for (let round = 0; round < rounds; round += 1) {
    // This cookie tells the service the first request of a page that was open before. A first visit has none.
    if (!kept) await context.clearCookies({ name: 'millwright.ahead' });
    const { page, devtools } = await openSlow(context, kept);
    await page.addInitScript(noteShown(shown));
    [bytes, requests] = [0, 0];
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      if (encodedDataLength === 0) return;
      bytes += encodedDataLength;
      requests += 1;
    });
    await page.goto(address, { waitUntil: 'commit' });
    seconds.push((await shownAt(page)) / 1000);
    await page.close();
  }
  console.log(`${what} after ${told(seconds)}, with ${(bytes / 1000).toFixed(1)} kB in ${requests} requests`);
}

/** From the press of the button: what could be loaded before has been, while the user typed. */
async function reportSignIn({ address, shown }: Visit): Promise<void> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page: opened } = await openWindow(browser, service.url, phone);
    const { page } = await openSlow(opened.context(), true);
    const ready = Promise.all(
      [/csrf-cookie/, /\/record-page-/, /\/home-page-/].map(async (one) =>
        (await page.waitForResponse(one)).finished(),
      ),
    );
    await page.goto(address);
    await page.getByLabel('E-mail').fill('technician@demo.test');
    await page.getByLabel('Password').fill('password');
    await ready;
    const begun = Number(await page.evaluate(`${noteShown(shown)} performance.now()`));
    await page.getByRole('button', { name: 'Sign in' }).click();
    seconds.push(((await shownAt(page)) - begun) / 1000);
    await opened.context().close();
  }
  console.log(`a list is there after signing in after ${told(seconds)}`);
}

/** A page on the slow network. */
async function openSlow(
  context: BrowserContext,
  kept: boolean,
): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: !kept });
  await devtools.send('Network.emulateNetworkConditions', slow3g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
  return { page, devtools };
}

function told(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b).map((one) => one.toFixed(2));
  return `${sorted[0]} s at best, ${sorted[Math.floor(rounds / 2)]} s as a rule (${sorted.join(', ')})`;
}

/** A script for the page: it notes the time at which something is first painted. The page is not asked meanwhile: that takes its time. */
function noteShown(selector: string): string {
  return `{
    const note = () => requestAnimationFrame(() => setTimeout(() => dispatchEvent(new Event('shown'))));
    globalThis.shown = new Promise((resolve) => addEventListener('shown', () => resolve(performance.now()), { once: true }));
    const observer = new MutationObserver(() => {
      if (!document.querySelector(${JSON.stringify(selector)})) return;
      observer.disconnect();
      note();
    });
    observer.observe(document, { childList: true, subtree: true });
  }`;
}

/** Milliseconds since the visit began. */
function shownAt(page: Page): Promise<number> {
  return page.evaluate('globalThis.shown');
}
