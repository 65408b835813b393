/** Forms that follow what is filled in: what another field rules out is not there, and what is usual is folded and told in words. */
import { expect } from 'chai';
import { openConsole } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';

describe('a form that follows', () => {
  const { fixture, manager } = openConsole(['manager']);
  const widths = { 'at a desk': { width: 1280, height: 800 }, 'on a phone': { width: 390, height: 780 } };

  it('shows what a plan by a meter has, and nothing of the calendar', async () => {
    const { page, complaints, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/maintenance-plans/new');
    const named = (name: string) => page.getByLabel(name, { exact: true });
    const calendar = ['Interval', 'Time of day', 'Lead time', 'On closed days'];
    for (const name of calendar) expect(await named(name).count(), name).to.equal(1);
    expect(await named('Lead in units').count()).to.equal(0);
    await page.getByLabel('Due by').selectOption({ label: 'Meter' });
    await page.getByRole('textbox', { name: 'Every', exact: true }).waitFor();
    for (const name of calendar) expect(await named(name).count(), name).to.equal(0);
    expect(await named('Lead in units').count()).to.equal(1);
    expect(complaints).to.deep.equal([]);
  });

  for (const [where, viewport] of Object.entries(widths)) {
    inChromium.it(
      `shows the dates of a plan while one types, the latest alone, and does not shout, ${where}`,
      async () => {
        const { page, complaints, requests, visit } = await fixture.open({
          ...{ email: 'manager@demo.test', viewport, meant: [422] },
        });
        const { id } = (await manager.get('/maintenance-plans/options/material_id?per_page=1')).body.data[0];
        await visit(`/maintenance-plans/new?with.material_id=${id}`);
        const dates = page.getByRole('region', { name: 'Forecast' }).first();
        await page.getByLabel('Name').fill('Dates');
        await page.getByLabel('Frequency').selectOption({ label: 'Month' });
        await page.getByText('month', { exact: true }).waitFor();
        await page.getByLabel('Interval').fill('3');
        await page.getByText('months', { exact: true }).waitFor();
        await page.getByRole('textbox', { name: 'Day of the month' }).fill('23');
        await dates.getByText('Every 3 months on the 23rd, at 08:00.').waitFor();
        await dates.getByRole('row').nth(4).waitFor();
        // What is refused leaves the last answer, and is told quietly.
        await page.getByRole('textbox', { name: 'Day of the month' }).fill('99');
        await dates.getByText('31').waitFor();
        await dates.getByText('Every 3 months on the 23rd, at 08:00.').waitFor();
        expect(await page.getByRole('alert').count()).to.equal(0);
        // An earlier answer that comes late is of no interest.
        await page.route('**/maintenance-plans/forecast', async (route) => {
          const isFirst = route.request().postData()?.includes('"month_day":5') === true;
          if (isFirst) await page.getByText('Every 3 months on the 6th, at 08:00.').waitFor();
          await route.continue().catch(() => undefined);
        });
        const first = page.waitForRequest(
          (request) => request.postData()?.includes('"month_day":5') === true,
        );
        await page.getByRole('textbox', { name: 'Day of the month' }).fill('5');
        await first;
        await page.getByRole('textbox', { name: 'Day of the month' }).fill('6');
        await dates.getByText('Every 3 months on the 6th, at 08:00.').waitFor();
        expect(await page.getByText('on the 5th').count()).to.equal(0);
        const box = await dates.boundingBox();
        expect((box?.y ?? Number.POSITIVE_INFINITY) + 40, 'in sight').to.be.below(viewport.height);
        expect(requests.filter((one) => one === 'POST /maintenance-plans')).to.deep.equal([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(viewport.width);
        await page.screenshot({ path: `.tmp/preview-${viewport.width}.png`, fullPage: true });
        expect(complaints).to.deep.equal([]);
      },
    );

    it(`has no field that another rules out, and keeps what was typed there, ${where}`, async () => {
      const { page, complaints, visit } = await fixture.open({
        email: 'manager@demo.test',
        viewport,
      });
      const { id } = (await manager.get('/maintenance-plans/options/material_id?per_page=1')).body.data[0];
      await visit(`/maintenance-plans/new?with.material_id=${id}&with.starts_on=2030-01-15`);
      const label = (name: string) => page.getByLabel(name, { exact: true });
      await page.getByLabel('Name').fill(`Follows ${where}`);
      for (const ruledOut of ['Weekdays', 'Day of the month', 'Week of the month'])
        expect(await page.getByText(ruledOut, { exact: true }).count(), ruledOut).to.equal(0);
      await page.getByLabel('Frequency').selectOption({ label: 'Month' });
      await label('Day of the month').fill('23');
      await page.getByLabel('Frequency').selectOption({ label: 'Week' });
      expect(await label('Day of the month').count()).to.equal(0);
      await page.getByRole('checkbox', { name: 'Mon', exact: true }).check();
      await page.getByLabel('Frequency').selectOption({ label: 'Month' });
      expect(await label('Day of the month').inputValue()).to.equal('23');
      expect(await page.getByRole('checkbox', { name: 'Mon', exact: true }).count()).to.equal(0);
      const folded = page.getByRole('group').filter({ hasText: 'How its work is created' });
      expect(await folded.getByText('Lead time 7 days').isVisible()).to.equal(true);
      expect(await page.getByLabel('Tolerance').isVisible()).to.equal(false);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: `Follows ${where}` }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      const dates = page.getByRole('region', { name: 'Forecast' }).first();
      await dates.getByText('Every month on the 23rd, at 08:00.').waitFor();
      await label('Day of the month').fill('24');
      await dates.getByText('Every month on the 24th, at 08:00.').waitFor();
      const [row] = (await manager.get(`/maintenance-plans?search=${encodeURIComponent(`Follows ${where}`)}`))
        .body.data;
      expect(row).to.include({ month_day: 23, weekdays: null, lead_days: 7 });
      expect(complaints).to.deep.equal([]);
    });
  }
});
