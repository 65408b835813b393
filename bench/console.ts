/**
 * `npm run bench:console`: how long a user with a slow phone waits for the console, in a real Chromium on slow 3G with the
 * processor slowed four times: until they can sign in, and until a list opened by its address is shown, at the first visit and
 * with cached files. Needs Chromium. Times depend on this machine and are not asserted.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../test/harness/browser.ts';
import { openWindow } from '../test/harness/console.ts';
import { startService } from '../test/harness/service.ts';

/** Slow 3G as Lighthouse simulates it: 400 kbit/s in both directions, 400 ms round trip. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowerBy = 4;
const rounds = 5;
const phone = { viewport: { width: 390, height: 844 } };

const service = await startService({ seed: 'demo' });
const browser = await launchChromium();
try {
  const signedIn = await openWindow(browser, service.url, { email: 'technician@demo.test', ...phone });
  const cookies = await signedIn.page.context().cookies();
  const signedOut = await openWindow(browser, service.url, phone);
  const { url } = service;
  await report('signing in is possible', signedOut.page.context(), async (page) => {
    await page.goto(`${url}/console`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
  await signedOut.page.context().addCookies(cookies);
  const openList = async (page: Page) => {
    await page.goto(`${url}/console/materials`, { waitUntil: 'commit' });
    await page.locator('main li a, main td a').first().waitFor();
  };
  await report('a list is there for the first time', signedOut.page.context(), openList);
  await report('a list is there later', signedOut.page.context(), openList, { kept: true });
} finally {
  await browser.close();
  await service.stop();
}

async function report(
  what: string,
  context: BrowserContext,
  visit: (page: Page) => Promise<void>,
  { kept = false }: { readonly kept?: boolean } = {},
): Promise<void> {
  const seconds: number[] = [];
  if (kept) {
    const page = await context.newPage();
    await visit(page);
    await page.close();
  }
  for (let round = 0; round < rounds; round += 1) {
    // This cookie tells the service the first request of a page that was open before. A first visit has none.
    if (!kept) await context.clearCookies({ name: 'millwright.ahead' });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: !kept });
    await devtools.send('Network.emulateNetworkConditions', slow3g);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
    const start = performance.now();
    await visit(page);
    seconds.push((performance.now() - start) / 1000);
    await page.close();
  }
  const sorted = seconds.toSorted((a, b) => a - b).map((one) => one.toFixed(2));
  console.log(
    `${what} after ${sorted[0]} s at best, ${sorted[Math.floor(rounds / 2)]} s as a rule (${sorted.join(', ')})`,
  );
}
