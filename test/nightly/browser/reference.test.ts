/**
 * The reference page in a real browser: signing in on it, and trying requests. It sends nothing to other hosts. With
 * `SCREENSHOT=docs/reference.png` it takes the picture of the README again.
 */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { type Browser, startBrowser } from '../../harness/browser.ts';
import { inChromium } from '../../harness/only-on.ts';
import { type Service, startService } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';

describe('the reference page in a browser', () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  before(async () => {
    service = await startService({ seed: 'demo' });
    browser = await startBrowser();
    ({ page } = await browser.open(`${service.url}/docs`));
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      // Chromium tells on the console of every answer that is a failure; those here are meant to be.
      if (message.type() === 'error' && !/\b4(?:01|22)\b/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.setViewportSize({ width: 1200, height: 1000 });
    await page.goto(`${service.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
  });
  after(async () => {
    await browser?.quit();
    await service?.stop();
  });

  const strip = (form: string): Locator => page.locator(`#${form}`);
  const signIn = async (email: string, password = 'password'): Promise<void> => {
    await strip('sign-in').locator('[name=email]').fill(email);
    await strip('sign-in').locator('[name=password]').fill(password);
    await strip('sign-in').getByRole('button').click();
  };
  const signOut = async (): Promise<void> => {
    await strip('signed-in').getByRole('button').click();
    await strip('sign-in').waitFor();
  };
  /** Opens an operation of a chapter, and gives its panel. */
  const open = async (tag: string, id: string): Promise<Locator> => {
    const chapter = page.locator('.opblock-tag-section', { has: page.locator(`h3[data-tag="${tag}"]`) });
    if (!(await chapter.locator('.opblock').first().isVisible())) await chapter.locator('h3').click();
    const panel = page.locator(`[id="operations-${tag.replace(/ /g, '_')}-${id}"]`);
    if (!(await panel.locator('.execute').isVisible()))
      await panel.locator('.opblock-summary-control').click();
    await panel.locator('.execute').waitFor();
    return panel;
  };
  /** Sends an operation's request. @returns the status and the body, as the page shows them */
  const execute = async (
    panel: Locator,
    path: string,
  ): Promise<[status: string, body: ReturnType<typeof JSON.parse>]> => {
    const [response] = await Promise.all([
      page.waitForResponse((one) => new URL(one.url()).pathname === `/api/v1${path}`),
      panel.locator('.execute').click(),
    ]);
    const sent = JSON.stringify(await response.json());
    const live = panel.locator('.live-responses-table .response');
    await live.locator('.response-col_status', { hasText: String(response.status()) }).waitFor();
    const read = async () => JSON.parse(await live.locator('.highlight-code code').first().innerText());
    // The panel may still show the answer before this one.
    await until('the panel shows the answer', async () => JSON.stringify(await read()) === sent, {
      everyMs: 100,
    });
    return [(await live.locator('.response-col_status').innerText()).trim().slice(0, 3), await read()];
  };

  it('tells of every resource', async () => {
    expect(page.url()).to.equal(`${service.url}/docs`);
    expect(await page.title()).to.equal('Millwright API reference');
    expect(await page.locator('.opblock-tag').count()).to.be.above(15);
  });

  it('answers a request without a user before the user signs in', async () => {
    const [status, body] = await execute(await open('Materials', 'listMaterials'), '/materials');
    expect([status, body.code]).to.deep.equal(['401', 'unauthenticated']);
  });

  it('says what is wrong with a sign-in', async () => {
    await signIn('admin@demo.test', 'not the password');
    await page.locator('#problem', { hasText: 'password is not right' }).waitFor();
    expect(await strip('signed-in').isVisible()).to.equal(false);
  });

  inChromium.it('signs in, and lists materials', async () => {
    await signIn('admin@demo.test');
    await strip('signed-in').waitFor();
    expect(await page.locator('#problem').innerText()).to.equal('');
    const [status, body] = await execute(await open('Materials', 'listMaterials'), '/materials');
    expect([status, body.data.length, body.meta.per_page]).to.deep.equal(['200', 20, 20]);
    if (process.env.SCREENSHOT) {
      await page.evaluate("document.querySelector('.execute').scrollIntoView(); scrollBy(0, -70)");
      await page.screenshot({ path: process.env.SCREENSHOT });
    }
  });

  inChromium.it('changes something, also after the cookie of the token has gone', async () => {
    const panel = await open('Zones', 'createZone');
    await panel.locator('textarea').fill('{"name": "Tried on the page"}');
    const [status, body] = await execute(panel, '/zones');
    expect([status, body.data.name]).to.deep.equal(['201', 'Tried on the page']);
    await page.context().clearCookies({ name: 'XSRF-TOKEN' });
    const [again, refused] = await execute(panel, '/zones');
    expect([again, Object.keys(refused.errors)]).to.deep.equal(['422', ['name']]);
  });

  inChromium.it('takes one to another site', async () => {
    await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/user/site')),
      strip('signed-in').locator('select').selectOption({ label: 'Plant North' }),
    ]);
    const [, body] = await execute(await open('Current user', 'getCurrentUser'), '/user');
    const { sites, current_site_id: current } = body.data;
    expect(sites.find(({ id }: { id: number }) => id === current).name).to.equal('Plant North');
  });

  inChromium.it('signs out, and in with a second factor', async () => {
    await signOut();
    await signIn('secure@demo.test');
    await strip('second-factor').locator('[name=code]').fill('demo1-aaaaa');
    await strip('second-factor').getByRole('button').click();
    await strip('signed-in').waitFor();
    const [status, body] = await execute(await open('Current user', 'getCurrentUser'), '/user');
    expect([status, body.data.email]).to.deep.equal(['200', 'secure@demo.test']);
  });

  inChromium.it(
    'has only sent requests to the service, and done nothing that its policy forbids',
    async () => {
      const elsewhere = asked.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('data:'));
      expect(elsewhere).to.deep.equal([]);
      expect(asked).to.include(`${service.url}/docs/swagger-ui-bundle.js`);
      expect(complaints).to.deep.equal([]);
    },
  );
});
