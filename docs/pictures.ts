/**
 * `npm run pictures`: takes the pictures of the console for the documentation, from the demo data. That of the reference page is
 * taken by its test: `SCREENSHOT=docs/reference.png npm test -- --only browser test/browser/reference.test.ts`.
 */
import { join } from 'node:path';
import { startConsole, type Visitor } from '../test/harness/console.ts';

interface Picture extends Visitor {
  readonly file: string;
  readonly path: string;
}

const desk = { viewport: { width: 1280, height: 720 } };
const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

const fixture = await startConsole();
try {
  const technician = await fixture.service.signedIn('technician@demo.test');
  const { data } = (await technician.get('/materials?search=P-402&fields=id')).body;
  const pictures: readonly Picture[] = [
    { file: 'console-light.png', path: '/', email: 'manager@demo.test', colorScheme: 'light', ...desk },
    {
      file: 'console-dark.png',
      path: '/materials?sort=-criticality',
      email: 'manager@demo.test',
      colorScheme: 'dark',
      ...desk,
    },
    {
      file: 'console-phone.png',
      path: `/materials/${data[0].id}`,
      email: 'technician@demo.test',
      colorScheme: 'light',
      ...phone,
    },
  ];
  for (const { file, path, ...visitor } of pictures) {
    const { page, visit, complaints } = await fixture.open(visitor);
    await visit(path);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(import.meta.dirname, file), animations: 'disabled' });
    if (complaints.length > 0) throw new Error(`${file}: ${complaints.join('\n')}`);
    await page.context().close();
  }
} finally {
  await fixture.stop();
}
