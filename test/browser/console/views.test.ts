/** The overview of a site, boards and calendars: what they show is what lists say, and what they lead to. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, type Window } from '../../harness/console.ts';
import { withoutComputed } from '../../harness/database.ts';
import { firefoxNeeds, watchDrag } from '../../harness/drag.ts';
import { inChromium } from '../../harness/only-on.ts';

describe('the console at a glance', () => {
  const { fixture, manager: client } = openConsole(['manager']);
  let window: Window;
  let page: Page;
  before(async () => {
    window = await fixture.open({
      email: 'manager@demo.test',
      meant: [412, 422],
      viewport: { width: 1280, height: 900 },
    });
    page = window.page;
  });
  afterEach(() => {
    expect(window.complaints).to.deep.equal([]);
  });

  describe('its overview', () => {
    it('asks once beside what is one’s own, and shows every part with what it counts', async () => {
      window.requests.length = 0;
      await window.visit('/');
      await page.getByRole('region', { name: 'Materials by status' }).waitFor();
      const own = /^GET \/(?:user|resources|service|maintenances\?operator_id=2&.*)$/;
      expect(window.requests.filter((one) => !own.test(one))).to.deep.equal(['GET /overview']);
      const { body } = await client.get('/overview');
      const shown = await page.locator('.overview > section h2').allInnerTexts();
      expect(shown).to.deep.equal(body.data.map(({ title }: { title: string }) => title));
    });

    /** Opens the table of a chart. @returns the rows of it */
    const tableOf = async (name: string) => {
      await window.visit('/');
      const chart = page.getByRole('figure', { name });
      await chart.getByText('Table').click();
      return chart.getByRole('row').filter({ has: page.getByRole('rowheader') });
    };

    it('leads from a value of a chart to the rows that it counts, by the table and by the pointer', async () => {
      const row = (await tableOf('Materials by status')).filter({ hasText: 'Operational' });
      const count = Number(await row.getByRole('cell').innerText());
      await row.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'Materials' }).waitFor();
      const { body } = await client.get('/materials?status=operational');
      expect(count).to.equal(body.meta.total).and.to.be.above(1);
      expect(new URL(page.url()).searchParams.get('status')).to.equal('operational');
      await window.visit('/');
      await page.getByRole('figure', { name: 'Materials by status' }).locator('.band').first().click();
      await page.getByRole('heading', { level: 1, name: 'Materials' }).waitFor();
      expect(new URL(page.url()).searchParams.get('status')).to.equal('operational');
    });

    it('leads from a month to the rows of that month at the site', async () => {
      const row = (await tableOf('Incidents by month')).nth(2);
      const count = Number(await row.getByRole('cell').innerText());
      await row.getByRole('link').click();
      await page.getByRole('table').waitFor();
      const { search } = new URL(page.url());
      expect((await client.get(`/incidents${search}`)).body.meta.total)
        .to.equal(count)
        .and.to.be.above(0);
    });
  });

  describe('a board', () => {
    const column = (name: string) => page.getByRole('region', { name, exact: true });

    it('has a column for each state with its count, by three requests', async () => {
      window.requests.length = 0;
      await window.visit('/maintenances?view=board');
      for (const name of ['Planned', 'Completed']) await column(name).getByRole('listitem').first().waitFor();
      expect(window.requests.filter((one) => one.includes('/maintenances'))).to.have.lengthOf(3);
      const { body } = await client.get('/maintenances/counts?by=status');
      for (const { label, count } of body.data) {
        expect(Number(await column(label).locator('.count').innerText()), label).to.equal(count);
      }
    });

    it('moves a card by its menu, and tells of it', async () => {
      const card = column('Planned').getByRole('listitem').first();
      // Only work with an operator can begin. Whether the first row of the demo has one depends on the day.
      const [, id] = /\/(\d+)$/.exec((await card.getByRole('link').getAttribute('href')) ?? '') ?? [];
      const { body: user } = await client.get('/user');
      await client.send('PATCH', `/maintenances/${id}`, { operator_ids: [user.data.id] });
      await window.visit('/maintenances?view=board');
      const name = await card.getByRole('link').innerText();
      const before = Number(await column('In progress').locator('.count').innerText());
      await card.getByRole('combobox').selectOption('In progress');
      await page.getByText(`${name}: In progress`).waitFor();
      await column('In progress')
        .getByText(String(before + 1), { exact: true })
        .waitFor();
      expect(
        (await client.get('/maintenances/counts?by=status&status=in_progress')).body.data[0].count,
      ).to.equal(before + 1);
    });

    inChromium.it('moves a card by dragging it to where it may go, as Firefox needs it', async () => {
      const dragged = await watchDrag(page);
      const before = Number(await column('Canceled').locator('.count').innerText());
      await column('Planned').getByRole('listitem').first().dragTo(column('Canceled'));
      await column('Canceled')
        .getByText(String(before + 1), { exact: true })
        .waitFor();
      expect(await dragged()).to.deep.equal(firefoxNeeds);
    });

    it('says that another person was faster, and shows what they did', async () => {
      const card = column('Planned').getByRole('listitem').first();
      const address = await card.getByRole('link').getAttribute('href');
      const name = await card.getByRole('link').innerText();
      const id = address?.split('/').at(-1);
      expect(await client.send('PATCH', `/maintenances/${id}`, { status: 'canceled' })).to.include({
        status: 200,
      });
      await card.getByRole('combobox').selectOption('In progress');
      await page
        .getByRole('status')
        .filter({ hasText: /changed/ })
        .waitFor();
      await column('Planned').locator(`a[href="${address}"]`).waitFor({ state: 'detached' });
      expect(name).not.to.equal('');
    });

    it('shows the columns that the list is filtered by', async () => {
      await window.visit('/maintenances?view=board&status=planned');
      await column('Planned').waitFor();
      expect(await column('Completed').count()).to.equal(0);
    });

    it('keeps to the order in its address', async () => {
      await window.visit('/maintenances?view=board&sort=-id');
      const links = column('Planned').getByRole('listitem').locator('a:first-of-type');
      await links.first().waitFor();
      const ids = await links.evaluateAll((all) =>
        all.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))),
      );
      expect(ids).to.have.length.above(2);
      expect(ids).to.deep.equal(ids.toSorted((one, other) => other - one));
    });

    it('shows cards with a date first, also where more have none than it requests', async () => {
      const { knex } = fixture.service.database;
      const [{ id }] = (await client.get('/maintenances?status=planned&per_page=1&fields=id')).body.data;
      const { id: _id, ...like } = withoutComputed(await knex('maintenances').where({ id }).first());
      const at = (index: number) => (index < 110 ? null : '2031-01-01 00:00:00.000');
      const rows = Array.from({ length: 112 }, (_, index) => ({
        ...{ ...like, name: `Crowded ${index}`, search_text: `crowded ${index}` },
        scheduled_at: at(index),
      }));
      await knex.batchInsert('maintenances', rows, 50);
      await window.visit('/maintenances?view=board&search=crowded');
      const links = column('Planned').getByRole('listitem').locator('a:first-of-type');
      await links.nth(2).waitFor();
      const names = await links.allInnerTexts();
      expect(names.slice(0, 2)).to.have.members(['Crowded 110', 'Crowded 111']);
      expect(names).to.have.lengthOf(102);
      await knex('maintenances').where('name', 'like', 'Crowded %').delete();
    });

    it('shows the edge of its next column on a tablet', async () => {
      const size = { width: 768, height: 900 };
      const tablet = await fixture.open({ email: 'manager@demo.test', viewport: size });
      await tablet.visit('/incidents?view=board');
      const next = tablet.page.getByRole('region', { name: 'Closed', exact: true });
      await next.waitFor();
      const board = await tablet.page.locator('.board').boundingBox();
      const right = (board?.x ?? 0) + (board?.width ?? 0);
      expect((await next.boundingBox())?.x).to.be.within(right - 60, right - 12);
      await tablet.page.context().close();
    });

    it('offers no transitions to users who may change nothing', async () => {
      const viewer = await fixture.open({ email: 'viewer@demo.test' });
      await viewer.visit('/maintenances?view=board');
      await viewer.page
        .getByRole('region', { name: 'Planned', exact: true })
        .getByRole('link')
        .first()
        .waitFor();
      expect(await viewer.page.locator('.board select').count()).to.equal(0);
      expect(viewer.complaints).to.deep.equal([]);
      await viewer.page.context().close();
    });
  });

  describe('a calendar', () => {
    it('shows every row of a month on its day at the site', async () => {
      await window.visit('/maintenances?view=calendar');
      await page.locator('.days a').first().waitFor();
      const address = await page.locator('.days a').first().getAttribute('href');
      const { body } = await client.get(`/maintenances/${address?.split('/').at(-1)}`);
      const { timezone: timeZone } = (await client.get('/resources')).body.meta;
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(body.data.scheduled_at));
      expect(
        await page.locator(`.days > li:has(a[href="${address}"]) > time`).getAttribute('datetime'),
      ).to.equal(day);
    });

    it('goes from month to month, each with an address', async () => {
      const title = page.locator('.calendar h2');
      const present = await title.innerText();
      await page.getByRole('button', { name: 'Earlier' }).click();
      await title.filter({ hasNotText: present }).waitFor();
      expect(page.url()).to.match(/on=\d{4}-\d\d-\d\d/);
      await page.goBack();
      await page.locator('.calendar h2', { hasText: present }).waitFor();
    });

    it('is an agenda on a phone', async () => {
      const phone = await fixture.open({ email: 'manager@demo.test', viewport: { width: 390, height: 844 } });
      await phone.visit('/maintenances?view=calendar');
      await phone.page.locator('.days > li:not(.beside) a').first().waitFor();
      expect(await phone.page.locator('.days > .free').first().isVisible()).to.equal(false);
      const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).to.be.at.most(390);
      await phone.page.context().close();
    });
  });
});
