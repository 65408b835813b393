/**
 * `npm run pictures`: takes the pictures of the console for the documentation, from the demo data. That of the reference page is
 * taken by its test: `SCREENSHOT=docs/reference.png npm test -- test/nightly/browser/reference.test.ts`.
 */
import { join } from 'node:path';
import { startConsole, type Visitor } from '../test/harness/console.ts';

interface Picture extends Visitor {
  readonly file: string;
  readonly path: string;
}

const desk = { viewport: { width: 1280, height: 720 }, locale: 'en-GB' };
const tablet = { viewport: { width: 768, height: 576 }, locale: 'en-GB' };
const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, locale: 'en-GB' };

const fixture = await startConsole();
try {
  const technician = await fixture.service.signedIn('technician@demo.test');
  const { data } = (await technician.get('/materials?search=P-402&fields=id')).body;
  const used = (await technician.get('/item-movements?per_page=100')).body.data;
  const work = used.find(({ maintenance }: { maintenance: object | null }) => maintenance).maintenance;
  const pictures: readonly Picture[] = [
    { file: 'console-overview.png', path: '/', email: 'manager@demo.test', colorScheme: 'light', ...desk },
    {
      file: 'console-list.png',
      path: '/maintenances?status=in_progress,planned&sort=scheduled_at',
      email: 'manager@demo.test',
      colorScheme: 'dark',
      ...desk,
    },
    {
      file: 'console-row.png',
      path: `/maintenances/${work.id}?tab=item-movements`,
      email: 'manager@demo.test',
      colorScheme: 'light',
      ...desk,
    },
    {
      file: 'console-phone.png',
      path: `/materials/${data[0].id}`,
      email: 'technician@demo.test',
      colorScheme: 'light',
      ...phone,
    },
    {
      file: 'console-board.png',
      path: '/incidents?view=board',
      email: 'manager@demo.test',
      colorScheme: 'light',
      ...tablet,
    },
    {
      file: 'console-calendar.png',
      path: '/maintenances?view=calendar&span=week&by=person',
      email: 'manager@demo.test',
      colorScheme: 'light',
      ...desk,
    },
    {
      file: 'console-phone-dark.png',
      path: '/',
      email: 'technician@demo.test',
      colorScheme: 'dark',
      ...phone,
    },
  ];
  for (const { file, path, ...visitor } of pictures) {
    const { page, visit, quiet, complaints } = await fixture.open(visitor);
    await visit(path);
    await quiet();
    await page.screenshot({ path: join(import.meta.dirname, 'pictures', file), animations: 'disabled' });
    if (complaints.length > 0) throw new Error(`${file}: ${complaints.join('\n')}`);
    await page.context().close();
  }
} finally {
  await fixture.stop();
}
// The browser, which is shared with tests, would keep this process.
process.exit();
