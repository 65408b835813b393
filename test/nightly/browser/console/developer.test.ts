/** A developer who adds a resource, with the console open beside: it is there without a word of the console's, as are its changes. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../harness/browser.ts';
import { openWindow, type Window } from '../../../harness/console.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { type DevServer, startDev } from '../../../harness/dev-server.ts';
import { copyProject, type ProjectCopy } from '../../../harness/project-copy.ts';

describe('the console beside `npm run dev`', () => {
  let database: TestDatabase;
  let project: ProjectCopy;
  let server: DevServer;
  let browser: Browser;
  let window: Window;
  let definition = '';

  before(async () => {
    const readme = await readFile(resolve(import.meta.dirname, '../../../../README.md'), 'utf8');
    definition = /^import \{ BelongsTo, defineResource.*?^\}\);$/ms.exec(readme)?.[0] ?? '';
    expect(definition).to.include("path: 'tools'");
    database = await createTestDatabase('demo');
    project = await copyProject({ DATABASE_URL: database.url });
    server = await startDev(project.root, { DATABASE_URL: database.url, SEED_DEMO: 'false' });
    await server.until('it listens', () => server.starts > 0);
    browser = await launchBrowser();
    window = await openWindow(browser, server.url, { email: 'admin@demo.test' });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await database?.drop();
    await project?.remove();
  });

  const menu = () => window.page.getByRole('navigation', { name: 'Menu' });
  /** Whether the page is still the one that was marked: it was not reloaded. */
  const mark = () => window.page.evaluate('globalThis.marked = true');
  const isMarked = () => window.page.evaluate('globalThis.marked === true');

  it('has the resource in its navigation once the migration is there, in the page that is open', async () => {
    await mark();
    await project.run('commands/resource-new.ts', 'tools');
    await project.write('resources/tools.ts', definition);
    await project.run('commands/migration-new.ts');
    await menu().getByRole('link', { name: 'Tools', exact: true }).waitFor();
    expect(await isMarked()).to.equal(true);
  });

  it('has its list, its form, its board, its history, and a list of it beside what it refers to', async () => {
    const { page, visit } = window;
    await visit('/zones/new');
    await page.getByLabel('Name').fill('Tool room');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tool room' }).waitFor();
    const zone = new URL(page.url()).pathname.replace('/console', '');

    await menu().getByRole('link', { name: 'Tools', exact: true }).click();
    await page.getByText('Nothing here yet.').waitFor();
    await page.getByRole('link', { name: 'New' }).first().click();
    await page.getByLabel('Name').fill('Hammer');
    await page.getByRole('combobox', { name: 'Zone' }).fill('Tool');
    await page.getByRole('option', { name: 'Tool room' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Hammer' }).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Creation' }).first().waitFor();

    await menu().getByRole('link', { name: 'Tools', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Hammer' }).filter({ hasText: 'Good' }).waitFor();
    await page.getByRole('button', { name: 'Board' }).click();
    for (const state of ['Good', 'Worn', 'Broken'])
      await page.getByRole('heading', { name: state }).waitFor();

    await visit(zone);
    // Lists that do not fit stand behind “More”.
    const more = page.getByRole('main').getByRole('button', { name: /^More/ });
    const tab = page.getByRole('main').getByRole('link', { name: 'Tools' }).first();
    await tab.or(more).first().waitFor();
    if (!(await tab.isVisible())) await more.click();
    await tab.click();
    await page.getByRole('listitem').getByRole('link', { name: 'Hammer', exact: true }).waitFor();
  });

  it('shows a list as its definition now says, in the page that is open', async () => {
    const { page, visit } = window;
    await visit('/tools');
    await page.getByRole('columnheader', { name: 'State' }).waitFor();
    await mark();
    const changed = definition.replace("default: 'good' }", "default: 'good', heading: 'Condition' }");
    await project.write('resources/tools.ts', changed);
    await page.getByRole('columnheader', { name: 'Condition' }).waitFor();
    expect(await isMarked()).to.equal(true);
  });

  it('reloads itself when its own sources change', async () => {
    const { page } = window;
    const words = await project.read('console/words/en.ts');
    await project.write('console/words/en.ts', words.replace("overview: 'Overview'", "overview: 'Outlook'"));
    await page.getByRole('link', { name: 'Outlook' }).waitFor();
    expect(await isMarked()).to.equal(false);
  });
});
