/** Passwords by mail on the console: the link that is asked for, and the page that it leads to. */
import { expect } from 'chai';
import { openConsole } from '../../../harness/console.ts';
import { tokenOf } from '../../../harness/mails.ts';

const good = 'a walk by the mill';
const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mill@plant.example' };

describe('passwords by mail on the console', () => {
  const { fixture, manager } = openConsole(['manager'], { env });

  it('lead from “Forgotten password?” to a new one', async () => {
    const { page, visit, complaints } = await fixture.open({ meant: [422, 401] });
    await visit('/');
    await page.getByRole('button', { name: 'Forgotten password?' }).click();
    await page.getByLabel('E-mail').fill('viewer@demo.test');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('is on its way to it').waitFor();
    const token = await tokenOf(fixture.service.database.knex, 'reset');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visit(`/-/password#token=${token}`);
    await page.reload();
    const choose = async (password: string, again = password) => {
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Repeat the new password').fill(again);
      await page.getByRole('button', { name: 'Choose a password' }).click();
    };
    await choose(good, `${good}.`);
    await page.getByText('The two passwords are not the same.').waitFor();
    await choose(good);
    await page.getByText('Your new password is set').waitFor();
    expect(page.url()).to.match(/password$/);
    expect(asked.filter((url) => url.split('#')[0]?.includes(token))).to.deep.equal([]);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByLabel('E-mail').fill('viewer@demo.test');
    await page.getByLabel('Password').fill(good);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('banner').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('say what is wrong with a link', async () => {
    const { page, visit } = await fixture.open({ meant: [422] });
    await visit('/-/password');
    await page.getByText('This address is incomplete.').waitFor();
    await visit('/-/password#token=nothing&for=email');
    await page.getByRole('button', { name: 'Confirm the e-mail address' }).click();
    await page.getByText('This link does not work any more.').waitFor();
  });

  it('show a new address in the account until it is confirmed', async () => {
    const { id } = (await manager.get('/user')).body.data;
    const asked = { email: 'boss@works.test', current_password: 'password' };
    expect((await manager.patch(`/users/${id}`, asked)).status).to.equal(200);
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit('/-/account');
    await page.getByText('boss@works.test').waitFor();
    const token = await tokenOf(fixture.service.database.knex, 'confirm-email');
    await visit(`/-/password#token=${token}&for=email`);
    await page.getByRole('button', { name: 'Confirm the e-mail address' }).click();
    await page.getByText('Your new e-mail address is confirmed.').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await visit('/-/account');
    await page.locator('dd', { hasText: 'boss@works.test' }).waitFor();
    expect(await page.getByText('Not confirmed yet').count()).to.equal(0);
  });
});
