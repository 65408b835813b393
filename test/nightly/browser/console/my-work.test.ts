/** The first page shows the user's own work: today, late, next. */
import { expect } from 'chai';
import { openConsole } from '../../../harness/console.ts';
import { looks, settled } from './everybody.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('my work', () => {
  const { fixture, technician, manager } = openConsole(['technician', 'manager']);
  const names = { today: 'Grease the lift', late: 'Replace the filter', next: 'Balance the fan' };
  before(async () => {
    const { id } = (await technician.get('/user')).body.data;
    const { timezone: timeZone } = (await technician.get('/resources')).body.meta;
    const [material] = (await manager.get('/materials?per_page=1')).body.data;
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
    // The first of their day: the demo's own work of a day may fill what is shown of it.
    const on = (days: number) => new Date(Date.parse(`${today}T00:01:00Z`) + days * 86_400_000).toISOString();
    for (const [name, days] of Object.entries({ [names.today]: 0, [names.late]: -400, [names.next]: 1 })) {
      const body = { name, material_id: material.id, operator_ids: [id], scheduled_at: on(days) };
      expect((await manager.post('/maintenances', body)).status).to.equal(201);
    }
  });

  it('is the first screen on a phone, and leads to a row and to all of them', async () => {
    const { page, requests, visit, complaints } = await fixture.open({
      email: 'technician@demo.test',
      ...phone,
    });
    requests.length = 0;
    await visit('/');
    const mine = page.getByRole('region', { name: 'My work' });
    const today = mine.getByRole('region', { name: 'Today' });
    await today.getByRole('link', { name: names.today }).waitFor();
    expect((await today.boundingBox())?.y).to.be.below(844 / 2);
    await mine
      .getByRole('region', { name: 'Late' })
      .getByText(/\d+ days late/)
      .first()
      .waitFor();
    expect(await mine.getByRole('region', { name: 'Late' }).getByRole('link').first().innerText()).to.equal(
      names.late,
    );
    await page.getByRole('region', { name: 'Materials by status' }).waitFor();
    // A slow page asks what has changed meanwhile.
    const asked = requests.filter((one) => !/ \/(?:user|resources|service|changes)$/.test(one));
    expect(asked, asked.join(', ')).to.have.lengthOf(2);
    await mine.getByRole('link', { name: /^Maintenances: Show all/ }).tap();
    await page.getByRole('heading', { level: 1, name: 'Maintenances' }).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).to.equal('planned,in_progress');
    await page.goBack();
    await today.getByRole('link', { name: names.today }).tap();
    await page.getByRole('heading', { level: 1, name: names.today }).waitFor();
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('looks right in every width and scheme', async () => {
    const { page, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit('/');
    await page.getByRole('region', { name: 'Next' }).getByRole('link').first().waitFor();
    await settled(page);
    expect(await looks(page)).to.deep.equal([]);
    await page.context().close();
  });

  it('is not there for people without rows of their own, who see the overview', async () => {
    const { page, visit } = await fixture.open({ email: 'viewer@demo.test' });
    await visit('/');
    await page.getByRole('region', { name: 'Materials by status' }).waitFor();
    expect(await page.getByRole('region', { name: 'My work' }).count()).to.equal(0);
    await page.context().close();
  });
});
