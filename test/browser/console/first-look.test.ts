/** The console from the address that is printed at the start: signing in, and looking around. */
import { expect } from 'chai';
import { openConsole } from '../../harness/console.ts';

describe('the console in a browser', () => {
  const { fixture } = openConsole();

  it('opens at the address of the service, and shows lists to a user who signs in', async () => {
    const { page, complaints } = await fixture.open({ email: 'technician@demo.test' });
    await page.getByRole('link', { name: 'Materials', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Materials' }).waitFor();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.waitForURL(/materials\/\d+$/);
    await page.locator('dl').first().waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('is where the root leads', async () => {
    const { page } = await fixture.open();
    await page.goto(fixture.service.url);
    expect(page.url()).to.equal(`${fixture.service.url}/console`);
  });

  it('does not ask for the session of a user who has none', async () => {
    const { page, requests, complaints } = await fixture.open();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(requests).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
