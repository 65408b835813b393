/** Pictures of reports, in definitions of a test: they ask when they come into sight, leave gaps, and tell all in a table. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type ConsoleFixture, startConsole, type Window } from '../../../harness/console.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { looks, settled } from './everybody.ts';

/** Figures that no database tells: of each month but the third, of each zone. */
const reports = `
  reports: {
    running: report({
      on: 'collection',
      window: true,
      by: { choices: ['month', 'zone_id'] },
      summary: 'How long it ran.',
      answer: {
        share: Nullable(Ratio({ label: 'running', formula: 'hours run ÷ hours required' })),
        mean: Nullable(Decimal({ scale: 3, unit: 'hours', label: 'mean run' })),
        least: Nullable(Decimal({ scale: 3, formula: 'the fifth of a hundred' })),
        most: Nullable(Decimal({ scale: 3 })),
        early: Integer({ label: 'too early' }),
        late: Integer({ label: 'too late' }),
      },
      bounds: { mean: ['least', 'most'] },
      charts: [
        { title: 'Running by month', draw: 'line', y: ['share'], input: { by: 'month' }, target: 0.9 },
        { title: 'Times by month', draw: 'columns', y: ['early', 'late'], input: { by: 'month' } },
        { title: 'Late by zone', draw: 'bars', y: ['late'], input: { by: 'zone_id', sort: '-late', limit: 5 } },
        { title: 'Share by zone', draw: 'pareto', y: ['late', 'share'], input: { by: 'zone_id', sort: '-late', limit: 4 } },
      ],
      async run({ by, periods, groups }) {
        const values = by === 'month' ? periods.map(({ value }) => value) : [...new Set((await groups()).values())];
        return values.map((value, at) => {
          const isKnown = by !== 'month' || at !== 2;
          return {
            ...{ value, share: isKnown ? Math.min(1, 0.9 + at / 100) : null, early: at, late: 2 * at },
            ...{ mean: at > 0 && isKnown ? 50 + at : null, least: 20.5, most: at > 0 ? 90 : null },
          };
        });
      },
    }),
    nothing: report({
      on: 'collection',
      window: true,
      by: { choices: ['month'] },
      summary: 'What nobody has measured.',
      answer: { share: Nullable(Ratio()) },
      charts: [{ title: 'Unknown', draw: 'line', y: ['share'], input: { by: 'month' } }],
      run: async ({ periods }) => periods.map(({ value }) => ({ value, share: null })),
    }),
    levels: report({
      on: 'row',
      window: true,
      by: { choices: ['month'] },
      summary: 'How much there was.',
      answer: { level: Nullable(Integer({ unitField: 'name' })) },
      charts: [{ title: 'Level', draw: 'steps', y: ['level'], input: { by: 'month' } }],
      run: async ({ periods }) => periods.map(({ value }, at) => ({ value, level: at === 0 ? null : at })),
    }),
  },
  filters: [`;

