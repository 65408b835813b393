/** Filling in and saving: errors, two people, sessions and rights that end, connections that break. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, refuseTwice, untilFocused } from '../../harness/console.ts';
import { inChromium } from '../../harness/only-on.ts';
import { until } from '../../harness/until.ts';

describe('a form', () => {
  const { fixture, manager, admin } = openConsole(['manager', 'admin']);
  let material: { readonly id: number; readonly name: string };
  before(async () => {
    [material] = (await manager.get('/incidents/options/material_id?per_page=1')).body.data;
  });

  const makeIncident = async (name: string) => {
    const { status, text, body } = await manager.post('/incidents', { name, material_id: material.id });
    if (status !== 201) throw new Error(text);
    return body.data;
  };
  const named = async (name: string) =>
    (await manager.get(`/incidents?search=${encodeURIComponent(name)}`)).body.data;
  const pick = async (page: Page, label: string, text: string) => {
    await page.getByRole('combobox', { name: label }).fill(text);
    await page.getByRole('option', { name: text }).first().click();
  };
  const fillIn = async (page: Page, name: string) => {
    await page.getByLabel('Name').fill(name);
    await pick(page, 'Material', material.name);
  };
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  /** Ends the session under a form and saves. What the page asks by itself may meet the ended session first: its dialog then lies over the button. */
  const endSession = async (page: Page) => {
    await page.context().clearCookies({ name: 'millwright_session' });
    await page.getByRole('button', { name: 'Save' }).dispatchEvent('click');
  };
  const atRow = (page: Page) => page.waitForURL(/\/\d+$/);

  it('tells all that is missing at once, and leads to each control', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'technician@demo.test', meant: [422] });
    await visit('/incidents/new');
    await page.getByLabel('Description').fill('Drips');
    await save(page);
    const summary = page.getByRole('alert');
    await summary.waitFor();
    await untilFocused(summary);
    expect(await summary.getByRole('link').allInnerTexts()).to.have.length(2);
    await summary.getByRole('link', { name: 'The material' }).click();
    const control = page.getByRole('combobox', { name: 'Material' });
    await untilFocused(control);
    expect(await control.getAttribute('aria-invalid')).to.equal('true');
    expect(await page.getByLabel('Description').inputValue()).to.equal('Drips');
    await fillIn(page, 'Put right');
    await summary.waitFor({ state: 'detached' });
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Put right' }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('is filled in from the address', async () => {
    const { page, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit(`/incidents/new?with.material_id=${material.id}&with.severity=high&with.nothing=1`);
    await page.getByLabel('Severity').waitFor();
    expect(await page.getByLabel('Severity').inputValue()).to.equal('high');
    await page.waitForFunction(
      (name) => document.querySelector<HTMLInputElement>('[id="form.material_id"]')?.value === name,
      material.name,
    );
  });

  inChromium.it('sends only what changed, and a form of nothing new sends nothing', async () => {
    const incident = await makeIncident('Unchanged');
    const { page, requests, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/incidents/${incident.id}/edit`);
    await save(page);
    await atRow(page);
    expect(requests.filter((one) => one.startsWith('PATCH'))).to.deep.equal([]);
    await visit(`/incidents/${incident.id}/edit`);
    await page.getByLabel('Description').fill('New');
    const [request] = await Promise.all([page.waitForRequest((one) => one.method() === 'PATCH'), save(page)]);
    expect(request.postDataJSON()).to.deep.equal({ description: 'New' });
    expect(await request.headerValue('if-match')).to.match(/^"/);
  });

  it('shows field by field what two people made of a row, and keeps what the other changed elsewhere', async () => {
    const incident = await makeIncident('Two people');
    const { page, complaints, visit } = await fixture.open({ email: 'technician@demo.test', meant: [412] });
    await visit(`/incidents/${incident.id}/edit`);
    await page.getByLabel('Description').fill('Mine');
    await manager.patch(`/incidents/${incident.id}`, { severity: 'high', description: 'Theirs' });
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.waitFor();
    const line = (name: string) =>
      dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    expect(await line('Description').getByRole('cell').allInnerTexts()).to.deep.equal(['Theirs', 'Mine']);
    expect(await line('Severity').getByRole('cell').allInnerTexts()).to.deep.equal(['High', 'Not changed']);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await atRow(page);
    const { description, severity } = (await manager.get(`/incidents/${incident.id}`)).body.data;
    expect({ description, severity }).to.deep.equal({ description: 'Mine', severity: 'high' });
    expect(complaints).to.deep.equal([]);
  });

  it('discards my values if I take those of the other person', async () => {
    const incident = await makeIncident('Theirs wins');
    const { page, visit } = await fixture.open({ email: 'technician@demo.test', meant: [412] });
    await visit(`/incidents/${incident.id}/edit`);
    await page.getByLabel('Description').fill('Mine');
    await manager.patch(`/incidents/${incident.id}`, { description: 'Theirs' });
    await save(page);
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await atRow(page);
    expect((await manager.get(`/incidents/${incident.id}`)).body.data.description).to.equal('Theirs');
    await visit(`/incidents/${incident.id}/edit`);
    expect(await page.getByLabel('Description').inputValue()).to.equal('Theirs');
    expect(await page.getByText('unsaved draft').count()).to.equal(0);
  });

  it('does not take rows that were added below it for a change', async () => {
    const target = (await manager.get('/materials?per_page=1')).body.data[0];
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/materials/${target.id}/edit`);
    await page.getByLabel('Model').fill('M 2');
    await manager.post('/incidents', { name: 'Below', material_id: target.id });
    await save(page);
    await atRow(page);
    expect((await manager.get(`/materials/${target.id}`)).body.data.model).to.equal('M 2');
  });

  it('gives the text to be copied where the row was deleted meanwhile', async () => {
    const incident = await makeIncident('Short-lived');
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [404] });
    await visit(`/incidents/${incident.id}/edit`);
    await page.getByLabel('Description').fill('Written for nothing');
    await manager.delete(`/incidents/${incident.id}`);
    await save(page);
    const text = page.getByLabel('Your text');
    expect(await text.inputValue()).to.equal('Description: Written for nothing');
    expect(await page.getByLabel('Description').inputValue()).to.equal('Written for nothing');
    // Later, too: the form is not there any more, and what was typed is.
    await visit(`/incidents/${incident.id}/edit`);
    expect(await text.inputValue()).to.equal('Description: Written for nothing');
  });

  it('outlives the end of the session: the same button sends the same', async () => {
    const { page, visit } = await fixture.open({ email: 'technician@demo.test', meant: [401] });
    await visit('/incidents/new');
    await fillIn(page, 'Outlived');
    await endSession(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('technician@demo.test');
    await dialog.getByLabel('Password').fill('password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).to.equal('Outlived');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Outlived' }).waitFor();
    expect(await named('Outlived')).to.have.length(1);
  });

  it('starts again when another person signs in, and shows them no draft', async () => {
    const { page, visit } = await fixture.open({ email: 'technician@demo.test', meant: [401] });
    await visit('/incidents/new');
    await fillIn(page, 'Of the technician');
    await endSession(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('manager@demo.test');
    await dialog.getByLabel('Password').fill('password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Nikos Georgiou' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('');
    expect(await page.getByText('unsaved draft').count()).to.equal(0);
    expect(await named('Of the technician')).to.have.length(0);
  });

  it('is gone with its drafts and its address when one signs out', async () => {
    const { page, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit('/incidents/new');
    await fillIn(page, 'Not for others');
    const kept = () =>
      page.evaluate(() => Object.entries(localStorage).flat().join(' ').includes('Not for others'));
    await until('the draft is kept', kept);
    const signOut = async () => {
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('E-mail').waitFor();
    };
    await signOut();
    expect(new URL(page.url()).pathname).to.equal('/console/');
    expect(await kept()).to.equal(false);
    await page.reload();
    await page.getByLabel('E-mail').waitFor();
    expect(await kept()).to.equal(false);
  });

  it('keeps the text where a right is lost, and says so', async () => {
    const roles = (await admin.get('/roles?search=technician')).body.data;
    const { id, permissions } = roles[0];
    const { page, visit } = await fixture.open({ email: 'technician@demo.test', meant: [403] });
    await visit('/incidents/new');
    await fillIn(page, 'Not allowed');
    await admin.patch(`/roles/${id}`, {
      permissions: permissions.filter((one: string) => one !== 'incident.create'),
    });
    await save(page);
    await page.getByText('You no longer have permission to save this here').waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Not allowed');
    expect(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).to.equal('true');
    await admin.patch(`/roles/${id}`, { permissions });
    expect(await named('Not allowed')).to.have.length(0);
  });

  it('is saved once the connection is back', async () => {
    const { page, visit } = await fixture.open({
      ...{ email: 'technician@demo.test', serviceWorkers: 'allow' },
    });
    await visit('/incidents/new');
    await fillIn(page, 'Sent offline');
    // It is registered once the queue is there.
    await page.evaluate('navigator.serviceWorker.ready');
    await page.context().setOffline(true);
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Sent offline' }).waitFor();
    await page.locator('.badge', { hasText: 'Not sent' }).waitFor();
    await page.context().setOffline(false);
    await atRow(page);
    await page.locator('.badge', { hasText: 'Not sent' }).waitFor({ state: 'detached' });
    expect(await named('Sent offline')).to.have.length(1);
  });

  it('says that it needs a connection where nothing of it may wait for one, and keeps what was typed', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/zones/new');
    await page.getByLabel('Name').fill('Not kept offline');
    await page.context().setOffline(true);
    await save(page);
    await page.getByText('This needs a connection.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Not kept offline');
    await page.context().setOffline(false);
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Not kept offline' }).waitFor();
  });

  /** Lets the first POST arrive, and loses its answer. */
  const loseAnswer = async (page: Page, path: string) => {
    await page.route(
      `**/api/v1/${path}`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
  };

  inChromium.it('makes one row where only the answer was lost', async () => {
    const { page, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit('/incidents/new');
    await fillIn(page, 'Answer lost');
    await loseAnswer(page, 'incidents');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Answer lost' }).waitFor();
    await atRow(page);
    expect(await named('Answer lost')).to.have.length(1);
  });

  it('waits for a service that restarts, and then saves by itself', async () => {
    const { page, requests, visit } = await fixture.open({ email: 'technician@demo.test', meant: [503] });
    await visit('/incidents/new');
    await fillIn(page, 'Saved after a start');
    await refuseTwice(page, '**/api/v1/incidents');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Saved after a start' }).waitFor();
    expect(requests.filter((one) => one === 'POST /incidents')).to.have.length(3);
    expect(await named('Saved after a start')).to.have.length(1);
  });

  it('keeps the text of a user whose right is taken away meanwhile, and sends nothing', async () => {
    const roles = (await admin.get('/roles?search=technician')).body.data;
    const [{ site_id: site }] = (await manager.get('/zones?per_page=1')).body.data;
    const email = 'leaves@demo.test';
    const body = {
      ...{ first_name: 'Lea', last_name: 'Ving', email, username: 'leaves', password: 'correct horse' },
      memberships: [{ site_id: site, role_ids: [roles[0].id] }],
    };
    const { status, text, body: made } = await admin.post('/users', body);
    expect(status, text).to.equal(201);
    const { knex } = fixture.service.database;
    const { password_hash } = await knex('users').where({ email: 'admin@demo.test' }).first('password_hash');
    await knex('users').where({ email }).update({ password_hash });
    const { page, quiet, visit } = await fixture.open({ email, meant: [401] });
    // What the page asks by itself, or still waits for, would otherwise tell it before it saves.
    await page.route('**/api/v1/changes**', (route) => route.abort());
    await visit('/incidents/new');
    await fillIn(page, 'By somebody who left');
    await quiet();
    expect((await admin.delete(`/users/${made.data.id}`)).status).to.equal(204);
    await save(page);
    await page.getByRole('dialog').getByText('Your session has ended').waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('By somebody who left');
    expect(await named('By somebody who left')).to.have.length(0);
  });

  it('starts again at the site to which another tab has switched, and is a draft at its own', async () => {
    const { page, requests, visit } = await fixture.open({ email: 'admin@demo.test' });
    await page.getByLabel('Site').selectOption('Plant North');
    await page.locator('main h1', { hasText: 'Plant North' }).waitFor();
    await visit('/zones/new');
    await page.getByLabel('Name').fill('Meant for the north');
    const other = await page.context().newPage();
    await other.goto(`${fixture.service.url}/console`);
    await other.getByLabel('Site').selectOption('Plant South');
    await other.locator('main h1', { hasText: 'Plant South' }).waitFor();
    await page
      .getByLabel('Site')
      .locator('option:checked', { hasText: 'Plant South' })
      .waitFor({ state: 'attached' });
    expect(await page.getByLabel('Name').inputValue()).to.equal('');
    expect(await page.getByText('unsaved draft').count()).to.equal(0);
    await page.getByLabel('Site').selectOption('Plant North');
    await page.locator('main h1', { hasText: 'Plant North' }).waitFor();
    await visit('/zones/new');
    await page.getByRole('button', { name: 'Restore it' }).click();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Meant for the north');
    expect(requests.filter((one) => one.startsWith('POST') && !one.includes('/auth/'))).to.deep.equal([]);
  });

  it('saves nothing at the site to which another device has switched, and says so', async () => {
    const elsewhere = await fixture.service.signedIn('admin@demo.test');
    const { sites } = (await elsewhere.get('/user')).body.data;
    const idOf = (wanted: string) => sites.find(({ name }: { name: string }) => name === wanted).id;
    await elsewhere.patch('/user/site', { site_id: idOf('Plant North') });
    const { page, visit } = await fixture.open({ email: 'admin@demo.test', meant: [422] });
    await visit('/zones/new');
    await page.getByLabel('Name').fill('Meant for one site');
    await elsewhere.patch('/user/site', { site_id: idOf('Plant South') });
    await save(page);
    const told = page.getByRole('status').getByText('Meanwhile you work at another site');
    await told.waitFor();
    await page
      .getByLabel('Site')
      .locator('option:checked', { hasText: 'Plant South' })
      .waitFor({ state: 'attached' });
    expect(await told.count()).to.equal(1);
    expect(await page.getByLabel('Name').inputValue()).to.equal('');
    const kept = await fixture.service.database.knex('zones').where({ name: 'Meant for one site' });
    expect(kept).to.deep.equal([]);
    await page.getByLabel('Site').selectOption('Plant North');
    await page.locator('main h1', { hasText: 'Plant North' }).waitFor();
    await visit('/zones/new');
    await page.getByRole('button', { name: 'Restore it' }).click();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Meant for one site');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Meant for one site' }).waitFor();
  });

  inChromium.it('brings what was changed after a lost answer into that very row', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit('/zones/new');
    await page.getByLabel('Name').fill('Changed afterwards');
    await loseAnswer(page, 'zones');
    await save(page);
    await page.getByText('The service could not be reached').waitFor();
    await page.getByLabel('Description').fill('Added later');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Changed afterwards' }).waitFor();
    const rows = (await manager.get('/zones?search=Changed%20afterwards')).body.data;
    expect(rows.map(({ description }: { description: string }) => description)).to.deep.equal([
      'Added later',
    ]);
  });

  inChromium.it('takes the lost answer to its own change for no other person’s', async () => {
    const zone = (await manager.post('/zones', { name: 'Changed by itself' })).body.data;
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [412] });
    await visit(`/zones/${zone.id}/edit`);
    await page.getByLabel('Description').fill('Arrived');
    await loseAnswer(page, `zones/${zone.id}`);
    await save(page);
    await page.getByText('The service could not be reached').waitFor();
    await save(page);
    await atRow(page);
    expect((await manager.get(`/zones/${zone.id}`)).body.data.description).to.equal('Arrived');
  });

  it('makes one row of two taps', async () => {
    const { page, requests, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit('/incidents/new');
    await fillIn(page, 'Tapped twice');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Tapped twice' }).waitFor();
    expect(requests.filter((one) => one === 'POST /incidents')).to.have.length(1);
    expect(await named('Tapped twice')).to.have.length(1);
  });

  it('offers what was typed and not saved, and never a secret', async () => {
    const { page, visit } = await fixture.open({ email: 'admin@demo.test' });
    await visit('/users/new');
    await page.getByLabel('First name').fill('Draft');
    await page.getByRole('textbox', { name: 'Password' }).fill('very secret');
    await visit('/users/new');
    expect(await page.getByLabel('First name').inputValue()).to.equal('');
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    expect(kept).to.include('Draft').and.not.include('very secret');
    await page.getByRole('button', { name: 'Restore it' }).click();
    expect(await page.getByLabel('First name').inputValue()).to.equal('Draft');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await visit('/users/new');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await visit('/users/new');
    expect(await page.getByText('unsaved draft').count()).to.equal(0);
  });

  it('shows a draft of a row that was changed since beside what is saved now', async () => {
    const incident = await makeIncident('Old draft');
    const { page, visit } = await fixture.open({ email: 'technician@demo.test', meant: [412] });
    await visit(`/incidents/${incident.id}/edit`);
    await page.getByLabel('Description').fill('From yesterday');
    await visit('/incidents');
    await manager.patch(`/incidents/${incident.id}`, { description: 'From today' });
    await visit(`/incidents/${incident.id}/edit`);
    await page.getByRole('button', { name: 'Restore it' }).click();
    await save(page);
    await page.getByRole('dialog').getByText('From today').waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await atRow(page);
    expect((await manager.get(`/incidents/${incident.id}`)).body.data.description).to.equal('From yesterday');
  });

  it('keeps Save in sight on a phone, with nothing to the side', async () => {
    const { page, visit } = await fixture.open({
      email: 'technician@demo.test',
      viewport: { width: 390, height: 640 },
    });
    await visit('/incidents/new');
    const button = page.getByRole('button', { name: 'Save' });
    const box = await button.boundingBox();
    expect(box?.height).to.be.at.least(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).to.be.at.most(640);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).to.equal(390);
  });
});
