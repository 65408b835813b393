/** Rows as people read them: a line each, short, with what was cut off under the pointer. */
import { expect } from 'chai';
import { openConsole, type Window } from '../../../harness/console.ts';

describe('rows of a list', () => {
  const { fixture } = openConsole();
  const viewport = { width: 1280, height: 800 };
  let desk: Window;
  let french: Window;
  before(async () => {
    desk = await fixture.open({ email: 'manager@demo.test', locale: 'en-GB', viewport });
    const admin = await fixture.service.signedIn('admin@demo.test');
    await admin.send('PATCH', '/user/locale', { locale: 'fr' });
    french = await fixture.open({ email: 'admin@demo.test', locale: 'fr-FR', viewport });
    await admin.send('PATCH', '/user/site', { site_id: 2 });
  });

  const lists = ['maintenances', 'materials', 'maintenance-plans', 'plan-occurrences', 'incidents', 'items'];
  const desks = { English: () => desk, French: () => french };
  const cases = lists.flatMap((path) =>
    Object.entries(desks).map(([language, at]) => ({ path, language, at })),
  );
  for (const { path, language, at } of cases) {
    it(`${path}, in ${language}: a line each, twenty on a screen, and nothing beside it`, async () => {
      const { page, visit } = at();
      await visit(`/${path}?view=list`);
      await page.getByRole('table').waitFor();
      const rows = await page.locator('tbody tr').evaluateAll((all) =>
        all.map((row) => {
          const { top, bottom, height } = row.getBoundingClientRect();
          return { height, isSeen: top >= 0 && bottom <= innerHeight };
        }),
      );
      expect(Math.max(...rows.map(({ height }) => height))).to.be.below(36);
      expect(rows.filter(({ isSeen }) => isSeen)).to.have.length.at.least(20);
      const beside = await page
        .locator('.scroll')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(beside).to.equal(0);
    });
  }

  it('tell days as the browser’s region does, the year where it is another, and the whole under the pointer', async () => {
    const { page, visit } = desk;
    await visit('/plan-occurrences?sort=due_at&columns=due_at');
    const time = page.getByRole('table').getByRole('time').first();
    expect(await time.innerText()).to.match(/^\d{1,2} \p{L}{3,4}( \d{4},)? \d\d:\d\d$/u);
    expect(await time.getAttribute('title')).to.match(/^\d{1,2} \p{L}{3,4} \d{4}, \d\d:\d\d$/u);
  });

  it('say how late they are, on every page that shows them', async () => {
    const { page, visit } = desk;
    const main = page.getByRole('main');
    const late = main.getByText(/(?:\d+ (?:min|h|days?)) late$/);
    await visit('/maintenances?overdue=true');
    await page.getByRole('table').waitFor();
    const rows = page.getByRole('table').getByRole('row');
    expect(await late.count()).to.equal((await rows.count()) - 1);
    expect(await late.first().getAttribute('title')).to.match(/^\d{1,2} \p{L}{3,4} \d{4}, \d\d:\d\d$/u);
    await rows.nth(1).getByRole('link').first().click();
    await late.first().waitFor();
    for (const path of ['/', '/maintenances?view=board', '/maintenances?view=calendar']) {
      await visit(path);
      await late.first().waitFor();
    }
    // Where the date itself is not shown, it is told which one has passed.
    await visit('/maintenances?overdue=true&columns=name,due_at');
    await page
      .getByText(/^Scheduled: .* late$/)
      .first()
      .waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('/maintenances?overdue=true');
    await late.first().waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('tell under the pointer what is cut off', async () => {
    const { page, visit } = desk;
    await visit('/maintenances');
    await page.getByRole('table').waitFor();
    const cells = page.getByRole('table').getByRole('cell');
    const at = await cells.evaluateAll((all) =>
      all.findIndex(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    );
    const cut = cells.nth(at);
    await cut.hover();
    expect(await cut.getAttribute('title')).to.equal(await cut.textContent());
  });
});
