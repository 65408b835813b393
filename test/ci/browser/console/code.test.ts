/** Codes on machines: read by the camera, and printed. The camera is Chromium's own picture of one, what reads it a stand-in. */
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../harness/browser.ts';
import type { Client } from '../../../harness/client.ts';
import { openWindow, type Visitor } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { until } from '../../../harness/until.ts';

/** Debian's Chromium reads no codes: this one finds what the test puts into `shownCode`. Streams are kept to look at. */
const standIn = `
  globalThis.shownCode = '';
  globalThis.streams = [];
  globalThis.BarcodeDetector = class {
    async detect() {
      return globalThis.shownCode === '' ? [] : [{ rawValue: globalThis.shownCode }];
    }
  };
  const { mediaDevices } = navigator;
  const lend = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await lend(wanted);
    globalThis.streams.push(stream);
    return stream;
  };`;

/** States of all pictures that the page ever took: `live`, `ended`. */
const states = 'streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState)).join()';

inChromium.describe('the code of a machine', () => {
  let service: Service;
  let browser: Browser;
  let client: Client;
  before(async () => {
    service = await startService({ seed: 'demo' });
    client = await service.signedIn('technician@demo.test');
    browser = await launchBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream');
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const machine = async () => (await client.get('/materials?per_page=1')).body.data[0];
  const atCamera = async (more = '', permissions = ['camera'], where = browser) => {
    const visitor: Visitor = { email: 'technician@demo.test', permissions };
    const window = await openWindow(where, service.url, visitor);
    await window.page.addInitScript(`${standIn}\n${more}`);
    await window.visit('/-/search');
    await window.page.getByRole('button', { name: 'Scan with the camera' }).click();
    return window;
  };

  it('leads to its page once the camera has it, which is let go then', async () => {
    const { id, name } = await machine();
    const { page, complaints } = await atCamera();
    await page.getByText('Hold the code in front of the camera.').waitFor();
    await until('the camera is on', async () => (await page.evaluate(states)) === 'live');
    await page.evaluate(`shownCode = '${service.url}/console/materials/${id}?site=2'`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.evaluate(states)).to.equal('ended');
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  for (const { title, more } of [
    { title: 'somebody leaves', more: '' },
    {
      title: 'somebody leaves before there is a picture',
      more: 'HTMLMediaElement.prototype.play = () => new Promise(() => {});',
    },
  ])
    it(`is no more looked for where ${title}: the camera is let go`, async () => {
      const { page, complaints } = await atCamera(more);
      await until('the camera is on', async () => (await page.evaluate(states)) === 'live');
      await page.getByRole('link', { name: 'Millwright' }).click();
      await page.locator('.overview').first().waitFor();
      expect(await page.evaluate(states)).to.equal('ended');
      expect(complaints).to.deep.equal([]);
      await page.context().close();
    });

  it('is no more looked for where the picture cannot be shown: the camera is let go, which is told', async () => {
    const { page, complaints } = await atCamera(
      `HTMLMediaElement.prototype.play = async () => { throw new DOMException('', 'NotAllowedError'); };`,
    );
    await page.getByRole('alert').filter({ hasText: 'The camera is not available.' }).waitFor();
    expect(await page.evaluate(states)).to.equal('ended');
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('can be typed where the camera is refused, which is told', async () => {
    // The other browser lends its camera to every page.
    const refusing = await launchBrowser();
    const { page, complaints } = await atCamera('', [], refusing);
    await page.getByRole('alert').filter({ hasText: 'The camera is not available.' }).waitFor();
    const { id, name } = await machine();
    await page.getByLabel('Name, reference, code or address').fill(`${service.url}/console/materials/${id}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(complaints).to.deep.equal([]);
    await refusing.close();
  });

  it('leads to its page if it is not an address, even if other rows have that name', async () => {
    const { id, name, code } = await machine();
    const manager = await service.signedIn('manager@demo.test');
    const like = { name: `Check ${code}`, material_id: id };
    expect((await manager.post('/maintenances', like)).status).to.equal(201);
    const { page, complaints } = await atCamera();
    await page.evaluate(`shownCode = ' ${code.toLowerCase()}'`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('leads from the form of a request point to its machine, at another site by one tap, and to a choice of several', async () => {
    const manager = await service.signedIn('manager@demo.test');
    const points = (await manager.get('/request-points?per_page=100')).body.data;
    const point = points.find((one: { material_id: number | null }) => one.material_id !== null);
    const { page, complaints } = await openWindow(browser, service.url, { meant: [401, 422] });
    await page.goto(`${service.url}${new URL(point.url).pathname}`);
    await page.getByRole('link', { name: 'I have an account' }).click();
    await page.getByLabel('E-mail').fill('manager@demo.test');
    await page.getByLabel('Password').fill('password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: point.material.name }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/console/materials/${point.material_id}`);
    const { current_site_id: here, sites } = (await manager.get('/user')).body.data;
    const home = sites.find(({ id }: { id: number }) => id === here);
    const other = sites.find(({ id }: { id: number }) => id !== here);
    await page.getByRole('combobox', { name: 'Site' }).selectOption(String(other.id));
    await page.locator('.overview').first().waitFor();
    await page.goto(`${service.url}/console/-/code?code=${encodeURIComponent(point.url)}`);
    await page.getByText('Nothing found.').waitFor();
    await page.getByRole('button', { name: `Switch to ${home.name}` }).click();
    await page.getByRole('heading', { level: 1, name: point.material.name }).waitFor();
    const { zone_id } = (await manager.get(`/materials/${point.material_id}`)).body.data;
    for (const one of [
      { name: 'Twin One', code: 'TWIN-1' },
      { name: 'Twin Two', serial_number: 'TWIN-1' },
    ])
      expect((await manager.post('/materials', { ...one, zone_id })).status).to.equal(201);
    await page.goto(`${service.url}/console/-/code?code=twin-1`);
    await page.getByRole('link', { name: 'Twin Two' }).click();
    await page.getByRole('heading', { level: 1, name: 'Twin Two' }).waitFor();
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('is on labels of a list, as many on a sheet as it has, and of one row', async () => {
    const { id } = await machine();
    const { page, complaints, visit } = await openWindow(browser, service.url, {
      email: 'technician@demo.test',
      viewport: { width: 1280, height: 800 },
    });
    const { total } = (await client.get('/materials?per_page=1&criticality=high')).body.meta;
    await visit('/materials?criticality=high');
    await page.getByRole('link', { name: 'Labels' }).click();
    const labels = page.getByRole('main').getByRole('listitem');
    await labels.first().waitFor();
    expect(total).to.be.above(8);
    expect(await labels.count()).to.equal(total);
    const first = (await client.get('/materials?per_page=1&criticality=high')).body.data[0];
    const said = await labels.first().innerText();
    for (const text of [first.name, first.code, first.zone.name]) expect(said).to.include(text);
    const address = await labels.first().getByRole('img').getAttribute('aria-label');
    expect(address).to.equal(first.scan_url);
    const pages = async () => {
      const paper = await page.pdf({ preferCSSPageSize: true });
      return paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
    };
    for (const [paper, size] of [
      ['A4, 24 labels of 70 × 37 mm', 24],
      ['A4, 8 labels of 105 × 74 mm', 8],
      ['Strip of 62 mm', 1],
    ] as const) {
      await page.getByLabel('Paper').selectOption(paper);
      expect(await pages(), paper).to.equal(Math.ceil(total / size));
      const outside = await labels.evaluateAll((all) =>
        all.filter((one) =>
          [...one.children].some(
            (part) => part.getBoundingClientRect().right > one.getBoundingClientRect().right,
          ),
        ),
      );
      expect(outside.length, paper).to.equal(0);
    }
    await visit(`/materials/${id}`);
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Labels' }).click();
    await labels.first().waitFor();
    expect(await labels.count()).to.equal(1);
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('is printed alone and whole, on a label, dark on light', async () => {
    const { id } = await machine();
    const { page, complaints, visit } = await openWindow(browser, service.url, {
      email: 'technician@demo.test',
      colorScheme: 'dark',
      // 62 mm by 100 mm, as printers of labels have them.
      viewport: { width: 234, height: 378 },
    });
    await page.evaluate(() => localStorage.setItem('millwright.theme', 'dark'));
    await visit(`/materials/${id}`);
    await page.getByRole('button', { name: 'QR code' }).click();
    const code = page.getByRole('dialog').getByRole('img', { name: 'QR code' });
    await code.waitFor();
    await page.emulateMedia({ media: 'print' });
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap((element) => {
        const { left, top, right, bottom, width } = element.getBoundingClientRect();
        if (!element.checkVisibility({ visibilityProperty: true }) || width === 0) return [];
        const isWhole = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        return [{ name: element.localName, isWhole, isHere: element.closest('dialog') !== null }];
      }),
    );
    const names = shown.filter(({ isHere }) => isHere).map(({ name }) => name);
    expect(names).to.include.members(['h2', 'svg', 'p']).and.not.include('button');
    expect(shown.filter(({ isHere, name }) => !isHere && name !== 'div')).to.deep.equal([]);
    expect(shown.filter(({ isWhole }) => !isWhole)).to.deep.equal([]);
    const inks = await page
      .locator('dialog h2, dialog .small')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color.match(/\d+/g)?.map(Number) ?? []));
    for (const ink of inks) expect(Math.max(...ink), 'ink').to.be.below(128);
    const paper = await page.pdf({ width: '62mm', height: '100mm', preferCSSPageSize: false });
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).to.have.length(1);
    expect(complaints).to.deep.equal([]);
  });
});
