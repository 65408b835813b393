/** A user at a machine with a phone: from its code to a report in few taps, on targets that a finger can hit. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { openConsole, type Window } from '../../../harness/console.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const smallestTarget = 44;
const mostTaps = 4;

describe('a phone before a machine', () => {
  const { fixture, manager, technician } = openConsole(['manager', 'technician']);

  const open = () => fixture.open({ email: 'technician@demo.test', ...phone });
  const first = async (path: string) => (await technician.get(path)).body.data[0];
  const material = () => first('/materials?per_page=1&search=MX-2002');

  /** Counts taps, each on what is large enough. */
  function fingers() {
    let taps = 0;
    return {
      get taps() {
        return taps;
      },
      count() {
        taps += 1;
      },
      async tap(target: Locator) {
        await target.waitFor();
        const box = await target.boundingBox();
        expect(box?.height, String(target)).to.be.at.least(smallestTarget);
        expect(box?.width, String(target)).to.be.at.least(smallestTarget);
        await target.tap();
        taps += 1;
      },
    };
  }

  /** One tap opens it, one chooses. */
  const choose = async (finger: ReturnType<typeof fingers>, list: Locator, label: string | RegExp) => {
    await finger.tap(list);
    const option = list.locator('option').filter({ hasText: label }).first();
    await list.selectOption((await option.getAttribute('value')) ?? '');
    finger.count();
  };

  const noSidewaysScroll = async (page: Page) =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).to.be.at.most(0);

  /** What a scanner does that types. */
  async function scan({ page }: Window, code: string) {
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }

  it('leads from the printed address to a reported incident', async () => {
    const { id, name } = await material();
    const { page, complaints, visit } = await open();
    await visit(`/materials/${id}?site=2`);
    const finger = fingers();
    await finger.tap(page.getByRole('link', { name: '+ Incident' }).first());
    await finger.tap(page.getByLabel('Name'));
    await page.keyboard.type('Oil on the floor');
    await noSidewaysScroll(page);
    await finger.tap(page.getByRole('button', { name: 'Save' }));
    await page.waitForURL(new RegExp(`/materials/${id}\\?tab=incidents$`));
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const made = page
      .getByRole('region', { name: 'Incidents' })
      .getByRole('link', { name: 'Oil on the floor' });
    await made.waitFor();
    await page.getByRole('status').getByRole('link', { name: '“Oil on the floor” was created.' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Oil on the floor' }).waitFor();
    expect(finger.taps).to.be.at.most(mostTaps);
    expect(complaints).to.deep.equal([]);
  });

  it('shows what one came for above what one can do, and both on the first screen', async () => {
    const { id } = await first('/maintenances?status=planned&per_page=1');
    const { page, visit } = await open();
    await visit(`/maintenances/${id}`);
    const part = page.getByRole('link', { name: '+ Part used' });
    await part.waitFor();
    const told = [page.locator('.headline'), page.locator('.actions'), part];
    const boxes = await Promise.all(told.map((one) => one.boundingBox()));
    const [tops, ends] = [
      boxes.map((box) => box?.y ?? Number.NaN),
      boxes.map((box) => (box ? box.y + box.height : Number.NaN)),
    ];
    expect(tops[1]).to.be.at.least(ends[0] ?? Number.NaN);
    expect(tops[2]).to.be.at.least(ends[1] ?? Number.NaN);
    expect(ends[2]).to.be.at.most(phone.viewport.height);
  });

  it('leads from the overview to a reported incident, and back to it', async () => {
    const { page, complaints, visit } = await open();
    await visit('/');
    const finger = fingers();
    await finger.tap(page.getByRole('link', { name: '+ Incident' }));
    await finger.tap(page.getByLabel('Name'));
    await page.keyboard.type('Smell of gas');
    await finger.tap(page.getByRole('combobox', { name: 'Material' }));
    await finger.tap(page.getByRole('listbox').getByRole('option').first());
    await finger.tap(page.getByRole('button', { name: 'Save' }));
    await page.getByRole('status').getByRole('link', { name: '“Smell of gas” was created.' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal('/console/');
    expect(finger.taps).to.be.at.most(5);
    expect(complaints).to.deep.equal([]);
  });

  it('clocks in and out beside the work, by a tap each', async () => {
    const { id, name } = await first('/maintenances?status=in_progress&per_page=1');
    const { id: other } = await first(`/maintenances?id[not]=${id}&per_page=1`);
    const { id: user } = (await technician.get('/user')).body.data;
    const running = async () =>
      (await technician.get(`/labour-entries?user_id=${user}&running=true`)).body.data;
    for (const entry of await running()) await technician.post(`/labour-entries/${entry.id}/clock-out`);
    const { page, complaints, visit } = await open();
    await visit(`/maintenances/${id}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const finger = fingers();
    await finger.tap(page.getByRole('button', { name: 'Clock in' }));
    const out = page.getByRole('button', { name: 'Clock out' });
    await out.waitFor();
    const [entry, ...more] = await running();
    expect([entry.maintenance_id, more]).to.deep.equal([id, []]);
    await noSidewaysScroll(page);
    // Elsewhere nothing begins while it runs.
    await visit(`/maintenances/${other}`);
    await page.getByRole('link', { name: '+ Book time' }).waitFor();
    expect(await page.getByRole('button', { name: /Clock/ }).count()).to.equal(0);
    await visit(`/maintenances/${id}`);
    await finger.tap(out);
    await page.getByRole('button', { name: 'Clock in' }).waitFor();
    expect(await running()).to.deep.equal([]);
    expect(finger.taps).to.equal(2);
    expect(complaints).to.deep.equal([]);
  });

  it('asks for a trade where none is known, and then clocks in', async () => {
    const { id } = await first('/maintenances?status=in_progress&per_page=1');
    const trade = await first('/trades?per_page=1');
    const { id: user_id } = (await technician.get('/user')).body.data;
    await fixture.service.database.knex('labour_entries').where({ user_id }).del();
    const { page, complaints, visit } = await fixture.open({
      ...{ email: 'technician@demo.test', meant: [422] },
      ...phone,
    });
    await visit(`/maintenances/${id}`);
    await page.getByRole('button', { name: 'Clock in' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Clock in' });
    await dialog.getByRole('combobox', { name: 'Trade' }).fill(trade.name);
    await dialog.getByRole('option', { name: trade.name }).first().tap();
    await dialog.getByRole('button', { name: 'Clock in' }).tap();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clock out' }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('reads the meters of the machine alone, and the only one without a choice', async () => {
    const zone_id = (await material()).zone_id;
    const made = async (path: string, body: object) => {
      const reply = await manager.post(path, body);
      expect(reply.status, reply.text).to.equal(201);
      return reply.body.data;
    };
    const { id: material_id } = await made('/materials', { name: 'Test stand', zone_id });
    const meter = { material_id, kind: 'counter', unit: 'h' };
    const hours = await made('/meters', { ...meter, name: 'Hours of the stand' });
    const { page, complaints, visit } = await open();
    const read = async () => {
      await visit(`/materials/${material_id}`);
      await page.getByRole('link', { name: '+ Read the meter' }).tap();
      await page.getByRole('heading', { level: 1, name: /reading/i }).waitFor();
    };
    await read();
    const chosen = page.getByRole('combobox', { name: 'Meter' });
    await page.waitForFunction(
      (name) => [...document.querySelectorAll('input')].some(({ value }) => value === name),
      hours.name,
    );
    // No text was typed that could be lost.
    await read();
    expect(await page.getByText(/draft/i).count()).to.equal(0);
    await page.getByLabel('Value').fill('12.5');
    await page.getByRole('button', { name: 'Save' }).tap();
    await page.waitForURL(new RegExp(`/materials/${material_id}`));
    const [reading] = (await manager.get(`/meter-readings?material_id=${material_id}`)).body.data;
    expect(reading).to.include({ meter_id: hours.id, value: 12.5, material_id });
    await made('/meters', { ...meter, name: 'Starts of the stand' });
    await read();
    await chosen.tap();
    await page.getByRole('option', { name: 'Starts of the stand' }).waitFor();
    expect(await page.getByRole('listbox').getByRole('option').count()).to.equal(2);
    expect(complaints).to.deep.equal([]);
  });

  it('leads from a typed code to a recorded cleaning', async () => {
    const { name, serial_number: code } = await material();
    const window = await open();
    const { page, complaints } = window;
    await page.getByRole('link', { name: 'Search' }).tap();
    await scan(window, code.toLowerCase());
    const finger = fingers();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await finger.tap(page.getByRole('link', { name: '+ Cleaning' }).first());
    await choose(finger, page.getByLabel('Type'), 'Weekly');
    await finger.tap(page.getByRole('button', { name: 'Save' }));
    await page.waitForURL(/\/materials\/\d+\?tab=cleanings$/);
    expect(finger.taps).to.be.at.most(mostTaps);
    expect(complaints).to.deep.equal([]);
  });

  it('leads from a scanned address to a booked part', async () => {
    const { id } = await first('/items?per_page=1&sort=-current_stock');
    const window = await open();
    const { page, complaints } = window;
    await page.getByRole('link', { name: 'Search' }).tap();
    await scan(window, `${fixture.service.url}/console/items/${id}?site=2`);
    await page.waitForURL(new RegExp(`/items/${id}\\?site=2$`));
    const finger = fingers();
    await finger.tap(page.getByRole('link', { name: '+ Exit' }));
    await finger.tap(page.getByLabel('Quantity'));
    await page.keyboard.type('1');
    await finger.tap(page.getByRole('button', { name: 'Save' }));
    await page.waitForURL(new RegExp(`/items/${id}\\?tab=item-movements$`));
    expect(finger.taps).to.be.at.most(mostTaps);
    expect(complaints).to.deep.equal([]);
  });

  it('has targets on the page of a row that fingers can hit, and no sideways scroll at 320 px', async () => {
    const { id } = await first('/incidents?per_page=1&status=open');
    const { page, quiet, visit } = await fixture.open({
      email: 'technician@demo.test',
      ...phone,
      viewport: { width: 320, height: 700 },
    });
    for (const path of [`/incidents/${id}`, `/materials/${(await material()).id}`, '/-/search']) {
      await visit(path);
      await quiet();
      await noSidewaysScroll(page);
      const small = await page
        .locator('header.bar :is(a, button, select), main :is(button, .button, summary, input)')
        .evaluateAll(
          (elements, least) =>
            elements
              .filter((element) => element.checkVisibility())
              .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
              .filter(({ box }) => box.height < least || box.width < least)
              .map(({ text, box }) => `${text} ${box.width} × ${box.height}`),
          smallestTarget,
        );
      expect(small).to.deep.equal([]);
    }
  });

  it('has a form that no browser zooms into, with Save in sight above the keyboard', async () => {
    const { page, visit } = await fixture.open({
      email: 'technician@demo.test',
      ...phone,
      // What a keyboard leaves of the screen.
      viewport: { width: 390, height: 420 },
    });
    await visit('/incidents/new');
    await page.getByLabel('Name').tap();
    const sizes = await page
      .locator('form :is(input:not([type=checkbox]), select, textarea)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility())
          .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      );
    expect(sizes.length).to.be.at.least(3);
    // Browsers of phones zoom into what is smaller.
    expect(Math.min(...sizes)).to.be.at.least(16);
    await page.getByRole('button', { name: 'Save' }).waitFor();
    const save = await page.getByRole('button', { name: 'Save' }).boundingBox();
    expect((save?.y ?? 0) + (save?.height ?? 0)).to.be.at.most(420);
  });

  it('tells of codes that several have, that none has, and of other addresses', async () => {
    const window = await open();
    const { page, visit, complaints } = window;
    await visit('/-/search');
    await scan(window, 'https://elsewhere.example.com/console/materials/1');
    await page.getByText('This address is not part of this service.').waitFor();
    await page.getByLabel('Name, reference, code or address').selectText();
    await scan(window, 'no such code at all');
    await page.getByRole('status').filter({ hasText: 'Nothing found.' }).waitFor();
    await page.getByLabel('Name, reference, code or address').selectText();
    await scan(window, 'MX-20');
    await page.getByText('No exact match. Similar:').waitFor();
    // A near match opens nothing by itself: the result has the focus, and another Enter opens it.
    await page.locator('.found a:focus', { hasText: /MX-20/ }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('offers the other site where a machine stands there', async () => {
    const manager = await fixture.service.signedIn('manager@demo.test');
    await manager.patch('/user/site', { site_id: 3 });
    const { id, name } = (await manager.get('/materials?per_page=1')).body.data[0];
    await manager.patch('/user/site', { site_id: 2 });
    const { page, visit } = await fixture.open({ email: 'manager@demo.test', meant: [404], ...phone });
    await visit(`/materials/${id}?site=3`);
    await page.getByRole('button', { name: 'Switch to Plant South' }).tap();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await manager.patch('/user/site', { site_id: 2 });
  });
});
