/** Names full of markup are shown as text everywhere. Nothing of them is run, loaded or blocked by the policy. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openConsole, type Window } from '../../../harness/console.ts';

/** What would be run, loaded or shown in bold if it became markup; one of them for each thing that is named. */
const hostile = (what: string) =>
  `<img src=x onerror="document.title='run'"><script>run()</script><b>${what}</b> & "${what}"`;

describe('markup in names, on the console', () => {
  const { fixture } = openConsole();
  let window: Window;
  let page: Page;
  const ids = { zone: 0, material: 0, incident: 0, maintenance: 0 };
  before(async () => {
    const manager = await fixture.service.signedIn('manager@demo.test');
    const make = async (path: string, body: object): Promise<number> => {
      const created = await manager.post(`/${path}`, body);
      expect(created.status, created.text).to.equal(201);
      return created.body.data.id;
    };
    ids.zone = await make('zones', { name: hostile('Zone') });
    const description = hostile('Words');
    const machine = { zone_id: ids.zone, status: 'down', criticality: 'critical', description };
    ids.material = await make('materials', { name: hostile('Machine'), ...machine });
    const of = { material_id: ids.material };
    ids.incident = await make('incidents', {
      name: hostile('Incident'),
      severity: 'critical',
      description,
      ...of,
    });
    const people = await manager.get('/maintenances/options/operator_ids?per_page=1');
    ids.maintenance = await make('maintenances', {
      ...{
        name: hostile('Work'),
        type: 'corrective',
        scheduled_at: '2001-02-03T10:00:00Z',
        description,
        ...of,
      },
      operator_ids: [people.body.data[0].id],
    });
    window = await fixture.open({ email: 'manager@demo.test' });
    page = window.page;
    // The browser itself tells of the first thing that the policy forbids.
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        console.error(violatedDirective),
      );
    });
  });

  const shows = async (text: string) => {
    await page.getByText(text, { exact: false }).first().waitFor();
    expect(await page.locator('main img[src="x"], main script, main b').count()).to.equal(0);
    expect(await page.title()).not.to.equal('run');
    expect(window.complaints).to.deep.equal([]);
  };

  const places: Readonly<Record<string, readonly [path: () => string, what: string]>> = {
    'the overview': [() => '/', 'Machine'],
    'a list': [() => '/materials?search=onerror', 'Machine'],
    'what a list is filtered by': [() => `/materials?zone_id=${ids.zone}`, 'Zone'],
    'a board': [() => '/incidents?view=board&search=onerror', 'Incident'],
    'a calendar': [() => '/maintenances?view=calendar&on=2001-02-01', 'Work'],
    'a row': [() => `/materials/${ids.material}`, 'Words'],
    'the lists beside a row': [() => `/materials/${ids.material}?tab=incidents`, 'Incident'],
    'its history': [() => `/materials/${ids.material}?tab=-history`, 'Machine'],
  };
  for (const [name, [path, what]] of Object.entries(places)) {
    it(`is text in ${name}`, async () => {
      await window.visit(path());
      await shows(hostile(what));
    });
  }

  it('is text in a form, and in what can be picked there', async () => {
    await window.visit(`/incidents/${ids.incident}/edit`);
    expect(await page.getByLabel('Name').inputValue()).to.equal(hostile('Incident'));
    const picker = page.getByRole('combobox', { name: 'Material' });
    expect(await picker.inputValue()).to.equal(hostile('Machine'));
    await picker.fill('onerror');
    await page.getByRole('option', { name: 'Machine' }).waitFor();
    await shows(hostile('Machine'));
  });

  it('is text in a dialog and in a notice', async () => {
    await window.visit(`/incidents/${ids.incident}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await shows(hostile('Incident'));
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('status').filter({ hasText: 'Incident' }).first().waitFor();
    expect(await page.locator('.notices img, .notices b').count()).to.equal(0);
    expect(window.complaints).to.deep.equal([]);
  });
});
