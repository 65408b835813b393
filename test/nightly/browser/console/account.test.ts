/** Signing in with one factor and two, sessions that end, rights that go, and one's own account. */
import { expect } from 'chai';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { openConsole, refuseTwice, signIn, untilFocused, type Window } from '../../../harness/console.ts';
import { inChromium } from '../../../harness/only-on.ts';

const demoSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe('signing in on the console', () => {
  const { fixture } = openConsole();

  const fill = async (page: Page, email: string, password: string) => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const headed = (page: Page, text: string) => page.locator('main h1', { hasText: text }).first().waitFor();

  it('has the focus from the moment it is there, so that nothing goes into another field', async () => {
    const { page, visit } = await fixture.open();
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const field = document.querySelector('input[type=email]');
        if (!field) return;
        observer.disconnect();
        document.documentElement.dataset.focused = String(document.activeElement === field);
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    await visit('/');
    await page.locator('html[data-focused=true]').waitFor();
  });

  inChromium.it('tells of a wrong password beside the field, which has the focus', async () => {
    const { page, complaints } = await fixture.open({ meant: [422] });
    await fill(page, 'viewer@demo.test', 'wrong');
    const message = page.getByText('The e-mail address or the password is not right.');
    await message.waitFor();
    const field = page.getByLabel('E-mail');
    expect(await field.getAttribute('aria-invalid')).to.equal('true');
    expect(await field.getAttribute('aria-describedby')).to.equal(await message.getAttribute('id'));
    await untilFocused(field);
    await fill(page, 'viewer@demo.test', 'password');
    await page.getByRole('banner').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  inChromium.it('tells how long to wait after too many tries', async () => {
    const { page } = await fixture.open({ meant: [422, 429] });
    for (let tries = 0; tries < 6; tries += 1) {
      const answered = page.waitForResponse((one) => one.url().endsWith('/auth/login'));
      await fill(page, 'nobody@demo.test', 'wrong');
      await answered;
    }
    await page.getByText(/^Too many attempts\. Try again in \d+ seconds\.$/).waitFor();
  });

  it('asks for the code of an app; a wrong one keeps the focus', async () => {
    const { page, complaints } = await fixture.open({ meant: [422] });
    await fill(page, 'secure@demo.test', 'password');
    const code = page.getByLabel('Code from your app');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The code is not right').waitFor();
    await untilFocused(code);
    await code.fill(generateSync({ secret: demoSecret }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('banner').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('takes a recovery code in its place', async () => {
    const { page } = await fixture.open();
    await fill(page, 'secure@demo.test', 'password');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill('demo2-aaaaa');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('banner').waitFor();
  });

  describe('with a page open', () => {
    let window: Window;
    const opened = async (email: string, meant: readonly number[]) => {
      window = await fixture.open({ email, meant });
      return window.page;
    };
    afterEach(() => window.page.context().close());

    it('is asked for again where the session has ended, and the page stays', async () => {
      const page = await opened('viewer@demo.test', [401]);
      await page.getByRole('link', { name: 'Materials', exact: true }).click();
      await page.getByRole('table').waitFor();
      // What the list still asks for would meet the ended session before the press does.
      await window.quiet();
      await fixture.service.database.knex('sessions').delete();
      // What the page asks by itself may meet the ended session first, and the dialog then lies over the link.
      await page.getByRole('link', { name: 'Incidents', exact: true }).dispatchEvent('click');
      await page.getByRole('dialog').getByText('Your session has ended').waitFor();
      await fill(page, 'viewer@demo.test', 'password');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('table').waitFor();
      await headed(page, 'Incidents');
    });

    it('shows nothing of the person before where another one signs in', async () => {
      const page = await opened('admin@demo.test', [401]);
      await page.getByRole('link', { name: 'Users', exact: true }).click();
      await page.getByRole('table').waitFor();
      await fixture.service.database.knex('sessions').delete();
      await page.reload();
      await fill(page, 'viewer@demo.test', 'password');
      await page.getByRole('banner').waitFor();
      expect(await page.getByRole('link', { name: 'Users', exact: true }).count()).to.equal(0);
      await headed(page, 'This page does not exist.');
    });

    it('follows a site that another tab has switched to', async () => {
      const page = await opened('admin@demo.test', []);
      const other = await page.context().newPage();
      await other.goto(`${fixture.service.url}/console`);
      await other.getByLabel('Site').selectOption('Plant North');
      await page.locator('main h1', { hasText: 'Plant North' }).waitFor();
      await other.getByRole('button', { name: 'Alice Martin' }).click();
      await other.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('dialog').getByText('Your session has ended').waitFor();
    });

    it('shows rows of the new site alone after another tab has switched, also of a list that was just answered', async () => {
      const page = await opened('admin@demo.test', []);
      await page.getByLabel('Site').selectOption('Plant North');
      await window.quiet();
      await page.getByRole('link', { name: 'Materials', exact: true }).click();
      const names = page.locator('main tbody td a');
      await names.first().waitFor();
      const [first] = await names.allTextContents();
      const other = await page.context().newPage();
      await other.goto(`${fixture.service.url}/console`);
      await other.getByLabel('Site').selectOption('Plant South');
      await page.locator('main .clocks', { hasText: 'Plant South' }).waitFor();
      await window.quiet();
      await names.first().waitFor();
      expect(await names.allTextContents()).not.to.include(first);
    });

    it('leaves the page of a row when the site is switched, and does not ask for that row at the new one', async () => {
      const page = await opened('admin@demo.test', []);
      await page.getByLabel('Site').selectOption('Plant North');
      await window.quiet();
      await page.getByRole('link', { name: 'Materials', exact: true }).click();
      await page.locator('main tbody td a').first().click();
      await page.waitForURL(/materials\/\d+$/);
      await window.quiet();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.getByLabel('Site').selectOption('Plant South');
      await headed(page, 'Plant South');
      await window.quiet();
      expect(asked.filter((path) => /materials\/\d+/.test(path))).to.deep.equal([]);
      expect(asked.filter((path) => path.endsWith('/overview'))).to.have.length(1);
    });

    it('is at the former site where the switch was refused, which the list of sites shows', async () => {
      const page = await opened('admin@demo.test', [422]);
      const sites = page.getByLabel('Site');
      await sites.selectOption('Plant North');
      await window.quiet();
      await page.route('**/api/v1/user/site', (route) =>
        route.fulfill({ status: 422, json: { message: 'Not now.' } }),
      );
      await sites.selectOption('Plant South');
      await page.getByRole('status').getByText('Not now.').waitFor();
      expect(await sites.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)).to.equal(
        'Plant North',
      );
    });

    it('is told that the service is away, and goes on when it is back', async () => {
      const page = await opened('viewer@demo.test', [503]);
      const asked = await refuseTwice(page, '**/api/v1/materials?**');
      await page.getByRole('link', { name: 'Materials', exact: true }).click();
      await page.getByRole('table').waitFor();
      expect(asked()).to.equal(3);
    });

    it('is told of a new version, and reloads when it suits', async () => {
      const page = await opened('viewer@demo.test', []);
      await page.route('**/console', async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replace(/ src="[^"]+"/, ' src="/console/assets/other.js"'),
        });
      });
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await page.getByText('A new version is available.').waitFor();
      await page.unroute('**/console');
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByText('A new version is available.').waitFor({ state: 'detached' });
      await page.getByRole('banner').waitFor();
    });

    it('is kept apart from the theme and the language, which one chooses oneself', async () => {
      const page = await opened('viewer@demo.test', []);
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.locator('header').getByRole('button').last().click();
      await page.getByLabel('Appearance').selectOption('light');
      const light = await ground();
      await page.getByLabel('Appearance').selectOption('dark');
      expect(await ground()).not.to.equal(light);
      await page.getByLabel('Language').selectOption('fr');
      await page.getByRole('link', { name: 'Maintenances', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Vue d’ensemble' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).to.equal('fr');
      await fixture.service.database
        .knex('users')
        .where({ email: 'viewer@demo.test' })
        .update({ locale: 'en' });
    });
  });

  describe('one’s own account', () => {
    let window: Window;
    before(async () => {
      window = await fixture.open({ email: 'manager@demo.test', meant: [422] });
      await window.visit('/-/account');
    });
    after(() => window.page.context().close());

    it('gets a second factor by a picture or a secret, with recovery codes that are shown once', async () => {
      const { page } = window;
      await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
      await page.getByLabel('Current password').last().fill('password');
      await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
      const picture = page.getByRole('img', { name: 'QR code for the authenticator app' });
      await picture.waitFor();
      expect(
        await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      ).to.be.above(50);
      const secret = (await page.locator('main code').innerText()).replace(/\s/g, '');
      await page.getByLabel('Code from your app').fill(generateSync({ secret }));
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Keep these codes').waitFor();
      expect(await page.locator('.codes li').allInnerTexts())
        .to.have.lengthOf(8)
        .and.satisfy((codes: string[]) => codes.every((code) => /^\w{5}-\w{5}$/.test(code)));
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await page.getByText('Recovery codes left: 8.').waitFor();
      await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
      await page.getByLabel('Current password').last().fill('password');
      await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
      await page.getByText('You sign in with your password only.').waitFor();
    });

    it('has calendars: their address is shown once, and deleting one takes it back', async () => {
      const { page } = window;
      await page.getByRole('link', { name: 'New calendar' }).click();
      await page.getByLabel('Name').fill('My weeks');
      await page.getByRole('main').getByRole('combobox', { name: 'Site' }).click();
      await page.getByRole('listbox').getByRole('option', { name: 'Plant North' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog');
      const address = await dialog.getByLabel('Address').inputValue();
      expect(address).to.match(/\/api\/v1\/calendars\/[\w-]{43}\.ics$/);
      const link = dialog.getByRole('link', { name: 'Open in a calendar program' });
      expect(await link.getAttribute('href')).to.equal(address.replace(/^http/, 'webcal'));
      const { status } = await page.request.get(address).then((reply) => ({ status: reply.status() }));
      expect(status).to.equal(200);
      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'My weeks' });
      await row.getByText('Plant North').waitFor();
      expect(await page.content()).not.to.include(address.slice(-47, -4));
      await row.getByRole('button', { name: 'Delete: My weeks' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      expect((await page.request.get(address)).status()).to.equal(404);
    });

    it('shows where one is signed in, and ends it there', async () => {
      const { page } = window;
      const other = await fixture.open({ email: 'manager@demo.test', meant: [401] });
      await page.reload();
      const sessions = page.getByRole('listitem').filter({ hasText: 'Signed in' });
      await sessions.nth(1).waitFor();
      await page
        .getByRole('button', { name: /^Sign out: / })
        .first()
        .click();
      await page.getByRole('button', { name: /^Sign out: / }).waitFor({ state: 'detached' });
      await other.page.reload();
      await other.page.getByRole('button', { name: 'Sign in' }).waitFor();
    });

    it('changes the password, tells what is wrong with a new one, and signs others out', async () => {
      const { page } = window;
      await page.locator('summary', { hasText: 'Change password' }).click();
      const button = page.getByRole('button', { name: 'Change password' });
      const form = page.locator('form', { has: button });
      const change = async (password: string) => {
        await form.getByLabel('Current password').fill('password');
        await form.getByLabel('New password', { exact: true }).fill(password);
        await form.getByLabel('Repeat the new password').fill(password);
        await button.click();
      };
      await change('12345678');
      await page.getByText('one of the most common passwords').waitFor();
      await change('a good long passphrase');
      await page.getByText('Your password has been changed.').waitFor();
      const other = await fixture.open();
      await fill(other.page, 'manager@demo.test', 'a good long passphrase');
      await other.page.getByRole('banner').waitFor();
    });

    it('changes the e-mail address, with the password', async () => {
      const { page } = window;
      await page.locator('summary', { hasText: 'Change e-mail' }).click();
      const button = page.getByRole('button', { name: 'Change e-mail' });
      const form = page.locator('form', { has: button });
      await form.getByLabel('New e-mail').fill('mill@works.test');
      await form.getByLabel('Current password').fill('a good long passphrase');
      await button.click();
      await page.getByText('Your e-mail address has been changed.').waitFor();
      await page.locator('.facts', { hasText: 'mill@works.test' }).waitFor();
    });

    it('complains of nothing on the way', () => {
      expect(window.complaints).to.deep.equal([]);
    });
  });

  it('signs in from a page deep in the console, and stays there', async () => {
    const window = await fixture.open();
    await window.page.goto(`${fixture.service.url}/console/zones`);
    await fill(window.page, 'technician@demo.test', 'password');
    await window.page.getByRole('table').waitFor();
    await headed(window.page, 'Zones');
    await signIn(await fixture.open(), 'viewer@demo.test');
  });
});
