/** Files of a row: added, looked at and deleted on the tab of its page that the metadata names. */
import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { openConsole } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { heic } from '../../../harness/pictures.ts';
import { looks } from './everybody.ts';

/** A photo as a camera makes it, in pixels. */
async function photo(page: Page, width: number, height: number): Promise<Buffer> {
  const text = await page.evaluate(
    ([width = 1, height = 1]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const drawing = canvas.getContext('2d');
      if (drawing) drawing.fillStyle = '#286';
      drawing?.fillRect(0, 0, width, height / 2);
      return canvas.toDataURL('image/jpeg');
    },
    [width, height],
  );
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}

describe('files of a row', () => {
  const { fixture, manager, technician, viewer } = openConsole(['manager', 'technician', 'viewer']);

  inChromium.it('are added at a phone, opened and deleted; what is refused says why', async () => {
    const material = (await technician.get('/materials?per_page=1')).body.data[0];
    const list = `/attachments?resource=materials&record_id=${material.id}&sort=name`;
    const { page, complaints, visit } = await fixture.open({
      email: 'technician@demo.test',
      ...{ meant: [422], bypassCSP: true, reducedMotion: 'reduce', hasTouch: true, isMobile: true },
      viewport: { width: 390, height: 800 },
    });
    await visit(`/materials/${material.id}?tab=-attachments`);
    const panel = page.getByRole('region', { name: 'Files' });
    await panel.getByRole('button', { name: 'Take a photo' }).waitFor();
    await panel.locator('input[type=file][multiple]').setInputFiles([
      { name: 'hinge.jpeg', mimeType: 'image/jpeg', buffer: await photo(page, 40, 30) },
      { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<html><script>1</script></html>') },
      { name: 'wide.jpg', mimeType: 'image/jpeg', buffer: await photo(page, 3000, 300) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('The hinge is bent.') },
    ]);
    await panel.getByText('notes.txt').first().waitFor();
    const refused = panel.getByRole('listitem').filter({ hasText: 'x.png' });
    expect(await refused.getByRole('alert').innerText()).to.match(/\w+ \w+/);
    await panel.getByRole('link', { name: 'Download notes.txt' }).waitFor();
    expect(await refused.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    const { data } = (await technician.get(list)).body;
    expect(
      data.map(({ name, width, height, thumbnail_url: small }: Record<string, unknown>) => [
        ...[name, width, height, small !== null],
      ]),
    ).to.deep.equal([
      ['hinge.jpeg', 40, 30, true],
      ['notes.txt', null, null, false],
      ['wide.jpg', 2560, 256, true],
    ]);
    expect(
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Files/ })
        .innerText(),
    ).to.match(/3$/);
    const isDrawn = () =>
      [...document.querySelectorAll<HTMLImageElement>('.pictures img, .viewer img')].every(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      );
    await page.waitForFunction(isDrawn);
    expect(await looks(page)).to.deep.equal([]);
    await panel.getByRole('button', { name: 'Close x.png' }).click();
    await refused.waitFor({ state: 'detached' });

    await panel.getByRole('button', { name: 'Open hinge.jpeg' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'hinge.jpeg' }).waitFor();
    await page.waitForFunction(isDrawn);
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('img', { name: 'wide.jpg' }).waitFor();
    expect(await looks(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Delete wide.jpg' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await panel.getByRole('button', { name: 'Open wide.jpg' }).waitFor({ state: 'detached' });

    await panel.getByRole('link', { name: 'Edit notes.txt' }).click();
    await page.getByLabel('Caption').fill('What was seen');
    await page.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('What was seen').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('are sent again as one after a failure, and given up', async () => {
    const material = (await technician.get('/materials?per_page=2')).body.data[1];
    const { page, visit, complaints } = await fixture.open({
      email: 'technician@demo.test',
      meant: [503],
    });
    await visit(`/materials/${material.id}?tab=-attachments`);
    const panel = page.getByRole('region', { name: 'Files' });
    const keys: (string | undefined)[] = [];
    await page.route(/\/materials\/\d+\/attachments$/, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 2) return route.continue();
      await route.fulfill({ status: 503, json: { message: 'Not now.', code: 'unavailable' } });
    });
    const add = (name: string) =>
      panel
        .locator('input[type=file][multiple]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    await add('given-up.txt');
    await panel.getByText('Not now.').waitFor();
    await panel.getByRole('button', { name: 'Close given-up.txt' }).click();
    await add('kept.txt');
    await panel.getByText('Not now.').waitFor();
    await panel.getByRole('button', { name: 'Try again to send kept.txt' }).click();
    await panel.getByRole('link', { name: 'Download kept.txt' }).waitFor();
    expect(keys).to.have.lengthOf(3);
    expect([keys[0] === keys[1], keys[1] === keys[2]]).to.deep.equal([false, true]);
    expect(await panel.getByText('given-up.txt').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });

  it('are canceled on their way, and told of where other devices may not show them', async () => {
    const material = (await technician.get('/materials?per_page=3')).body.data[2];
    const { page, visit, complaints } = await fixture.open({ email: 'technician@demo.test' });
    await visit(`/materials/${material.id}?tab=-attachments`);
    const panel = page.getByRole('region', { name: 'Files' });
    const held: Route[] = [];
    await page.route(/\/materials\/\d+\/attachments$/, async (route) => {
      if (held.length > 0) await route.continue();
      else held.push(route);
    });
    const add = (name: string, mimeType: string, buffer: Buffer) =>
      panel.locator('input[type=file][multiple]').setInputFiles({ name, mimeType, buffer });
    await add('long.txt', 'text/plain', Buffer.from('It takes its time.'));
    const sending = panel.getByRole('listitem').filter({ hasText: 'long.txt' });
    await sending.getByRole('progressbar', { name: 'Sending long.txt' }).waitFor();
    await sending.getByRole('button', { name: 'Cancel long.txt' }).click();
    await sending.waitFor({ state: 'detached' });
    // What waits behind it goes on.
    await add('leak.heic', 'image/heic', heic());
    await page.getByText('“leak.heic” was sent as it is').waitFor();
    await panel.getByRole('link', { name: 'Download leak.heic' }).waitFor();
    const list = `/attachments?resource=materials&record_id=${material.id}`;
    const { data } = (await technician.get(list)).body;
    const own = data.map(({ name, is_image: isImage }: Record<string, unknown>) => [name, isImage]);
    expect(own.slice(0, 1)).to.deep.equal([['leak.heic', false]]);
    expect(own.map(([name]: [string]) => name)).not.to.include('long.txt');
    expect(complaints).to.deep.equal([]);
  });

  it('are chosen on the page for people without an account, also with the width of a phone', async () => {
    const zone = (await manager.get('/zones?per_page=1')).body.data[0].id;
    const point = await manager.post('/request-points', {
      name: 'Gate',
      zone_id: zone,
      hint: 'Mind the belt.',
    });
    expect(point.status, point.text).to.equal(201);
    const { page, complaints } = await fixture.open({
      bypassCSP: true,
      meant: [422],
      reducedMotion: 'reduce',
    });
    await page.goto(`${fixture.service.url}/r/${point.body.data.token}`);
    const choose = page.getByLabel('Photos');
    expect(await choose.getAttribute('multiple')).not.to.equal(null);
    expect(await looks(page, [320])).to.deep.equal([]);
    await page.getByLabel('What is wrong?').fill('It sticks.');
    await choose.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Choose the photos again.').waitFor();
    expect(await choose.getAttribute('aria-invalid')).to.equal('true');
    expect(await page.getByLabel('What is wrong?').inputValue()).to.equal('It sticks.');
    expect(await looks(page, [320])).to.deep.equal([]);
    const buffer = await photo(page, 40, 30);
    await choose.setInputFiles({ name: 'gate.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('It is received.').waitFor();
    expect(await looks(page, [320])).to.deep.equal([]);
    const [sent] = (await manager.get(`/work-requests?request_point_id=${point.body.data.id}`)).body.data;
    expect(sent).to.include({ description: 'It sticks.', attachment_count: 1 });
    expect(complaints).to.deep.equal([]);
  });

  inChromium.it('can be dropped at a desk, and are read-only for users who may not add any', async () => {
    const material = (await viewer.get('/materials?per_page=1')).body.data[0];
    await manager.send('PATCH', '/user/site', { site_id: material.site_id });
    const desk = await fixture.open({ email: 'manager@demo.test' });
    await desk.visit(`/materials/${material.id}?tab=-attachments`);
    const written = desk.page.getByRole('region', { name: 'Files' });
    await written.getByRole('button', { name: 'Add files' }).waitFor();
    const buffer = (await photo(desk.page, 40, 30)).toJSON().data;
    const dataTransfer = await desk.page.evaluateHandle((bytes) => {
      const given = new DataTransfer();
      given.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }));
      return given;
    }, buffer);
    await written.locator('.add').dispatchEvent('drop', { dataTransfer });
    await written.getByRole('button', { name: 'Open dropped.jpg' }).waitFor();
    await desk.page.evaluate((bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.jpg', { type: 'image/jpeg' }));
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, buffer);
    await written.getByRole('button', { name: 'Open pasted.jpg' }).waitFor();
    expect(desk.complaints).to.deep.equal([]);

    const { page, visit, complaints } = await fixture.open({ email: 'viewer@demo.test' });
    await visit(`/materials/${material.id}?tab=-attachments`);
    const panel = page.getByRole('region', { name: 'Files' });
    await panel.getByRole('button', { name: 'Open dropped.jpg' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'dropped.jpg' }).waitFor();
    expect(await dialog.getByRole('button', { name: /^Delete/ }).count()).to.equal(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await panel.getByRole('button', { name: 'Add files' }).count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });
});
