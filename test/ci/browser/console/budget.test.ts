/** The budget of a page: few requests, none twice, and nothing moves while a user presses. */
import { expect } from 'chai';
import { openConsole, type Window } from '../../../harness/console.ts';
import { settled } from '../../../nightly/browser/console/everybody.ts';

const mostRequests = 3;
/** Cumulative layout shift, of which web.dev calls 0.1 good. */
const mostShift = 0.1;

describe('a page of the console', () => {
  const { fixture } = openConsole();
  let window: Window;
  let row: number;
  before(async () => {
    window = await fixture.open({ email: 'manager@demo.test' });
    const manager = await fixture.service.signedIn('manager@demo.test');
    row = (await manager.get('/materials?per_page=1')).body.data[0].id;
  });

  const kinds: Readonly<Record<string, () => string>> = {
    overview: () => '/',
    list: () => '/materials',
    'filtered list': () => '/incidents?status=open&sort=-started_at',
    board: () => '/incidents?view=board',
    calendar: () => '/maintenances?view=calendar',
    record: () => `/materials/${row}`,
    history: () => `/materials/${row}?tab=-history`,
    'new form': () => '/incidents/new',
    // Not that of a material, beside which a report comes later, and moves it.
    'edit form': () => '/zones/1/edit',
    account: () => '/-/account',
  };

  for (const [name, path] of Object.entries(kinds)) {
    // One's account is told in four answers that nothing else has in common.
    const most = name === 'account' ? 4 : mostRequests;
    it(`${name}: asks for at most ${most} things, each once, and keeps still`, async () => {
      const { page, quiet, requests, visit } = window;
      requests.length = 0;
      await visit(path());
      await settled(page);
      await quiet();
      const asked = requests.filter((one) => !/ \/(?:user|resources|service)$/.test(one));
      expect(asked, asked.join(', ')).to.have.lengthOf.at.most(most);
      expect(new Set(requests).size, requests.join('\n')).to.equal(requests.length);
      expect(await shiftOf(window)).to.be.at.most(mostShift);
    });
  }
});

/** How far what was drawn has moved since the page was opened. */
function shiftOf({ page }: Window): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // What is buffered is told before the next frame but one.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );
}
