/** Steps of a maintenance, answered one by one with a thumb on a phone. */
import { expect } from 'chai';
import { openConsole, type Window } from '../../../harness/console.ts';
import { until } from '../../../harness/until.ts';
import { looks } from './everybody.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const steps = [
  { title: 'Locked out', kind: 'check', help: 'Nothing may move.' },
  { title: 'No leak', kind: 'pass_fail', on_fail: 'note' },
  { title: 'Pressure', kind: 'number', unit: 'bar', minimum: 0.5, maximum: 2.5 },
  { title: 'Filter', kind: 'choice', choices: ['clean', 'clogged'], failing_choices: ['clogged'] },
  { title: 'Remarks', kind: 'text' },
  { title: 'Picture', kind: 'photo' },
];

describe('a checklist on a phone', () => {
  const { fixture, manager, technician } = openConsole(['manager', 'technician']);
  let maintenance = 0;
  let window: Window;

  const made = async (path: string, body: object) => {
    const reply = await manager.post(path, body);
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  before(async () => {
    const [material] = (await manager.get('/materials?status=operational&per_page=1')).body.data;
    const { id: procedure_id } = await made('/procedures', { name: 'Answered by thumbs', steps });
    const { id: operator } = (await technician.get('/user')).body.data;
    const work = { name: 'Work by thumbs', material_id: material.id, operator_ids: [operator] };
    maintenance = (await made('/maintenances', { ...work, procedure_id, status: 'in_progress' })).id;
    window = await fixture.open({
      ...{ email: 'technician@demo.test', meant: [409, 412, 422], ...phone },
      ...{ bypassCSP: true, reducedMotion: 'reduce' },
    });
    await window.visit(`/maintenances/${maintenance}?tab=maintenance-steps`);
  });

  const stored = async () =>
    (await technician.get(`/maintenance-steps?maintenance_id=${maintenance}`)).body.data;
  const step = (title: string) => window.page.getByRole('group', { name: title });
  const press = (title: string, name: string) => step(title).getByRole('button', { name, exact: true }).tap();
  const says = (title: string, text: string) => step(title).getByText(text, { exact: true }).waitFor();
  const progress = (text: string) =>
    window.page
      .getByRole('status')
      .filter({ hasText: `${text} of 6 answered` })
      .waitFor();

  it('answers each kind of step, at once', async () => {
    await progress('0');
    await press('Locked out', 'Done');
    await says('Locked out', '✓ Done');
    await progress('1');
    await says('Pressure', '(from 0.5 to 2.5)');
    await step('Pressure').getByLabel('Number').fill('1.5');
    await window.page.keyboard.press('Enter');
    await says('Pressure', '✓ Done');
    await press('Filter', 'clean');
    await says('Filter', '✓ Done');
    await step('Remarks').getByLabel('Text').fill('All is well.');
    await press('Remarks', 'Save');
    await says('Remarks', '✓ Done');
    await progress('4');
    const [check, , number, choice, text] = await stored();
    expect([check.passed, number.number, choice.choice, text.text]).to.deep.equal([
      ...[true, 1.5, 'clean', 'All is well.'],
    ]);
    expect(await step('Picture').getByRole('link', { name: 'Files' }).getAttribute('href')).to.match(
      /\/maintenance-steps\/\d+\?tab=-attachments$/,
    );
  });

  it('takes back what is pressed again', async () => {
    await press('Locked out', 'Done');
    await says('Locked out', 'Open');
    await progress('3');
    expect((await stored())[0].passed).to.equal(null);
  });

  it('asks for the note of what has failed, and tells of it in red, by a word and a mark', async () => {
    await press('No leak', 'Failed');
    await step('No leak').getByRole('alert').getByText('say in the note').waitFor();
    const note = step('No leak').getByLabel('Note');
    expect(await note.evaluate((box) => box === document.activeElement)).to.equal(true);
    await note.fill('Drops at the seal.');
    await press('No leak', 'Save');
    await step('No leak').locator('.badge.bad', { hasText: '✗ Failed' }).waitFor();
    expect(await step('No leak').getByRole('alert').count()).to.equal(0);
    expect((await stored())[1]).to.include({ passed: false, note: 'Drops at the seal.', status: 'failed' });
  });

  it('passes over what does not apply, with a note', async () => {
    await press('Picture', 'Not applicable');
    await step('Picture').getByLabel('Note').fill('No camera in this zone.');
    await press('Picture', 'Save');
    await says('Picture', '– Not applicable');
    expect((await stored())[5]).to.include({ not_applicable: true, note: 'No camera in this zone.' });
  });

  it('shows what another person has answered first', async () => {
    const { id } = (await stored())[3];
    const path = `**/maintenance-steps/${id}`;
    await window.page.route(path, async (route) => {
      await manager.patch(`/maintenance-steps/${id}`, { choice: 'clogged' });
      await route.continue();
    });
    await press('Filter', 'clean');
    await step('Filter').getByRole('alert').getByText('Somebody else has answered this first.').waitFor();
    await window.page.unroute(path);
    await says('Filter', '✗ Failed');
    await step('Filter').getByRole('button', { name: 'clogged', pressed: true }).waitFor();
    expect((await stored())[3].choice).to.equal('clogged');
  });

  it('is for everybody', async () => {
    const { page, complaints } = window;
    expect(await looks(page, [320])).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
    await page.setViewportSize(phone.viewport);
  });

  it('says why nothing is answered where the work does not go on, and offers nothing then', async () => {
    const path = '**/maintenance-steps/*';
    await window.page.route(path, async (route) => {
      await manager.patch(`/maintenances/${maintenance}`, { status: 'planned' });
      await route.continue();
    });
    await press('Locked out', 'Done');
    await step('Locked out').getByText('The maintenance is not in progress.').waitFor();
    await window.page.unroute(path);
    const buttons = window.page.locator('.checklist button');
    await until('nothing can be pressed', async () => (await buttons.count()) === 0);
    await says('Pressure', 'Number');
    expect(window.complaints).to.deep.equal([]);
  });
});
