/** Work without a network: written down, drawn at once, and sent once when there is one. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../harness/browser.ts';
import type { Client } from '../../../harness/client.ts';
import { keptKeys, openWindow, type Window } from '../../../harness/console.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { png } from '../../../harness/pictures.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { until } from '../../../harness/until.ts';
import { looks } from '../../../nightly/browser/console/everybody.ts';

const viewport = { width: 390, height: 844 };
const steps = [
  { title: 'Locked out', kind: 'check' },
  { title: 'No leak', kind: 'pass_fail' },
  { title: 'Pressure', kind: 'number', unit: 'bar' },
  { title: 'Filter', kind: 'choice', choices: ['clean', 'clogged'] },
  { title: 'Remarks', kind: 'text' },
  { title: 'Picture', kind: 'photo' },
];

describe('work without a network', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let manager: Client;
  let window: Window;
  /** When the network came back. */
  let back = '';
  let work: { readonly id: number; readonly name: string };
  let material: { readonly id: number };

  const start = (port?: number) =>
    startProcess({
      env: {
        DATABASE_URL: database.url,
        APP_KEY: database.config.appKeys[0].toString('base64'),
        LOG_LEVEL: 'error',
        ...(port !== undefined && { PORT: String(port) }),
      },
    });
  const signedIn = async (name: string) => {
    const client = service.client();
    await client.login(`${name}@demo.test`);
    return client;
  };
  const made = async (path: string, body: object) => {
    const reply = await manager.post(path, body);
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  before(async () => {
    database = await createTestDatabase('demo');
    [service, browser] = await Promise.all([start(), launchBrowser()]);
    manager = await signedIn('manager');
    const technician = await signedIn('technician');
    const { id: operator } = (await technician.get('/user')).body.data;
    [material] = (await manager.get('/materials?status=operational&per_page=1')).body.data;
    const { id: procedure_id } = await made('/procedures', { name: 'Without a network', steps });
    const given = { name: 'Work in the cellar', material_id: material.id, operator_ids: [operator] };
    work = await made('/maintenances', { ...given, procedure_id, status: 'in_progress' });
    window = await openWindow(browser, service.url, {
      ...{ email: 'technician@demo.test', serviceWorkers: 'allow', meant: [401, 412, 422] },
      ...{ viewport, hasTouch: true, isMobile: true },
      ...{ bypassCSP: true, reducedMotion: 'reduce' },
    });
  });
  after(async () => {
    await browser?.close();
    await service?.kill();
    await database?.drop();
  });

  const stored = async () => (await manager.get(`/maintenances/${work.id}`)).body.data;
  const storedSteps = async () =>
    (await manager.get(`/maintenance-steps?maintenance_id=${work.id}`)).body.data;
  const incidents = async () => (await manager.get('/incidents?search=Smells%20of%20smoke')).body.data;
  const button = (place: Locator | Page, name: string) => place.getByRole('button', { name, exact: true });
  const step = (title: string) => window.page.getByRole('group', { name: title });
  const count = (many: number) => window.page.getByRole('link', { name: `${many} not sent` });
  const marks = () => window.page.locator('main .badge', { hasText: 'Not sent' });
  const tab = () => `/maintenances/${work.id}?tab=maintenance-steps`;

  it('begins where there is one: what is to be done is taken along, the console too', async () => {
    const { page, visit } = window;
    await page.evaluate('navigator.serviceWorker.ready');
    await visit('/-/account');
    await page.getByRole('status').filter({ hasText: 'on this device, from' }).waitFor();
    await visit('/maintenances?status=in_progress');
    await page.getByRole('link', { name: work.name }).waitFor();
    const isKept = async () =>
      (await keptKeys(page)).some(([, asked]) => /maintenances\?.*status=in_progress/.test(asked));
    await until('the list is kept', isKept);
  });

  it('goes on without: steps are answered, photos added, the work is completed, an incident is reported', async () => {
    const { page, visit } = window;
    await page.context().setOffline(true);
    await visit('/maintenances?status=in_progress');
    await page.getByRole('link', { name: work.name }).tap();
    await page.getByRole('link', { name: /^Steps/ }).tap();
    await button(step('Locked out'), 'Done').tap();
    await button(step('No leak'), 'Passed').tap();
    await step('Pressure').getByLabel('Number').fill('1.5');
    await button(step('Pressure'), 'Save').tap();
    await button(step('Filter'), 'clean').tap();
    await step('Remarks').getByLabel('Text').fill('All is well.');
    await button(step('Remarks'), 'Save').tap();
    await page.getByRole('status').filter({ hasText: '5 of 6 answered' }).waitFor();
    await count(5).waitFor();
    expect(await looks(page, [320])).to.deep.equal([]);
    await page.setViewportSize(viewport);

    await step('Picture').getByRole('link', { name: 'Files' }).tap();
    await page.locator('input[type=file][multiple]').setInputFiles([
      { name: 'left.png', mimeType: 'image/png', buffer: png() },
      { name: 'right.png', mimeType: 'image/png', buffer: png() },
    ]);
    await count(7).waitFor();

    await visit(`/maintenances/${work.id}/edit`);
    await page.getByLabel('Description').fill('Done by night.');
    await button(page, 'Save').tap();
    await count(8).waitFor();
    await button(page, 'Mark as completed').tap();
    await count(9).waitFor();

    await visit(`/incidents/new?with.material_id=${material.id}`);
    await page.getByLabel('Name').fill('Smells of smoke');
    await button(page, 'Save').tap();
    await page.getByRole('heading', { level: 1, name: 'Smells of smoke' }).waitFor();
    await count(10).waitFor();
    // Its address leads nowhere yet.
    expect(await button(page, 'QR code').count()).to.equal(0);
    expect(await page.getByRole('link', { name: 'Print' }).count()).to.equal(0);
  });

  it('shows everything again after a reload', async () => {
    const { page, visit } = window;
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Smells of smoke' }).waitFor();
    await count(10).waitFor();
    await visit(tab());
    await page.getByRole('status').filter({ hasText: '6 of 6 answered' }).waitFor();
    await button(step('Filter'), 'clean').and(page.locator('[aria-pressed=true]')).waitFor();
    await page.locator('main header .badge', { hasText: 'Completed' }).waitFor();
    await step('Picture').getByRole('link', { name: 'Files' }).tap();
    await page.getByText('left.png').waitFor();
    await page.getByText('right.png').waitFor();
  });

  inChromium.it('is sent once, although the service dies between its commit and its answer', async () => {
    const { page, visit } = window;
    const others = { priority: 'urgent', description: 'Done by the manager.' };
    expect((await manager.patch(`/maintenances/${work.id}`, others)).status).to.equal(200);
    const { port } = service;
    await page.route(
      '**/api/v1/incidents',
      async (route) => {
        await route.fetch();
        await service.kill();
        await route.abort('connectionreset');
        service = await start(port);
        manager = await signedIn('manager');
      },
      { times: 1 },
    );
    back = new Date().toISOString();
    await page.context().setOffline(false);
    await visit('/-/queue');
    await until('only what meets is left', async () => (await count(2).count()) === 1);
    await until('the service is back', async () => (await incidents()).length > 0);
    expect(await incidents()).to.have.lengthOf(1);
    const answers = (await storedSteps()).map((one: Record<string, unknown>) => one.status);
    expect(answers).to.deep.equal(Array.from({ length: 6 }, () => 'done'));
    const times = (await storedSteps())
      .slice(0, 5)
      .map((one: Record<string, unknown>) => String(one.answered_at));
    expect(times.every((one: string) => one < back)).to.equal(true);
    const [photo] = (await storedSteps()).slice(-1);
    expect(photo.attachment_count).to.equal(2);
    expect(await stored()).to.include({ ...others, status: 'in_progress' });
  });

  inChromium.it(
    'asks if two people have changed the same field, and keeps other people’s changes of other fields',
    async () => {
      const { page, complaints } = window;
      expect(await looks(page, [320])).to.deep.equal([]);
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: `Compare: ${work.name}` }).tap();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Done by the manager.').waitFor();
      await button(dialog, 'Keep mine').tap();
      await page.getByText('Everything has been sent.').waitFor();
      const now = await stored();
      expect(now).to.include({ priority: 'urgent', description: 'Done by night.', status: 'completed' });
      expect(now.resolved_at < back).to.equal(true);
      expect(await marks().count()).to.equal(0);
      const told = complaints.filter(
        (one) => !/ERR_(?:INTERNET_DISCONNECTED|CONNECTION|SOCKET_NOT_CONNECTED)/.test(one),
      );
      expect(told).to.deep.equal([]);
    },
  );

  inChromium.it(
    'keeps a refused write, with the message, to be mended or discarded, and asks before the user signs out',
    async () => {
      const { page, visit } = window;
      const { operator_ids, procedure_id } = await stored();
      const open = { name: 'Left open', material_id: material.id, operator_ids, procedure_id };
      const { id } = await made('/maintenances', { ...open, status: 'in_progress' });
      await visit(`/maintenances/${id}`);
      await button(page, 'Mark as completed').waitFor();
      await page.context().setOffline(true);
      await button(page, 'Mark as completed').tap();
      await count(1).waitFor();
      await page.locator('button[popovertarget=account]').tap();
      await button(page, 'Sign out').tap();
      await page.getByRole('dialog').getByText('One change has not been sent.').waitFor();
      await button(page.getByRole('dialog'), 'Cancel').tap();
      await page.context().setOffline(false);
      await count(1).tap();
      await page.getByRole('alert').filter({ hasText: 'required steps are open' }).waitFor();
      await page.getByRole('link', { name: 'Correct: Left open' }).tap();
      await page.getByLabel('Status').selectOption('In progress');
      await button(page, 'Save').tap();
      await count(1).waitFor({ state: 'detached' });
      const { status, resolved_at } = (await manager.get(`/maintenances/${id}`)).body.data;
      expect([status, resolved_at]).to.deep.equal(['in_progress', null]);
    },
  );
});
