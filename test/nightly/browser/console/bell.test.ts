/** The bell of the console, and pages that follow what others do. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../../harness/console.ts';
import { height, looks, settled } from './everybody.ts';

/** As often as the page asks what has changed, and a little. */
const lookMs = 16_000;

/** For everybody, in each width; the window is that of a desk afterwards. */
async function expectFine(page: Page): Promise<void> {
  expect(await looks(page)).to.deep.equal([]);
  await page.setViewportSize({ width: 1280, height });
}

describe('the bell of the console', () => {
  const { fixture, admin, manager } = openConsole(['admin', 'manager']);

  const incidentAt = async (site: number, name: string): Promise<number> => {
    await admin.patch('/user/site', { site_id: site });
    const material_id = (await admin.get('/materials?per_page=1')).body.data[0].id;
    const { status, body, text } = await admin.post('/incidents', {
      name,
      severity: 'critical',
      material_id,
    });
    expect(status, text).to.equal(201);
    await fixture.service.outbox.once();
    return body.data.id;
  };

  it('says how much is new, opens what it tells of, and marks it as read', async () => {
    await manager.post('/notifications/read-all');
    const id = await incidentAt(2, 'Boiling over');
    const { page, visit, complaints } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/');
    const bell = page.getByRole('button', { name: 'Notifications: 1 unread' });
    await bell.click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByText('Boiling over: severity critical.').waitFor();
    await expectFine(page);
    await panel.getByRole('link', { name: /Boiling over/ }).click();
    await page.waitForURL(new RegExp(`/console/incidents/${id}$`));
    await page.getByRole('button', { name: 'Notifications: none unread' }).waitFor();
    expect(await panel.isVisible()).to.equal(false);
    expect(complaints).to.deep.equal([]);
  });

  it('offers to go to the site of a row that is not to be seen from here', async () => {
    const id = await incidentAt(3, 'Far away');
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [404] });
    await visit('/notifications');
    await settled(page);
    await expectFine(page);
    await page.getByRole('link', { name: /Far away/ }).click();
    await page.getByRole('button', { name: /Plant South/ }).click();
    await page.getByRole('heading', { name: 'Far away' }).waitFor();
    expect(page.url()).to.include(`/incidents/${id}`);
    await manager.patch('/user/site', { site_id: 2 });
  });

  it('marks everything as read, on a phone as well', async () => {
    await incidentAt(2, 'On the phone');
    const { page, visit } = await fixture.open({
      email: 'manager@demo.test',
      viewport: { width: 390, height },
    });
    await visit('/');
    await page.getByRole('button', { name: /^Notifications: \d+ unread/ }).click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('button', { name: 'Notifications: none unread' }).waitFor();
    const box = await panel.boundingBox();
    if (!box) throw new Error('The panel is not shown.');
    expect([box.x >= 0, box.x + box.width <= 390]).to.deep.equal([true, true]);
  });

  it('lets people choose how they are told', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/-/account');
    await page.locator('summary', { hasText: 'How you are told' }).click();
    await page.getByLabel('An incident is severe').waitFor();
    await expectFine(page);
    await page.getByLabel('An incident is severe').selectOption('Not at all');
    await page.getByText('Done').first().waitFor();
    await page.getByLabel('E-mails').selectOption('Once a day');
    await page.getByLabel('At (time of your site)').waitFor();
    const { data } = (await manager.get('/user/notification-preferences')).body;
    expect([data.digest, data.kinds['incident.severe']]).to.deep.equal(['daily', 'none']);
  });

  it('has lists follow what others do, and those alone that show it', async () => {
    const { page, visit, requests } = await fixture.open({ email: 'manager@demo.test' });
    await page.clock.install();
    await visit('/zones');
    const [zone] = (await manager.get('/zones?per_page=1&sort=name')).body.data;
    await page.getByRole('link', { name: zone.name, exact: true }).first().waitFor();
    await page.clock.runFor(lookMs);
    requests.length = 0;
    await manager.post('/items', { name: 'Nothing of zones' });
    await page.clock.runFor(lookMs);
    await manager.patch(`/zones/${zone.id}`, { name: 'A zone renamed by others' });
    await page.clock.runFor(lookMs);
    await page.getByRole('link', { name: 'A zone renamed by others' }).first().waitFor();
    expect(requests.filter((one) => one.includes('/zones'))).to.have.lengthOf(1);
  });
});