describe('figures in the console', () => {
  let folder: string;
  let fixture: ConsoleFixture;
  let window: Window;
  let page: Page;

  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'cleanings.ts');
    const source = await readFile(file, 'utf8');
    const names = ['Decimal', 'Integer', 'Nullable', 'Ratio', 'report'].filter(
      (name) => !new RegExp(`^import [^;]*\\b${name}\\b`, 'm').test(source),
    );
    await writeFile(
      file,
      source.replace('  filters: [', reports).replace(/import \{\s/, `import { ${names.join(', ')}, `),
    );
    fixture = await startConsole({ resources: folder });
    window = await fixture.open({ email: 'manager@demo.test', viewport: { width: 1280, height: 400 } });
    page = window.page;
  });
  after(async () => {
    await fixture?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    expect(window.complaints).to.deep.equal([]);
  });

  const figure = (name: string) => page.getByRole('figure', { name });
  const picture = (name: string) => figure(name).getByRole('img');
  const asked = () => window.requests.filter((one) => one.includes('/cleanings/'));

  it('have a page in the menu, which asks for what is in sight, each thing once', async () => {
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Figures' }).click();
    await picture('Running by month').waitFor();
    await settled(page);
    // Two pictures of the same figures are one question.
    expect(new Set(asked()).size, asked().join('\n')).to.equal(asked().length);
    expect(asked().join()).to.include('/cleanings/running?from=').and.not.include('/cleanings/nothing');
    await page.getByRole('region', { name: 'Unknown' }).scrollIntoViewIfNeeded();
    await figure('Unknown').waitFor();
    expect(asked().join()).to.include('/cleanings/nothing');
    expect(await figure('Unknown').innerText()).to.include('Nothing to show yet.');
    expect(await figure('Unknown').getByRole('img').count()).to.equal(0);
  });

  it('are drawn by a file of 6 kB at the most, loaded with the first of them', async () => {
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((one) =>
          one instanceof PerformanceResourceTiming && /\/figure-\w+\.js$/.test(one.name)
            ? [one.encodedBodySize]
            : [],
        ),
    );
    expect(sizes).to.have.lengthOf(1);
    expect(sizes[0]).to.be.within(1, 6144);
  });

  it('leave a gap where nothing is known, and say so to a screen reader', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    expect(await picture('Running by month').locator('path.s0').count()).to.equal(2);
    const name = await picture('Running by month').getAttribute('aria-label');
    expect(name).to.include('Running by month').and.to.include('1 not known');
    expect(await figure('Running by month').getByRole('listitem').allInnerTexts()).to.deep.equal([
      'Running',
      'Target',
    ]);
  });

  it('tell all in a table, to be opened by the keyboard: formulas, bounds, a file, and the rows behind a value', async () => {
    await figure('Running by month').getByText('Table').focus();
    await page.keyboard.press('Enter');
    const rows = figure('Running by month').getByRole('row');
    expect(await rows.nth(1).innerText()).to.match(/90\s?%.*at least 20\.5/s);
    expect(await rows.nth(2).innerText()).to.match(/51 hours.*\(20\.5.*–.*90/s);
    expect(await rows.nth(3).innerText()).to.include('—');
    await figure('Running by month').getByText('hours run ÷ hours required').waitFor();
    await figure('Running by month').getByText('the fifth of a hundred').waitFor();
    const file = await figure('Running by month').getByRole('link', { name: 'CSV' }).getAttribute('href');
    const csv = await page.evaluate(async (address) => (await fetch(address)).text(), file ?? '');
    expect(csv.split('\n'), csv).to.have.length.above(12);
    await figure('Late by zone').getByText('Table').press('Enter');
    const link = figure('Late by zone').getByRole('rowheader').getByRole('link').first();
    const zone = await link.innerText();
    await link.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Cleanings' }).waitFor();
    expect(new URL(page.url()).searchParams.get('zone_id')).to.match(/^\d+$/);
    await page.getByRole('list', { name: 'Filters' }).getByText(zone).waitFor();
    await page.goBack();
  });

  it('are of the days and the place that the address says', async () => {
    await page.getByRole('combobox', { name: 'Period' }).selectOption('This year');
    await page.waitForURL(/span=year/);
    window.requests.length = 0;
    const box = page.getByRole('combobox', { name: 'Zone' });
    await box.click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.waitForURL(/zone_id=\d+/);
    await window.visit(page.url().replace(`${fixture.service.url}/console`, ''));
    await picture('Running by month').waitFor();
    expect(asked().at(-1)).to.match(/from=\d{4}-01-01&.*zone_id=\d+/);
    await page.getByRole('combobox', { name: 'Period' }).selectOption('From … to');
    await page.getByRole('textbox', { name: 'From' }).fill('2026-02-01');
    await page.waitForURL(/from=2026-02-01/);
  });

  it('of a row stand on its page, with the steps of what is known, in the unit of the row', async () => {
    const manager = await fixture.service.signedIn('manager@demo.test');
    const [row] = (await manager.get('/cleanings?per_page=1')).body.data;
    await window.visit(`/cleanings/${row.id}`);
    await picture('Level').waitFor();
    expect(await picture('Level').locator('path.s0').count()).to.equal(1);
    const told = (text: string | null) => text?.replaceAll('\u00a0', ' ');
    expect(told(await picture('Level').getAttribute('aria-label'))).to.include(`from 1 ${row.name} (`);
    await figure('Level').getByText('Table').click();
    expect(told(await figure('Level').getByRole('row').nth(2).innerText())).to.include(`1 ${row.name}`);
  });

  it('have no barriers, on a desk, on a phone and in the dark', async () => {
    await window.visit('/-/figures');
    await picture('Running by month').waitFor();
    await page.setViewportSize({ width: 1280, height: 3000 });
    await figure('Unknown').waitFor();
    await window.quiet();
    for (const summary of await page.getByText('Table', { exact: true }).all()) await summary.click();
    expect(await looks(page)).to.deep.equal([]);
  });
});
