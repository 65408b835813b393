/**
 * Barriers of a page: what axe-core finds, a page that scrolls sideways, what is too small for a finger, what is drawn where no
 * user can reach it.
 */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { browserKind } from '../../../harness/browser-program.ts';

/** WCAG 2.2 AA, and what axe-core calls best practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that colours and room decide: in another scheme, and in another width of a phone, nothing else differs. */
const colourRules = ['color-contrast', 'link-in-text-block', 'target-size'];

/** CSS pixels that a finger needs. */
const finger = 44;

/** In CSS pixels: a desk, a tablet, a phone, and the least that WCAG asks for (1.4.10). */
const widths = [1280, 768, 390, 320];
export const height = 800;
const phone = 500;

/** @param rules all that WCAG 2.2 AA asks for, or only what colours decide */
async function violationsOf(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // What is half below the bar because the page is scrolled is no small target: it can be scrolled out.
  await page.evaluate(() => scrollTo(0, 0));
  const runOnly =
    rules === 'all' ? { type: 'tag' as const, values: tags } : { type: 'rule' as const, values: colourRules };
  const { violations } = await page.evaluate((options) => axe.run(document, options), {
    runOnly,
    resultTypes: ['violations' as const],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}

/** How many CSS pixels wider than its window a page is. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - innerWidth));
}

/**
 * What a finger has to hit and is smaller than it should be. A link within a sentence may be as high as its line (WCAG 2.5.8), a box to check
 * is hit by its label.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const open = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1) ?? document;
    return [...open.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap(
      (element) => {
        const isBox = element.matches('[type=checkbox], [type=radio]');
        // A card is hit by what its link spreads over all of it.
        const isSpread = getComputedStyle(element, '::after').position === 'absolute';
        const around = isBox ? element.closest('label') : isSpread ? element.closest('li') : null;
        const target = around ?? element;
        const { width, height } = target.getBoundingClientRect();
        const isInline = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
        const isHidden = !element.checkVisibility() || element.closest('.hidden, .skip') !== null;
        if (isHidden || isInline || width === 0) return [];
        // Half a pixel is lost by rounding.
        if (height >= least - 0.5 && width >= least - 0.5) return [];
        return [`${Math.round(width)}×${Math.round(height)}: ${element.outerHTML.slice(0, 140)}`];
      },
    );
  }, finger);
}

/** What is drawn where no user can reach it: outside of the window, or cut off, with nothing to scroll. */
function lostContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const open = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1) ?? document.body;
    const told = 'a, button, input, select, textarea, summary, label, h1, h2, p, dt, dd, th, td, legend';
    return [...open.querySelectorAll(told)].flatMap((element) => {
      if (!element.checkVisibility() || element.closest('.hidden, .skip') !== null) return [];
      const { left, right, bottom, width } = element.getBoundingClientRect();
      if (width === 0) return [];
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(one);
        if (/auto|scroll/.test(overflowX) || (one === open && /auto|scroll/.test(overflowY))) return [];
        const around = one.getBoundingClientRect();
        const cuts = one !== element && /hidden|clip/.test(overflowX);
        if (cuts && (right > around.right + 1 || left < around.left - 1)) break;
        if (one !== document.documentElement) continue;
        const isBelow = open !== document.body && bottom > innerHeight + 1;
        if (right <= innerWidth + 1 && left >= -1 && !isBelow) return [];
      }
      return [`lost: ${element.outerHTML.slice(0, 140)}`];
    });
  });
}

/** Waits until a page has drawn what it asked for, after its window has changed too. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.waitForFunction(() => document.querySelector('.waiting, [aria-busy=true]') === null);
}

/** Playwright changes neither the scheme nor forced colours in Firefox. */
const schemes = browserKind === 'chromium' ? (['light', 'dark'] as const) : (['light'] as const);

/** What is wrong with the page that is open, in every width and scheme. */
export async function looks(page: Page, at: readonly number[] = widths): Promise<string[]> {
  const found: string[] = [];
  for (const width of at) {
    await page.setViewportSize({ width, height });
    await settled(page);
    for (const colorScheme of schemes) {
      // A colour on its way to another is neither.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // The widths of a phone differ in what has room, and that the narrowest shows.
      const rules = colorScheme === 'light' && width !== 390 ? 'all' : 'colours';
      const violations = await violationsOf(page, rules);
      found.push(...violations.map((one) => `${width} ${colorScheme}: ${one}`));
    }
    const over = await sidewaysScroll(page);
    if (over > 0) found.push(`${width}: scrolls sideways by ${over} px`);
    if (width < phone) found.push(...(await smallTargets(page)).map((one) => `${width}: too small ${one}`));
  }
  if (browserKind === 'chromium') found.push(...(await looksForced(page)));
  found.push(...(await looksZoomed(page)));
  // A few are enough to see what it is.
  return found.slice(0, 12);
}

/** What is wrong in colours that a device forces on every page, on a dark ground. */
async function looksForced(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const violations = await violationsOf(page, 'colours');
  const code = await page
    .locator('.qr')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  const dark = code.filter((colour) => colour !== 'rgb(255, 255, 255)');
  return [...violations, ...dark.map((colour) => `a code on ${colour}`)].map((one) => `forced: ${one}`);
}

/** What a window of 1280 × 800 has room for where everything is twice as large. */
const zoomed = { width: 640, height: 400 };

/** What is wrong where everything is twice as large. */
async function looksZoomed(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? zoomed;
  await page.setViewportSize(zoomed);
  await settled(page);
  const over = await sidewaysScroll(page);
  const lost = await lostContent(page);
  await page.setViewportSize(before);
  return [...(over > 0 ? [`scrolls sideways by ${over} px`] : []), ...lost].map((one) => `200 %: ${one}`);
}
