/** Controls of all types: pickers, nested rows, words, times by the clock of the site, and every form of every role. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, untilFocused } from '../../../harness/console.ts';
import { withoutComputed } from '../../../harness/database.ts';
import { inChromium } from '../../../harness/only-on.ts';

describe('the controls of a form', () => {
  const { fixture, manager, admin } = openConsole(['manager', 'admin']);
  before(async () => {
    const [north] = (await admin.get('/sites?search=Plant%20North')).body.data;
    await admin.patch(`/sites/${north.id}`, { timezone: 'Europe/Paris' });
  });

  const options = (page: Page) => page.getByRole('listbox').getByRole('option');
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const material = async () => (await manager.get('/incidents/options/material_id?per_page=1')).body.data[0];

  /** Materials that differ in their numbers: `Rack 00042`. @returns their ids */
  const makeRacks = async (count: number, name = 'Rack'): Promise<number[]> => {
    const { knex } = fixture.service.database;
    const zone = (await manager.get('/zones/options/parent_id?per_page=1')).body.data[0];
    const { body } = await manager.post('/zones', {
      name: `Hall of ${name.slice(0, 9)}`,
      parent_id: zone.id,
    });
    const sample = await knex('materials').first();
    const { id: _id, ...like } = withoutComputed(sample);
    const rows = Array.from({ length: count }, (_, index) => {
      const full = `${name} ${String(index).padStart(5, '0')}`;
      const place = { zone_id: body.data.id, site_id: body.data.site_id };
      return {
        ...like,
        ...place,
        code: null,
        code_key: null,
        serial_number: null,
        name: full,
        search_text: full.toLowerCase(),
      };
    });
    await knex.batchInsert('materials', rows, 50);
    const made = await knex('materials').where({ zone_id: body.data.id }).select('id');
    return made.map(({ id }) => id);
  };

  it('read and set times by the clock of the site, in any time zone of the browser', async () => {
    const { id } = await material();
    const { page, visit } = await fixture.open({ email: 'technician@demo.test', timezoneId: 'Asia/Tokyo' });
    await visit(`/incidents/new?with.material_id=${id}`);
    await page.getByLabel('Name').fill('Time of the site');
    const started = page.getByLabel('Started');
    await started.fill('2026-01-15T09:00');
    expect(await page.getByText('Europe/Paris').count()).to.equal(1);
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Time of the site' }).waitFor();
    const [row] = (await manager.get('/incidents?search=Time%20of%20the%20site')).body.data;
    expect(row.started_at).to.equal('2026-01-15T08:00:00.000Z');
    await visit(`/incidents/${row.id}/edit`);
    expect(await started.inputValue()).to.equal('2026-01-15T09:00');
  });

  it('tell of an hour that clocks skip, and ask which of a double one is meant', async () => {
    const { id } = await material();
    const { page, requests, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit(`/incidents/new?with.material_id=${id}`);
    await page.getByLabel('Name').fill('Change of clocks');
    const started = page.getByLabel('Started', { exact: true });
    await started.fill('2026-03-29T02:30');
    await page.getByText('there is no 02:30').waitFor();
    await save(page);
    await page.getByRole('alert').getByRole('link', { name: 'there is no 02:30' }).click();
    await untilFocused(started);
    expect(await started.inputValue()).to.equal('2026-03-29T02:30');
    expect(requests.filter((one) => one.startsWith('POST /incidents'))).to.deep.equal([]);
    await started.fill('2026-10-25T02:30');
    await page.getByLabel(/^Started: /).selectOption({ label: 'The second time (UTC+01:00)' });
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Change of clocks' }).waitFor();
    const [row] = (await manager.get('/incidents?search=Change%20of%20clocks')).body.data;
    expect(row.started_at).to.equal('2026-10-25T01:30:00.000Z');
  });

  it('pick one of ten thousand rows by keyboard alone, and say how many there are', async () => {
    await makeRacks(10_000);
    const { page, complaints, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit('/incidents/new');
    const box = page.getByRole('combobox', { name: 'Material' });
    await box.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText(/The first 50 of 10,\d{3}/).waitFor();
    for (const [key, place] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
    ] as const) {
      await page.keyboard.press(key);
      const id = await options(page).nth(place).getAttribute('id');
      expect(await box.getAttribute('aria-activedescendant'), key).to.equal(id);
    }
    await page.keyboard.type('Rack 07777');
    await page.getByRole('status').filter({ hasText: '1 found.' }).waitFor();
    expect(await options(page).innerText()).to.equal('Rack 07777 Hall of Rack');
    await page.keyboard.press('ArrowDown');
    const active = await box.getAttribute('aria-activedescendant');
    expect(await options(page).getAttribute('id')).to.equal(active);
    await page.keyboard.press('Enter');
    expect(await box.inputValue()).to.equal('Rack 07777');
    expect(await box.getAttribute('aria-expanded')).to.equal('false');
    // Escape takes back what was typed, and nothing else.
    await page.keyboard.type('x');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    expect(await box.inputValue()).to.equal('Rack 07777');
    await page.keyboard.press('Shift+Tab');
    // A scanner ends with Enter, which sends nothing.
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await untilFocused(box);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('take several rows, and give them back one by one', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/items/new');
    await page.getByLabel('Name').fill('Of several');
    const box = page.getByRole('combobox', { name: 'Materials' });
    await box.click();
    await options(page).nth(0).click();
    await options(page).nth(1).click();
    await options(page).nth(2).click();
    expect(await page.getByRole('listbox').getByRole('option', { selected: true }).count()).to.equal(3);
    await page.keyboard.press('Escape');
    const chips = page.getByRole('list', { name: 'Materials' }).getByRole('listitem');
    expect(await chips.count()).to.equal(3);
    await chips.nth(1).getByRole('button').click();
    await box.press('Backspace');
    expect(await chips.count()).to.equal(1);
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Of several' }).waitFor();
    const [row] = (await manager.get('/items?search=Of%20several')).body.data;
    expect(row.material_ids).to.have.length(1);
  });

  it('hold a thousand rows, and long names, on a phone', async () => {
    const ids = await makeRacks(1000, 'Shelf'.repeat(49));
    const item = (await manager.post('/items', { name: 'Everywhere', material_ids: ids })).body.data;
    const viewport = { width: 390, height: 700 };
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test', viewport });
    await visit(`/items/${item.id}/edit`);
    const chips = page.getByRole('list', { name: 'Materials' }).getByRole('listitem');
    await chips.first().waitFor();
    expect(await chips.count()).to.equal(1000);
    await chips.nth(500).getByRole('button').click();
    expect(await chips.count()).to.equal(999);
    await page.getByRole('combobox', { name: 'Materials' }).click();
    await options(page).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(390);
    // A tap beside the list closes it.
    await page.getByRole('heading', { level: 1 }).click();
    await save(page);
    // The form has the same heading.
    await page.waitForURL(/\/\d+$/);
    expect((await manager.get(`/items/${item.id}`)).body.data.material_ids).to.have.length(999);
    expect(complaints).to.deep.equal([]);
  });

  it('keep a text that is too long whole, and say how long it is', async () => {
    const { page, visit } = await fixture.open({ email: 'technician@demo.test', meant: [422] });
    const { id } = await material();
    await visit(`/incidents/new?with.material_id=${id}`);
    await page.getByLabel('Name').fill('Long');
    await page.getByLabel('Description').fill('x'.repeat(5001));
    await page.getByText('5,001 of 5,000 characters').waitFor();
    await save(page);
    await page.getByRole('alert').getByRole('link').waitFor();
    expect(await page.getByLabel('Description').inputValue()).to.have.length(5001);
    await page.getByLabel('Description').fill('x'.repeat(5000));
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Long' }).waitFor();
  });

  it('give a user roles at sites, each beside its errors', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'admin@demo.test', meant: [422] });
    await visit('/users/new');
    await page.getByLabel('First name').fill('Rosa');
    await page.getByLabel('Last name').fill('Luz');
    await page.getByLabel('E-mail address').fill('rosa@demo.test');
    await page.getByLabel('Username').fill('rosa');
    await page.locator('[id="form.password"]').fill('a long enough one');
    await page.getByRole('button', { name: 'Add' }).click();
    const entry = page.getByRole('group', { name: 'Sites and roles 1' });
    await entry.getByRole('combobox', { name: 'Site' }).fill('Plant North');
    await options(page).filter({ hasText: 'Plant North' }).click();
    await entry.getByText('The headquarters gives roles at other sites.').waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('combobox', { name: 'Site' }).last().fill('Head');
    await page.getByRole('status').filter({ hasText: '1 found.' }).waitFor();
    expect(await options(page).allInnerTexts()).to.deep.equal(['Headquarters']);
    await page.keyboard.press('Escape');
    await save(page);
    const summary = page.getByRole('alert');
    await summary.getByRole('link').first().click();
    const focused = await page.evaluate(() => document.activeElement?.id);
    expect(focused).to.match(/^form\.memberships\.\d\.(?:site_id|role_ids)$/);
    await page.getByRole('button', { name: 'Remove: Sites and roles 2' }).click();
    await entry.getByRole('combobox', { name: 'Roles' }).fill('technician');
    await options(page).filter({ hasText: 'technician' }).click();
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Rosa Luz' }).waitFor();
    const [user] = (await admin.get('/users?search=rosa')).body.data;
    await visit(`/users/${user.id}/edit`);
    await page.getByRole('list', { name: 'Roles' }).getByText('technician').waitFor();
    expect(await entry.getByRole('combobox', { name: 'Site' }).inputValue()).to.equal('Plant North');
    expect(complaints).to.deep.equal([]);
  });

  it('make a role of permissions in groups', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'admin@demo.test' });
    await visit('/roles/new');
    await page.getByLabel('Name').fill('Watcher');
    await page.getByRole('group', { name: 'Zones' }).getByLabel('View').check();
    await page.getByRole('button', { name: 'All: Incidents' }).click();
    await page.getByRole('group', { name: 'Incidents' }).getByLabel('Delete').uncheck();
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Watcher' }).waitFor();
    const [role] = (await admin.get('/roles?search=Watcher')).body.data;
    expect([...role.permissions].sort()).to.deep.equal([
      ...['incident.create', 'incident.update', 'incident.view', 'incident.viewAny', 'zone.view'],
    ]);
    expect(complaints).to.deep.equal([]);
  });

  inChromium.it('follow other fields: what no longer holds goes out of sight, and is not sent', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    const [item] = (await manager.get('/items?per_page=1')).body.data;
    await visit(`/item-movements/new?with.item_id=${item.id}`);
    await page.getByLabel('Type').selectOption('Entry');
    await page.getByLabel('Invoice number').fill('R 1');
    const unit = page.locator('[id="form.quantity-unit"]');
    await unit.waitFor();
    await page.getByLabel('Quantity').fill('2');
    await page.getByLabel('Type').selectOption('Exit');
    expect(await page.getByLabel('Invoice number').count()).to.equal(0);
    const [request] = await Promise.all([page.waitForRequest((one) => one.method() === 'POST'), save(page)]);
    expect(Object.keys(request.postDataJSON()).sort()).to.deep.equal(['item_id', 'quantity', 'type']);
  });

  it('offer only the states that a row can go to', async () => {
    const { body } = await manager.post('/incidents', { name: 'States', material_id: (await material()).id });
    await manager.patch(`/incidents/${body.data.id}`, { status: 'resolved' });
    const { data } = (await manager.get(`/incidents/${body.data.id}?with=can`)).body;
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/incidents/${body.data.id}/edit`);
    const offered = await page
      .getByLabel('Status')
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect([...offered].sort()).to.deep.equal(['resolved', ...data.can.transitions].sort());
  });

  it('read numbers as people of a language write them, and keep what is none', async () => {
    const french = await fixture.service.signedIn('manager@demo.test');
    await french.patch('/user/locale', { locale: 'fr' });
    const { page, visit } = await fixture.open({ meant: [422], locale: 'fr-FR' });
    await page.getByLabel('E-mail').fill('manager@demo.test');
    await page.getByLabel('Mot de passe').fill('password');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('banner').waitFor();
    await visit('/items/new');
    await page.getByLabel('Nom').fill('Virgule');
    const price = page.locator('[id="form.current_price"]');
    await price.fill('douze');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('alert').waitFor();
    expect(await price.inputValue()).to.equal('douze');
    await price.fill('1 012,50');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Virgule' }).waitFor();
    const [row] = (await manager.get('/items?search=Virgule')).body.data;
    expect(row.current_price).to.equal(1012.5);
    await french.patch('/user/locale', { locale: 'en' });
  });
});
