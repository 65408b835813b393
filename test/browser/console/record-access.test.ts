/** The page about one row for everybody: without violations of WCAG 2.2 AA, in every width and light, also with dialogs open. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type ConsoleFixture, startConsole } from '../../harness/console.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const looks = [1280, 390, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport: { width, height: 800 }, colorScheme })),
);

/** Violations in words. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

declare global {
  interface Window {
    axe: {
      run(
        place: Document,
        options: { runOnly: readonly string[] },
      ): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;
    };
  }
}

describe('the page about one row, for everybody', function () {
  this.timeout(120_000);
  let fixture: ConsoleFixture;
  before(async () => {
    fixture = await startConsole();
  });
  after(() => fixture?.stop());

  for (const look of looks) {
    it(`has no violation at ${look.viewport.width} px, ${look.colorScheme}`, async () => {
      const manager = await fixture.service.signedIn('manager@demo.test');
      const idOf = async (path: string) => (await manager.get(`${path}per_page=1`)).body.data[0].id;
      const incident = await idOf('/incidents?status=open&');
      const plan = await idOf('/maintenance-plans?active=true&');
      await manager.patch(`/incidents/${incident}`, { severity: 'critical' });
      // A page says with which policy it runs: the examiner is put into it by the test alone.
      const { page, visit } = await fixture.open({ email: 'manager@demo.test', bypassCSP: true, ...look });
      const examine = async (what: string) => {
        await page.waitForLoadState('networkidle');
        expect(await violationsOf(page), what).to.deep.equal([]);
      };
      await visit(`/materials/${await idOf('/materials?')}`);
      await examine('a row');
      await page.getByRole('button', { name: 'QR code' }).click();
      await page.getByRole('dialog').waitFor();
      await examine('its code');
      await visit(`/incidents/${incident}?tab=-history`);
      await page.locator('.history').waitFor();
      await examine('a history');
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').waitFor();
      await examine('a dialog');
      await visit(`/maintenance-plans/${plan}?tab=-report-forecast&with.until=2028-01-01`);
      await page.getByRole('link', { name: 'CSV' }).waitFor();
      await examine('a report');
      await page.getByRole('button', { name: 'Duplicate…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
      await page.getByRole('dialog').locator('.error').waitFor();
      await examine('an action with errors');
      await visit('/-/code');
      await examine('the way from a code');
    });
  }
});
