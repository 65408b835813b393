/** Several rows of a list at once: all of them, or none and the reason at its row. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole } from '../../../harness/console.ts';
import { withoutComputed } from '../../../harness/database.ts';

describe('several rows of a list', () => {
  const { fixture, manager } = openConsole(['manager']);
  let material: number;
  before(async () => {
    material = (await manager.get('/materials?per_page=1')).body.data[0].id;
  });

  interface Made {
    readonly id: number;
    readonly name: string;
  }
  const make = async (path: string, names: readonly string[], more: object): Promise<Made[]> => {
    const made: Made[] = [];
    for (const name of names) {
      const { status, text, body } = await manager.post(path, { name, ...more });
      if (status !== 201) throw new Error(text);
      made.push(body.data);
    }
    return made;
  };
  const ids = (rows: readonly Made[]) => rows.map(({ id }) => id).join(',');
  const fresh = async (path: string, rows: readonly Made[]) =>
    (await manager.get(`${path}?id=${ids(rows)}&sort=created_at`)).body.data;
  const chooseAll = async (page: Page) => {
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  };
  const bar = (page: Page) => page.getByRole('region', { name: 'With the selected rows' });
  const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.bulk-form') });

  it('are deleted together, or not at all: the one that was in the way is named', async () => {
    const rows = await make('/incidents', ['First', 'Second', 'Third'], { material_id: material });
    const { page, complaints, requests, visit } = await fixture.open({
      email: 'manager@demo.test',
      meant: [412],
    });
    await visit(`/incidents?id=${ids(rows)}&sort=created_at`);
    await page.getByRole('table').waitFor();
    expect(requests.filter((one) => one.includes('with='))).to.deep.equal([]);
    await chooseAll(page);
    await bar(page).getByText('3 rows selected').waitFor();
    await bar(page).getByRole('button', { name: 'Delete' }).waitFor();
    // Another person changes the second one meanwhile.
    await manager.patch(`/incidents/${rows[1]?.id}`, { severity: 'critical' });
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('alert').getByText('Nothing was changed.').waitFor();
    await dialog(page).getByRole('alert').getByText('Second:').waitFor();
    expect(await fresh('/incidents', rows)).to.have.length(3);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await page.locator('tr.refused').innerText()).to.include('Second');
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Leave this row out' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 rows deleted.').waitFor();
    expect((await fresh('/incidents', rows)).map(({ name }: Made) => name)).to.deep.equal(['Second']);
    expect(complaints).to.deep.equal([]);
  });

  it('get one value in one field, as far as it fits all of them', async () => {
    const roomy = await make('/items', ['Roomy'], { reference: 'R-1', unit: 'piece', warning_stock: 10 });
    const tight = await make('/items', ['Tight'], { reference: 'T-1', unit: 'piece', warning_stock: 3 });
    const rows = [...roomy, ...tight];
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit(`/items?id=${ids(rows)}&sort=created_at`);
    await chooseAll(page);
    await bar(page).getByRole('button', { name: 'Change a field' }).click();
    await dialog(page).getByLabel('Field').selectOption('Critical stock');
    await dialog(page).getByLabel('Critical stock').fill('5');
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await dialog(page).getByRole('alert').getByText('Tight:').waitFor();
    const stocks = async () =>
      (await fresh('/items', rows)).map((row: { critical_stock: unknown }) => row.critical_stock);
    expect(await stocks()).to.deep.equal([null, null]);
    await dialog(page).getByLabel('Critical stock').fill('2');
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await page.getByText('2 rows changed.').waitFor();
    expect(await stocks()).to.deep.equal([2, 2]);
    await chooseAgain(page);
    await bar(page).getByRole('button', { name: 'Change a field' }).click();
    const suppliers = (await manager.get('/items/options/company_id?per_page=1')).body.data;
    await dialog(page).getByLabel('Field').selectOption('Supplier');
    await dialog(page).getByRole('combobox', { name: 'Supplier', exact: true }).fill(suppliers[0].name);
    await dialog(page).getByRole('option', { name: suppliers[0].name }).click();
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await page.getByRole('row').nth(2).getByText(suppliers[0].name).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  const chooseAgain = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check();

  it('are all that a filter finds, done a hundred at a time, as far as nothing is in the way', async () => {
    const { knex } = fixture.service.database;
    const [sample] = await make('/incidents', ['Flood 000'], { material_id: material });
    const { id: _id, ...like } = withoutComputed(await knex('incidents').where({ id: sample?.id }).first());
    const rows = Array.from({ length: 219 }, (_, index) => {
      const name = `Flood ${String(index + 1).padStart(3, '0')}`;
      return { ...like, name, search_text: name.toLowerCase() };
    });
    await knex.batchInsert('incidents', rows, 50);
    // Its start lies after the end that all of them are to have: the second hundred cannot be changed.
    const at = { name: ['Flood 105', 'Flood 150'] };
    await knex('incidents').whereIn('name', at.name).update({ started_at: '2031-01-01 00:00:00.000' });
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit('/incidents?search=flood&sort=created_at');
    await chooseAll(page);
    await bar(page).getByRole('button', { name: 'Select all 220 rows found' }).click();
    await bar(page).getByText('220 rows selected').waitFor();
    await bar(page)
      .getByRole('button', { name: /resolved$/ })
      .click();
    await dialog(page).getByText('220 rows selected').waitFor();
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await dialog(page).getByRole('alert').getByText('None of the next 100 was changed.').waitFor();
    for (const name of at.name) await dialog(page).getByRole('alert').getByText(`${name}:`).waitFor();
    await dialog(page).getByText('100 of 220', { exact: true }).waitFor();
    const resolved = async () =>
      (await manager.get('/incidents?search=flood&status=resolved&per_page=1')).body.meta.total;
    expect(await resolved()).to.equal(100);
    await dialog(page).getByRole('button', { name: 'Leave these 2 rows out' }).click();
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await page.getByText('218 rows changed.').waitFor();
    expect(await resolved()).to.equal(218);
    expect(complaints).to.deep.equal([]);
  });

  it('stop after the hundred that is under way', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/incidents?search=flood&status=resolved');
    await chooseAll(page);
    await bar(page).getByRole('button', { name: 'Select all 218 rows found' }).click();
    await bar(page).getByText('218 rows selected').waitFor();
    await bar(page)
      .getByRole('button', { name: /in progress$/ })
      .click();
    let isHeld = true;
    await page.route('**/api/v1/batch', async (route) => {
      if (isHeld) await dialog(page).getByRole('button', { name: 'Stop' }).click();
      isHeld = false;
      await route.continue();
    });
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await dialog(page).getByText('100 of 218', { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await bar(page).getByText('118 rows selected').waitFor();
    const back = await manager.get('/incidents?search=flood&status=in_progress&per_page=1');
    expect(back.body.meta.total).to.equal(100);
  });

  it('are given one more of a list, or lose one, and keep what else they have and what others put there', async () => {
    const [one, two, three] = (await manager.get('/items/options/material_ids?per_page=3')).body.data;
    const first = await make('/items', ['Fits A'], { material_ids: [one.id] });
    const second = await make('/items', ['Fits B'], { material_ids: [] });
    const rows = [...first, ...second];
    const held = async () =>
      (await fresh('/items', rows)).map((row: { material_ids: number[] }) => row.material_ids.toSorted());
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    const change = async (way: string) => {
      await bar(page).getByRole('button', { name: 'Change a field' }).click();
      await dialog(page).getByLabel('Field').selectOption('Materials');
      await dialog(page).getByRole('radio', { name: way }).check();
      await dialog(page).getByRole('combobox', { name: 'Materials' }).fill(two.name);
      await dialog(page).getByRole('option', { name: two.name }).first().click();
      await dialog(page).getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByText('2 rows changed.').last().waitFor();
      await dialog(page).waitFor({ state: 'detached' });
    };
    await visit(`/items?id=${ids(rows)}&sort=created_at`);
    await chooseAll(page);
    await bar(page).getByText('2 rows selected').waitFor();
    // Another person adds another one to the second meanwhile.
    await manager.patch(`/items/${second[0]?.id}`, { material_ids: [three.id] });
    await change('Add');
    const sorted = (...those: { id: number }[]) => those.map(({ id }) => id).toSorted();
    expect(await held()).to.deep.equal([sorted(one, two), sorted(two, three)]);
    await chooseAgain(page);
    await change('Remove');
    expect(await held()).to.deep.equal([sorted(one), sorted(three)]);
    expect(complaints).to.deep.equal([]);
  });

  it('change their state where all of them can, and do what needs no answer', async () => {
    const rows = await make('/incidents', ['One', 'Two'], { material_id: material });
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/incidents?id=${ids(rows)}&sort=created_at`);
    await chooseAll(page);
    await bar(page).getByRole('button', { name: 'Mark as in progress' }).click();
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await page.getByText('2 rows changed.').waitFor();
    const states = (await fresh('/incidents', rows)).map(({ status }: { status: string }) => status);
    expect(states).to.deep.equal(['in_progress', 'in_progress']);
    await visit('/maintenances?status=planned&per_page=2');
    await chooseAll(page);
    await bar(page).getByRole('button', { name: 'Duplicate' }).click();
    const before = (await manager.get('/maintenances')).body.meta.total;
    await dialog(page).getByRole('button', { name: 'Duplicate' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect((await manager.get('/maintenances')).body.meta.total).to.equal(before + 2);
    expect(complaints).to.deep.equal([]);
  });

  it('stay chosen from page to page, and are let go with another question', async () => {
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/materials');
    await chooseAll(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^26–50 of/).waitFor();
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .first()
      .check();
    await bar(page).getByText('26 rows selected').waitFor();
    await page.getByRole('searchbox').fill('pump');
    await bar(page).getByText('0 rows selected').waitFor();
    await bar(page).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('checkbox').first().waitFor({ state: 'detached' });
  });

  it('of another site can only be looked at, and a viewer has nothing to do with them', async () => {
    const { page, visit } = await fixture.open({ email: 'admin@demo.test' });
    const [row] = (await manager.get('/materials?per_page=1')).body.data;
    await visit(`/materials?id=${row.id}`);
    await chooseAll(page);
    await bar(page).getByText('There is nothing you can do').waitFor();
    const viewer = await fixture.open({ email: 'viewer@demo.test' });
    await viewer.visit('/materials');
    await viewer.page.getByRole('table').waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Select', exact: true }).count()).to.equal(0);
  });

  it('are chosen on a phone, too', async () => {
    const rows = await make('/incidents', ['Tiny', 'Small'], { material_id: material });
    const { page, visit } = await fixture.open({
      email: 'manager@demo.test',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await visit(`/incidents?id=${ids(rows)}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select: Tiny' }).check();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 row deleted.').waitFor();
    expect((await fresh('/incidents', rows)).map(({ name }: Made) => name)).to.deep.equal(['Small']);
  });
});
