/** What an operator does without signing in: the first administrator, and ways back in. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { createPerson, type NewPerson, resetPassword } from '../../../auth/sign-in/administration.ts';
import { createMailer } from '../../../service/outbox/mail/mail.ts';
import { createTestDatabase, type TestDatabase, testAppKey, testConfig } from '../../harness/database.ts';
import { argumentsFor } from '../../harness/process.ts';
import { type SignInService, sites, startSignIn } from './fixture.ts';

const password = 'a walk by the mill';
const ida: NewPerson = {
  email: 'Ida@Works.test',
  username: 'ida',
  firstName: 'Ida',
  lastName: 'Müller',
  locale: 'en',
  admin: true,
  password,
};

/** A command as a process of its own, with these lines as its input. */
async function run(command: string, args: readonly string[], database: TestDatabase, input = '') {
  const words = [...(await argumentsFor(`commands/accounts/${command}.ts`)), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    input,
    cwd: resolve(import.meta.dirname, '../../..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, APP_KEY: testAppKey },
  });
  return { status, stdout, stderr };
}

describe('first administrator', () => {
  let database: TestDatabase;
  let service: SignInService;
  beforeEach(async () => {
    database = await createTestDatabase('empty');
    service = await startSignIn({ database });
  });
  afterEach(async () => {
    await service.stop();
    await database.drop();
  });

  it('is made with the headquarters and the role on an empty database', async () => {
    const lines = `ida@works.test\nida\nIda\nMüller\n${password}\n`;
    const made = await run('user-create', ['--admin'], database, lines);
    expect(made, made.stderr).to.include({ status: 0, stderr: '' });
    expect(made.stdout).to.include('ida@works.test can sign in');
    const client = service.client();
    expect((await client.login('IDA@works.test', password)).status).to.equal(200);
    const { data } = (await client.get('/user')).body;
    expect(data).to.deep.include({ full_name: 'Ida Müller', roles: ['administrator'], locale: 'en' });
    expect(data.sites).to.deep.equal([
      { id: data.current_site_id, name: 'Headquarters', is_headquarters: true },
    ]);
    expect(data.permissions).to.have.length(10);
  });

  it('takes the headquarters and the role that are there', async () => {
    await createPerson(database.knex, ida);
    await createPerson(database.knex, { ...ida, email: 'second@works.test', username: 'second' });
    expect(await database.knex('sites')).to.have.length(1);
    expect(await database.knex('roles')).to.have.length(1);
    expect(await database.knex('membership_roles')).to.have.length(2);
  });

  it('has keys and search text as the resources write them', async () => {
    await createPerson(database.knex, ida);
    const row = await database.knex('users').first();
    expect(row).to.include({
      email: 'Ida@Works.test',
      email_key: 'ida@works.test',
      last_name_key: 'muller  müller',
      version: 1,
    });
    expect(row.search_text).to.include('müller').and.include('ida@works.test');
  });

  const refused: [string, Partial<NewPerson>, string][] = [
    [
      'a taken e-mail in other letters',
      { email: 'IDA@WORKS.TEST', username: 'x' },
      'already a user with the e-mail IDA@WORKS.TEST',
    ],
    ['a taken username', { email: 'x@works.test' }, 'already a user named ida'],
    ['no e-mail address', { email: 'ida' }, 'not an e-mail address'],
    ['an empty name', { firstName: ' ' }, 'first name is missing'],
    ['a long username', { username: 'x'.repeat(101) }, 'more than 100'],
    ['a common password', { password: 'password1' }, 'most common'],
    ['a long password', { password: 'x'.repeat(73) }, '72 bytes'],
    ['the e-mail as the password', { password: 'IDA@works.test' }, 'neither the e-mail address nor'],
    [
      'the username as the password',
      { username: 'Ida the Second', email: 'second@works.test', password: 'ida the second' },
      'nor the username',
    ],
  ];
  for (const [title, change, said] of refused) {
    it(`is refused for ${title}, and nothing is left behind`, async () => {
      await createPerson(database.knex, ida);
      const error = await createPerson(database.knex, { ...ida, ...change }).catch((one: unknown) => one);
      expect(error).to.be.instanceOf(Error).and.have.property('message').that.includes(said);
      expect(await database.knex('users')).to.have.length(1);
    });
  }
});

describe('way back in', () => {
  let service: SignInService;
  beforeEach(async () => {
    service = await startSignIn();
  });
  afterEach(() => service.stop());

  it('is another password, which ends the sessions', async () => {
    const ada = await service.signedIn('ada');
    const reset = await run('user-reset-password', ['ADA@demo.test'], service.database, `${password}\n`);
    expect(reset, reset.stderr).to.include({ status: 0 });
    expect((await ada.get('/user')).status).to.equal(401);
    const again = service.client();
    expect((await again.login('ada@demo.test', password)).status).to.equal(200);
    expect((await again.get('/user')).body.data.current_site_id).to.equal(sites.headquarters);
  });

  it('is no password that is the e-mail or the username', async () => {
    const { knex } = service.database;
    await knex('users').where({ id: 1 }).update({ username: 'Ada the First' });
    for (const wanted of ['Ada@Demo.test', 'ada the first']) {
      const error = await resetPassword(
        knex,
        createMailer(testConfig('sqlite::memory:')),
        'ada@demo.test',
        wanted,
      ).catch((one: unknown) => one);
      expect(String(error)).to.include('neither the e-mail address nor the username');
    }
    await service.signedIn('ada');
  });

  it('is no second factor, which ends the sessions', async () => {
    const ada = await service.signedIn('ada');
    const sealed = { two_factor_secret: 'lost', two_factor_confirmed_at: '2026-01-01 00:00:00.000' };
    await service.database.knex('users').where({ id: 1 }).update(sealed);
    expect((await service.client().login('ada@demo.test')).body.two_factor).to.equal(true);
    expect((await run('user-reset-2fa', ['ada@demo.test'], service.database)).status).to.equal(0);
    expect((await ada.get('/user')).status).to.equal(401);
    expect((await service.client().login('ada@demo.test')).body.two_factor).to.equal(false);
  });

  it('is said to be none in one sentence', async () => {
    const cases: [string, string[], string, string][] = [
      ['user-reset-2fa', ['nobody@demo.test'], '', 'There is no user with the e-mail nobody@demo.test.\n'],
      ['user-reset-password', ['ada@demo.test'], '', 'The input ended before all questions were answered.\n'],
      ['user-create', ['--what'], '', "Unknown option '--what'\nUse: npm run user:create"],
    ];
    for (const [command, args, input, said] of cases) {
      const { status, stderr } = await run(command, args, service.database, input);
      expect(status, command).to.equal(1);
      expect(stderr.startsWith(said), stderr).to.equal(true);
    }
  });
});
