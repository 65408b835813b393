/** The page about one row: its facts, its states, what belongs to it, what was done to it, and its end. */
import { expect } from 'chai';
import { openConsole } from '../../harness/console.ts';

describe('the page about one row', () => {
  const { fixture, manager } = openConsole(['manager']);
  let count = 0;

  const first = async (path: string) =>
    (await manager.get(`${path}${path.includes('?') ? '&' : '?'}per_page=1`)).body.data[0];
  const make = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const { status, text, body: answer } = await manager.post(path, body);
    if (status !== 201) throw new Error(text);
    return answer.data;
  };
  const makeMaterial = async (name = '') => {
    count += 1;
    const zone = await first('/zones/options/parent_id');
    const place = await make('/zones', {
      name: `Zone ${count} ${name}`,
      parent_id: zone.id,
      allow_material: true,
    });
    return make('/materials', { name: name || `Machine ${count}`, zone_id: place.id });
  };
  const makeIncident = async () => {
    const { id } = await first('/materials');
    return make('/incidents', { name: 'Strange noise', material_id: id });
  };

  it('shows facts by sections, folded ones closed, with at most three requests', async () => {
    const { page, requests, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    const { id, name } = await first('/materials');
    requests.length = 0;
    await visit(`/materials/${id}`);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page
      .getByRole('list')
      .filter({ has: page.getByRole('link') })
      .last()
      .waitFor();
    await page.locator('summary', { hasText: 'Purchase' }).waitFor();
    expect(await page.getByText('Purchase price').isVisible()).to.equal(false);
    await page.locator('summary', { hasText: 'Purchase' }).click();
    await page.waitForLoadState('networkidle');
    const asked = requests.filter((one) => !/\/(?:user|resources|service)$/.test(one));
    expect(asked).to.have.length.within(1, 3);
    expect(complaints).to.deep.equal([]);
  });

  it('changes the state by one tap, and writes down who did', async () => {
    const { id } = await makeIncident();
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Status: In progress' }).click();
    await page.getByRole('button', { name: 'Status: Open' }).waitFor();
    expect(await page.getByRole('button', { name: 'Status: In progress' }).count()).to.equal(0);
    await page.getByRole('link', { name: 'History' }).click();
    await page.waitForURL(/\?tab=-history$/);
    const entry = page.getByRole('listitem').filter({ hasText: 'Change of state' });
    expect(await entry.locator('del').innerText()).to.equal('Open');
    expect(await entry.locator('ins').innerText()).to.equal('In progress');
    expect(await entry.getByText('Nikos Georgiou').count()).to.equal(1);
    expect(complaints).to.deep.equal([]);
  });

  it('leads to the form where a state asks for what the row lacks, and says why', async () => {
    const { id: material } = await first('/materials');
    const { id } = await make('/maintenances', {
      ...{ name: 'Rewind the motor', material_id: material, realization: 'external' },
    });
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [422] });
    await visit(`/maintenances/${id}`);
    await page.getByRole('button', { name: 'Status: In progress' }).click();
    await page.waitForURL(/\/edit\?with\.status=in_progress$/);
    await page
      .getByRole('status')
      .filter({ hasText: /companies|company/i })
      .waitFor();
    expect(await page.getByLabel('Status').inputValue()).to.equal('in_progress');
  });

  it('tells of a change of state that was faster, and offers what is possible now', async () => {
    const { id } = await makeIncident();
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [412] });
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Status: Resolved' }).waitFor();
    await manager.patch(`/incidents/${id}`, { status: 'resolved' });
    await page.getByRole('button', { name: 'Status: In progress' }).click();
    await page.getByText('Somebody changed it in the meantime').waitFor();
    await page.getByRole('button', { name: 'Status: Closed' }).waitFor();
    expect((await manager.get(`/incidents/${id}`)).body.data.status).to.equal('resolved');
  });

  it('deletes once somebody agrees, and goes back to the list', async () => {
    const { id } = await makeIncident();
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/incidents$/);
    await page.getByText('“Strange noise” was deleted.').waitFor();
    expect((await manager.get(`/incidents/${id}`)).status).to.equal(404);
    expect(complaints).to.deep.equal([]);
  });

  it('tells what keeps a row from being deleted, and leads there', async () => {
    const { id } = await makeMaterial();
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [409] });
    await visit(`/materials/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await make('/incidents', { name: 'Came in between', material_id: id });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('It cannot be deleted while these depend on it').waitFor();
    await dialog.getByRole('link', { name: 'Incidents (1)' }).click();
    await page.waitForURL(new RegExp(`/incidents\\?material_id=${id}$`));
    // What is known to be held has no button that leads nowhere.
    await visit(`/materials/${id}`);
    await page.getByRole('link', { name: 'Incidents 1' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).to.equal(0);
  });

  it('tells of what is not there, and of what went while it was open', async () => {
    const { id } = await makeIncident();
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [404] });
    await visit('/incidents/99999999');
    await page.getByText('There is nothing here, or you may not see it.').waitFor();
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Status: Resolved' }).waitFor();
    await manager.delete(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Status: Resolved' }).click();
    await page.getByText('This was deleted in the meantime.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Strange noise' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).to.equal(0);
  });

  it('has no history for whoever may not read it, and no button that would be refused', async () => {
    const { id } = await first('/incidents');
    const { page, complaints, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit(`/incidents/${id}?tab=-history`);
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('link', { name: 'History' }).count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'Delete' }).count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });

  it('shows rows of another site at the headquarters to be read, and switches there by one tap', async () => {
    const { id, name } = await first('/materials');
    const { page, complaints, visit } = await fixture.open({ email: 'admin@demo.test' });
    await visit(`/materials/${id}`);
    await page.getByText('This belongs to Plant North and can be changed there alone.').waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).to.equal(0);
    expect(await page.getByRole('link', { name: '+ Incident' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Switch to Plant North' }).click();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    expect(page.url()).to.match(new RegExp(`/materials/${id}$`));
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('shows markup as text in facts, lists, histories and dialogs', async () => {
    const markup = '<img src=x onerror="alert(1)"><b>bold</b>';
    const { id } = await makeMaterial(markup);
    await manager.patch(`/materials/${id}`, {
      ...{ description: markup, manufacturer: markup, model: markup, serial_number: markup },
    });
    await make('/incidents', { name: markup, description: markup, material_id: id });
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/materials/${id}`);
    await page.getByRole('heading', { level: 1, name: markup, exact: true }).waitFor();
    await page.getByRole('listitem').getByRole('link', { name: markup, exact: true }).waitFor();
    await page.locator('dd', { hasText: markup }).nth(3).waitFor();
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: markup }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'History' }).click();
    await page.locator('ins', { hasText: markup }).first().waitFor();
    expect(await page.locator('main img, main b, dialog img').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });

  it('offers its address as a code to print', async () => {
    const { id } = await first('/materials');
    const { page, complaints, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit(`/materials/${id}`);
    await page.getByRole('button', { name: 'QR code' }).click();
    const code = page.getByRole('dialog').getByRole('img', { name: 'QR code' });
    await code.waitFor();
    expect((await code.boundingBox())?.width).to.be.above(150);
    await page.getByText(`${fixture.service.url}/console/materials/${id}?site=2`).waitFor();
    expect(complaints).to.deep.equal([]);
  });
});
