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

  it('offers the other sites of its user where it is not found, and its entry of the menu is in sight', async () => {
    const { page, visit } = await fixture.open({
      ...{ email: 'manager@demo.test', meant: [404], viewport: { width: 1280, height: 400 } },
    });
    const { id, name } = await makeMaterial('Of the other site');
    await visit('/');
    await page.getByRole('combobox', { name: 'Site' }).selectOption({ index: 1 });
    await page.locator('.overview').first().waitFor();
    await visit(`/materials/${id}`);
    await page.getByText('It may be at Plant North.').waitFor();
    const entry = page.locator('#nav [aria-current]');
    const box = await entry.boundingBox();
    expect((box?.y ?? 400) + (box?.height ?? 0)).to.be.at.most(401);
    await page.getByRole('button', { name: 'Switch to Plant North' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await visit(`/item-movements/new?with.type=entry&back=/materials/${id}`);
    await page.getByLabel('Search: Item').fill('a');
    await page
      .getByRole('button', { name: /^One more/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Save' }).click();
    const link = page.locator('.notice a');
    const colour = (one: Element) => getComputedStyle(one).color;
    expect(await link.evaluate(colour)).to.equal(await page.locator('.notice').evaluate(colour));
  });

  it('offers no new work on a retired machine', async () => {
    const { page, visit, quiet } = await fixture.open({ email: 'manager@demo.test' });
    const { id } = await makeMaterial();
    const offered = async (status: string) => {
      const { text, status: code } = await manager.patch(`/materials/${id}`, { status });
      expect(code, text).to.equal(200);
      await visit(`/materials/${id}?tab=incidents`);
      await page.getByRole('link', { name: /Cleaning$/ }).waitFor();
      // The list of incidents, with what it offers, comes after the row.
      await quiet();
      return [
        await page.getByRole('link', { name: /Incident$/ }).count(),
        await page.locator('.quick a').count(),
      ];
    };
    const [buttons = 0, links = 0] = await offered('operational');
    expect(buttons).to.be.at.least(2);
    expect(await offered('decommissioned')).to.deep.equal([0, links - 2]);
  });

  it('shows facts by sections, folded ones closed, with at most three requests', async () => {
    const { page, requests, complaints, quiet, visit } = await fixture.open({ email: 'manager@demo.test' });
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
    await quiet();
    const asked = requests.filter((one) => !/\/(?:user|resources|service)$/.test(one));
    expect(asked).to.have.length.within(1, 3);
    // Each list says how many it has, those behind "More", too.
    const tabs = page.getByRole('navigation', { name: 'Related' });
    await tabs.getByRole('button', { name: /^More/ }).click();
    const { data: resources } = (await manager.get('/resources')).body;
    const told = (path: string) => resources.find((one: { path: string }) => one.path === path);
    for (const { resource, label = told(resource).labels.many } of told('materials').related) {
      // The whole name, since others begin alike.
      const link = tabs.getByRole('link', { name: new RegExp(`^${label} ?\\d*$`) });
      expect(await link.innerText(), label).to.match(/\d$/);
    }
    expect(complaints).to.deep.equal([]);
  });

  it('says in its head what one came for, and folds what is many or missing', async () => {
    const items = (await manager.get('/items?per_page=100')).body.data;
    const item = items.find((one: { material_ids: number[] }) => one.material_ids.length > 5);
    await manager.patch(`/items/${item.id}`, { description: null });
    for (const width of [1280, 390]) {
      const { page, visit } = await fixture.open({
        ...{ email: 'manager@demo.test', viewport: { width, height: 844 } },
      });
      await visit(`/items/${item.id}`);
      const stock = page
        .getByRole('definition')
        .filter({ hasText: /^\d+ \p{L}+$/u })
        .first();
      const box = await stock.boundingBox();
      expect(box && box.y + box.height).to.be.below(400);
      await page.locator('summary', { hasText: /^\d+ not filled in$/ }).waitFor();
      const many = page.locator('summary', { hasText: /^\d+ materials$/ });
      const count = Number((await many.innerText()).split(' ')[0]);
      await many.click();
      const named = page.locator('details[open]').getByRole('link');
      await named.first().waitFor();
      expect(await named.count()).to.equal(count);
    }
  });

  it('has the tabs that fit, and the others behind a button, from which they come to stand in sight', async () => {
    const { id } = await first('/materials');
    for (const width of [1280, 390]) {
      const { page, visit } = await fixture.open({
        ...{ email: 'manager@demo.test', viewport: { width, height: 844 } },
      });
      await visit(`/materials/${id}`);
      const tabs = page.getByRole('navigation', { name: 'Related' });
      await tabs.getByRole('button', { name: /^More/ }).click();
      await tabs.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'History' }).click();
      await page.waitForURL(/tab=-history/);
      await tabs.getByRole('dialog').waitFor({ state: 'hidden' });
      await tabs.getByRole('link', { name: 'History' }).waitFor();
      const { height = 0 } = (await tabs.boundingBox()) ?? {};
      expect(height).to.be.below(width === 390 ? 60 : 45);
    }
  });

  it('lists the dates of a plan from now on, the next first, then the latest that have passed', async () => {
    const plan = (await manager.get('/plan-occurrences?sort=due_at&per_page=1')).body.data[0]
      .maintenance_plan_id;
    const now = new Date().toISOString();
    const dates = async (query: string) =>
      (await manager.get(`/plan-occurrences?maintenance_plan_id=${plan}&per_page=8&${query}`)).body.data;
    const next = await dates(`due_at[gte]=${now}&sort=due_at`);
    const past = await dates(`due_at[lt]=${now}&sort=-due_at`);
    expect([next.length, past.length]).to.not.include(0);
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/maintenance-plans/${plan}?tab=plan-occurrences`);
    const lines = page.getByRole('region').getByRole('listitem').getByRole('link');
    await lines.and(page.locator('[href*="/plan-occurrences/"]')).first().waitFor();
    const links = await lines.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    const shown = links.flatMap((href) => /plan-occurrences\/(\d+)$/.exec(href ?? '')?.[1] ?? []).map(Number);
    expect([shown[0], shown.at(-1)]).to.deep.equal([
      next[0].id,
      past[Math.min(past.length, 8 - Math.min(next.length, 5)) - 1].id,
    ]);
    expect(complaints).to.deep.equal([]);
  });

  it('changes the state by one tap, and writes down who did', async () => {
    const { id } = await makeIncident();
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Mark as in progress' }).click();
    await page.getByRole('button', { name: 'Mark as open' }).waitFor();
    expect(await page.getByRole('button', { name: 'Mark as in progress' }).count()).to.equal(0);
    await page.getByRole('button', { name: /^More/ }).click();
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
    await page.getByRole('button', { name: 'Mark as in progress' }).click();
    await page.waitForURL(/\/edit\?with\.status=in_progress$/);
    await page
      .getByRole('status')
      .filter({ hasText: /companies|company/i })
      .waitFor();
    expect(await page.getByLabel('Status').inputValue()).to.equal('in_progress');
    // What it says lies over no button.
    await page.getByRole('button', { name: 'Save' }).click({ trial: true });
  });

  it('tells of a change of state that was faster, and offers what is possible now', async () => {
    const { id } = await makeIncident();
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [412] });
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Mark as resolved' }).waitFor();
    await manager.patch(`/incidents/${id}`, { status: 'resolved' });
    await page.getByRole('button', { name: 'Mark as in progress' }).click();
    await page.getByText('Somebody else has just changed this').waitFor();
    await page.getByRole('button', { name: 'Mark as closed' }).waitFor();
    expect((await manager.get(`/incidents/${id}`)).body.data.status).to.equal('resolved');
  });

  it('deletes after the user agrees, and goes back to the list', async () => {
    const { id } = await makeIncident();
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    // The list opens with what is to do, so its query follows at once.
    await page.waitForURL(/\/incidents(\?|$)/);
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
    await page.getByText('This does not exist').waitFor();
    await visit(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Mark as resolved' }).waitFor();
    await manager.delete(`/incidents/${id}`);
    await page.getByRole('button', { name: 'Mark as resolved' }).click();
    await page.getByText('This has been deleted.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Strange noise' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).to.equal(0);
  });

  it('has no history for users who may not read it, and no button that would be refused', async () => {
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
    // What the page asks in the moment of the switch may still be for the site of before: a 422, after which it asks anew.
    const { page, complaints, visit } = await fixture.open({ email: 'admin@demo.test', meant: [422] });
    await visit(`/materials/${id}`);
    await page.getByText('This belongs to Plant North and can only be changed there.').waitFor();
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
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('link', { name: 'History' }).click();
    await page.locator('ins', { hasText: markup }).first().waitFor();
    expect(await page.locator('main img, main b, dialog img').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });

  it('offers its address as a code to print', async () => {
    const { id, scan_url: address } = await first('/materials');
    const { page, complaints, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit(`/materials/${id}`);
    await page.getByRole('button', { name: 'QR code' }).click();
    const code = page.getByRole('dialog').getByRole('img', { name: 'QR code' });
    await code.waitFor();
    expect((await code.boundingBox())?.width).to.be.above(150);
    // That of the form where people without an account report what is wrong, where the machine has one.
    await page.getByRole('dialog').getByText(address).waitFor();
    expect(complaints).to.deep.equal([]);
  });
});
