/** Weeks and days of a calendar, and rows that are put elsewhere in them: by dragging, by a dialog, on a phone. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, untilFocused, type Window } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';
import { looks, settled } from './everybody.ts';

/** A week without demo data. */
const week = '/maintenances?view=calendar&span=week&on=2031-03-05';
interface Occurrence {
  readonly id: number;
  readonly due_at: string | null;
  readonly due_units: number | null;
}
const at = (day: string, time: string) => `2031-03-${day}T${time}:00.000Z`;

describe('a week of the console’s calendar', () => {
  const { fixture, manager: client } = openConsole(['manager']);
  let window: Window;
  let page: Page;
  let people: { id: number; full_name: string }[];
  let made: { id: number }[];
  const names = ['Oil the press', 'Tighten the belt'];
  before(async () => {
    const [material] = (await client.get('/materials?per_page=1')).body.data;
    people = (await client.get('/maintenances/options/operator_ids')).body.data;
    made = [];
    for (const [index, name] of names.entries()) {
      const body = {
        ...{ name, material_id: material.id, scheduled_at: at(`0${4 + index}`, '08:30') },
        ...{ estimated_minutes: 90, operator_ids: index === 0 ? [people[0]?.id] : [] },
      };
      made.push((await client.post('/maintenances', body)).body.data);
    }
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

  const day = (number: string, of: Page = page) =>
    of.getByRole('listitem').filter({ has: of.locator(`time[datetime="2031-03-${number}"]`) });
  const person = (name: string | undefined, of: Page = page) =>
    of
      .getByRole('list', { name: 'By person' })
      .locator(':scope > li')
      .filter({ hasText: name ?? '' });
  const stored = async (index: number) => (await client.get(`/maintenances/${made[index]?.id}`)).body.data;

  it('has an address, and turns week by week', async () => {
    await window.visit(week);
    await page.getByRole('heading', { name: /Mar 3 – 9, 2031/ }).waitFor();
    await day('04')
      .getByRole('link', { name: names[0] ?? '' })
      .waitFor();
    expect(await day('04').innerText()).to.include('8:30');
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: /Mar 10 – 16, 2031/ }).waitFor();
    expect(page.url()).to.include('span=week&on=2031-03-12');
    await page.getByText('Nothing on these days.').waitFor();
    await page.getByRole('button', { name: 'Month', exact: true }).click();
    await page.getByRole('heading', { name: 'March 2031' }).waitFor();
  });

  inChromium.it('shows at once where a row is dragged, at the same time of the day', async () => {
    await window.visit(week);
    const link = page.getByRole('link', { name: names[0] ?? '' });
    let answer = () => {};
    const isSent = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/maintenances/*', async (route) => {
      await isSent;
      await route.continue();
    });
    await link.dragTo(day('06'), { sourcePosition: { x: 40, y: 6 } });
    await day('06')
      .getByRole('link', { name: names[0] ?? '' })
      .waitFor();
    expect((await stored(0)).scheduled_at).to.equal(at('04', '08:30'));
    answer();
    await page
      .getByRole('status')
      .filter({ hasText: names[0] ?? '' })
      .waitFor();
    await page.unroute('**/api/v1/maintenances/*');
    expect((await stored(0)).scheduled_at).to.equal(at('06', '08:30'));
  });

  inChromium.it('puts it back, with the reason, if another person was faster', async () => {
    await window.visit(week);
    await day('05')
      .getByRole('link', { name: names[1] ?? '' })
      .waitFor();
    await client.patch(`/maintenances/${made[1]?.id}`, { priority: 'high' });
    await page.getByRole('link', { name: names[1] ?? '' }).dragTo(day('07'));
    await page
      .getByRole('status')
      .filter({ hasText: /just changed this/ })
      .waitFor();
    await day('05')
      .getByRole('link', { name: names[1] ?? '' })
      .waitFor();
    expect((await stored(1)).scheduled_at).to.equal(at('05', '08:30'));
  });

  inChromium.it('moves it by keys, and the focus goes with it', async () => {
    await window.visit(week);
    await page.getByRole('link', { name: names[1] ?? '' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /Move: Tighten/ });
    await dialog.getByLabel('Day').fill('2031-03-08');
    await dialog.getByLabel('Time').fill('10:15');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await untilFocused(day('08').getByRole('link', { name: names[1] ?? '' }));
    await page
      .getByRole('status')
      .filter({ hasText: names[1] ?? '' })
      .waitFor();
    expect((await stored(1)).scheduled_at).to.equal(at('08', '10:15'));
  });

  inChromium.it(
    'asks the action that moves a row what it needs, with the day where the row was let go',
    async () => {
      // Not one that goes by a meter, and none of a Sunday: the day after it has to be of the shown week.
      const { body } = await client.get('/plan-occurrences?status=scheduled&sort=-due_at&per_page=100');
      const { id, due_at: due } = body.data.find(
        (one: Occurrence) =>
          one.due_at !== null && one.due_units === null && new Date(one.due_at).getUTCDay() !== 0,
      );
      const later = new Date(Date.parse(due) + 86_400_000).toISOString();
      await window.visit(`/plan-occurrences?view=calendar&span=week&on=${due.slice(0, 10)}`);
      const row = page.locator(`.days a[href$="/plan-occurrences/${id}"]`);
      const target = page
        .getByRole('listitem')
        .filter({ has: page.locator(`time[datetime="${later.slice(0, 10)}"]`) });
      await row.dragTo(target, { sourcePosition: { x: 40, y: 6 } });
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('The crane is away.');
      await dialog.getByRole('button', { name: 'Postpone' }).click();
      await dialog.waitFor({ state: 'detached' });
      const moved = (await client.get(`/plan-occurrences/${id}`)).body.data;
      expect([moved.due_at, moved.note]).to.deep.equal([later, 'The crane is away.']);
      await target.locator(`a[href$="/plan-occurrences/${id}"]`).waitFor();
    },
  );

  inChromium.it('tells by person how much each has, and gives a row to another one', async () => {
    await window.visit(week);
    await page.getByRole('button', { name: 'By person' }).click();
    const [first, other] = people.map(({ full_name: name }) => name);
    await person(first).getByText('1 row · 1 h 30 min').waitFor();
    await person('Nobody')
      .getByRole('link', { name: names[1] ?? '' })
      .waitFor();
    await person(first)
      .getByRole('link', { name: names[0] ?? '' })
      .dragTo(person(other).locator('li', { has: page.locator('time[datetime="2031-03-07"]') }));
    await person(other).getByText('1 row · 1 h 30 min').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: other ?? '' })
      .waitFor();
    expect(await stored(0)).to.deep.include({
      scheduled_at: at('07', '08:30'),
      operator_ids: [people[1]?.id],
    });
  });

  it('looks right by person, in every width and scheme', async () => {
    await window.visit(`${week}&by=person`);
    await settled(page);
    expect(await looks(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('is an agenda of people on a phone, where a dialog gives a row away', async () => {
    const phone = await fixture.open({ email: 'manager@demo.test', viewport: { width: 390, height: 844 } });
    await phone.visit(`${week}&by=person`);
    const free = person('Nobody', phone.page);
    await free.getByRole('button', { name: /^Move: / }).click();
    await phone.page.getByLabel('Operators').selectOption(people[0]?.full_name ?? '');
    await phone.page.getByRole('button', { name: 'Move', exact: true }).click();
    await person(people[0]?.full_name, phone.page)
      .getByRole('link', { name: names[1] ?? '' })
      .waitFor();
    await free.waitFor({ state: 'detached' });
    await phone.page
      .getByRole('status')
      .filter({ hasText: people[0]?.full_name ?? '' })
      .waitFor();
    expect((await stored(1)).operator_ids).to.deep.equal([people[0]?.id]);
    expect(phone.complaints).to.deep.equal([]);
    await phone.page.context().close();
  });

  it('offers no moves to users who may change nothing', async () => {
    const viewer = await fixture.open({ email: 'viewer@demo.test' });
    await viewer.visit('/maintenances?view=calendar');
    const link = viewer.page.locator('.days a').first();
    await link.waitFor();
    const days = viewer.page.locator('.days > li');
    // A browser drags links by itself.
    for (const one of [days.first(), days.nth(1)]) await link.dragTo(one);
    expect(viewer.requests.filter((one) => one.startsWith('PATCH'))).to.deep.equal([]);
    expect(viewer.complaints).to.deep.equal([]);
    expect(await viewer.page.getByRole('button', { name: /^Move: / }).count()).to.equal(0);
    await viewer.page.context().close();
  });
});
