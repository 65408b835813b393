/** Own actions and reports of a row, as dialogs and tabs. */
import { expect } from 'chai';
import { openConsole, untilFocused } from '../../../harness/console.ts';

describe('own actions and reports on the page about one row', () => {
  const { fixture, manager } = openConsole(['manager']);

  const first = async (path: string) => (await manager.get(path)).body.data[0];
  /** One whose work is made also while earlier work is open. */
  const plan = async () => {
    const { body } = await manager.get('/maintenance-plans?active=true&frequency=week&sort=-next_due_at');
    return body.data.find(({ when_open }: { when_open: string }) => when_open === 'stack');
  };
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('generates what is due of a plan, and tells how much that was', async () => {
    const { id } = await plan();
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/maintenance-plans/${id}`);
    await page.getByRole('button', { name: 'Generate…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Up to and including').fill(inDays(200));
    await dialog.getByRole('button', { name: 'Generate' }).click();
    await dialog.getByText('Maintenances created').waitFor();
    const made = dialog.locator('dd').first();
    expect(Number(await made.innerText())).to.be.at.least(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).to.deep.equal([]);
  });

  it('tells beside the field what the service refuses', async () => {
    const { id } = await plan();
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit(`/maintenance-plans/${id}`);
    await page.getByRole('button', { name: 'Generate…' }).click();
    const dialog = page.getByRole('dialog');
    const until = dialog.getByLabel('Up to and including');
    await until.fill(inDays(2000));
    await dialog.getByRole('button', { name: 'Generate' }).click();
    await dialog.locator('.error').waitFor();
    expect(await until.getAttribute('aria-invalid')).to.equal('true');
    await untilFocused(until);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('duplicates a plan for materials that are chosen by their names', async () => {
    const { id, name } = await plan();
    const [one, other] = (await manager.get('/materials?per_page=2&sort=-name')).body.data;
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/maintenance-plans/${id}`);
    await page.getByRole('button', { name: 'Duplicate…' }).click();
    const dialog = page.getByRole('dialog');
    for (const material of [one, other]) {
      await dialog.getByRole('combobox', { name: 'Materials' }).fill(material.name);
      await dialog.getByRole('option', { name: material.name }).first().click();
    }
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await dialog.getByText('2 rows were created.').waitFor();
    await dialog.getByRole('link', { name }).first().click();
    await page.waitForURL(
      (url) => /\/maintenance-plans\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`),
    );
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).to.deep.equal([]);
  });

  it('goes to the one row that an action makes', async () => {
    const { id, name } = await first('/maintenances?per_page=1');
    const { page, complaints, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit(`/maintenances/${id}`);
    await page.getByRole('button', { name: 'Duplicate…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await page.waitForURL(
      (url) => /\/maintenances\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`),
    );
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('begins with what the row gives: a round with what is to be cleaned', async () => {
    const rounds = (await manager.get('/cleaning-rounds?per_page=100')).body.data;
    const round = rounds.find((one: { due_material_ids: number[] }) => one.due_material_ids.length > 0);
    const { page, requests, complaints, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit(`/cleaning-rounds/${round.id}`);
    // The row only has their ids. The names are requested once, whichever part shows them.
    const [due] = (await manager.get(`/materials?id=${round.due_material_ids.join(',')}&per_page=1`)).body
      .data;
    const isFolded = round.due_material_ids.length > 2;
    if (isFolded) await page.locator('header summary', { hasText: 'materials' }).click();
    await page.locator('header').getByRole('link', { name: due.name }).first().waitFor();
    expect(requests.filter((one) => one.startsWith('GET /materials?'))).to.have.length(1);
    await page.getByRole('button', { name: 'Done…' }).click();
    const dialog = page.getByRole('dialog');
    const chips = dialog.getByRole('list', { name: 'Materials' }).getByRole('listitem');
    await chips.first().waitFor();
    expect(await chips.count()).to.equal(round.due_material_ids.length);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.getByText('Done.').waitFor();
    await dialog.locator('dd').getByRole('link').first().waitFor();
    const now = (await manager.get(`/cleaning-rounds/${round.id}`)).body.data;
    expect(now.due_material_ids).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it('begins a report with its answer, shows it by other parameters, which stand in the address, and as a file', async () => {
    const { id } = await plan();
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/maintenance-plans?report=compliance');
    await page.getByText(/^\d+ of \d+ were done on time \(\d+%\)\.$/).waitFor();
    await visit(`/maintenance-plans/${id}?tab=-report-forecast`);
    await page.getByText(/^Every .*, at \d\d:\d\d\.$/).waitFor();
    await page.getByRole('columnheader', { name: 'Original date' }).waitFor();
    expect(await page.getByLabel('Last day').inputValue()).to.equal(inDays(365));
    const first = await page.getByRole('row').count();
    await page.getByLabel('Last day').fill(inDays(1500));
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('row').nth(first).waitFor();
    const rows = await page.getByRole('row').count();
    expect(rows).to.be.above(1);
    const { search } = new URL(page.url());
    await visit(`/maintenance-plans/${id}${search}`);
    await page.getByRole('columnheader', { name: 'Original date' }).waitFor();
    expect(await page.getByRole('row').count()).to.equal(rows);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    expect((await downloading).suggestedFilename()).to.match(/\.csv$/);
    expect(complaints).to.deep.equal([]);
  });

  it('tells beside a parameter what the service refuses', async () => {
    const { id } = await plan();
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit(`/maintenance-plans/${id}?tab=-report-forecast`);
    const until = page.getByLabel('Last day');
    await until.fill(inDays(4000));
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.error').waitFor();
    expect(await until.getAttribute('aria-invalid')).to.equal('true');
  });
});
