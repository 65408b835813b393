/** The keys of the settings and those that a database was written with: what fits, what is refused, what is lost. */
import { expect } from 'chai';
import { checkKeys } from '../../../../auth/index.ts';
import { openDatabase } from '../../../../engine/database/open.ts';
import { explainFailure } from '../../../../service/start/log/failure.ts';
import { prepareDatabase } from '../../../../service/start/prepare-database.ts';
import { createTestDatabase, type TestDatabase, testAppKey, testConfig } from '../../../harness/database.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { runEntry, startProcess } from '../../../harness/process.ts';

const own = Buffer.from(testAppKey, 'base64');
const next = Buffer.alloc(32, 8);
const other = Buffer.alloc(32, 9);
const textOf = (...keys: Buffer[]) => keys.map((key) => key.toString('base64')).join(',');

describe('another APP_KEY', () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  const sentence = /^APP_KEY[^\n]* is not the key that the database [^\n]* was written with: [^\n]+$/;

  /** What a start does before it listens, in this process. @returns the sentence with which it ends; null where it goes on */
  async function prepare(env: Record<string, string> = {}): Promise<string | null> {
    const config = testConfig(database.url, env);
    const opened = openDatabase(config);
    try {
      await prepareDatabase(opened, config);
      return null;
    } catch (error) {
      return explainFailure(error, config);
    } finally {
      await opened.destroy();
    }
  }

  async function expectPrepared(env: Record<string, string> = {}): Promise<void> {
    expect(await prepare(env)).to.equal(null);
  }

  async function expectRefusal(env: Record<string, string>): Promise<void> {
    expect(await prepare(env))
      .to.match(sentence)
      .and.to.match(/APP_PREVIOUS_KEYS.*npm run key:forget/);
  }

  /** Expects processes to refuse in one line: a start, and the command that seals secrets. */
  async function expectProcessesRefuse(env: Record<string, string>): Promise<void> {
    for (const entry of ['service/server.ts', 'commands/seed/seed.ts'] as const) {
      const { code, stdout, stderr } = await runEntry([entry], {
        env: { DATABASE_URL: database.url, ...env },
      });
      expect(stderr).to.match(/^[^\n]+\n$/);
      expect(stderr.trimEnd()).to.match(sentence);
      expect([code, stdout]).to.deep.equal([1, '']);
    }
  }

  async function start(env: Record<string, string> = {}): Promise<void> {
    const service = await startProcess({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'warn', ...env } });
    expect((await service.client().get('/health/ready')).status).to.equal(200);
    await service.stop();
  }

  it('stops a start once there was one, without a secret too, and the earlier keys count', async () => {
    database = await createTestDatabase('empty');
    await start();
    await expectRefusal({ APP_KEY: textOf(other) });
    await expectProcessesRefuse({ APP_KEY: textOf(other) });
    await expectPrepared({ APP_KEY: textOf(next), APP_PREVIOUS_KEYS: textOf(own) });
    // Secrets may be written with either from now on: a node that lacks one of them opens only some.
    await expectRefusal({ APP_KEY: textOf(own) });
    await expectRefusal({ APP_KEY: textOf(next) });
    await expectPrepared({ APP_KEY: textOf(own), APP_PREVIOUS_KEYS: textOf(other, next) });
    const rows = await database.knex('key_checks').orderBy('id').pluck('id');
    expect(rows).to.deep.equal([1, 2]);
  });

  it('stops the first start of a database whose secrets it does not open', async () => {
    database = await createTestDatabase('demo');
    await expectRefusal({ APP_KEY: textOf(other) });
    expect(await database.knex('key_checks')).to.deep.equal([]);
    await expectPrepared({ APP_KEY: textOf(other), APP_PREVIOUS_KEYS: testAppKey });
  });

  it('is not accepted because of one secret that an attacker has changed', async () => {
    database = await createTestDatabase('demo');
    const [first] = await database.knex('users').orderBy('id').limit(1).pluck('id');
    await database.knex('users').where({ id: first }).update({ two_factor_secret: 'v1.a.b.c' });
    expect(await checkKeys(database.knex, [other])).to.equal(false);
    expect(await checkKeys(database.knex, [own])).to.equal(true);
  });

  it('of two nodes that start at the same moment is that of one of them', async () => {
    database = await createTestDatabase('empty');
    const { knex } = database;
    const keys = [own, next, other];
    const known = await Promise.all(keys.map((key) => checkKeys(knex, [key])));
    expect(known.filter(Boolean)).to.have.lengthOf(1);
    expect(await Promise.all(keys.map((key) => checkKeys(knex, [key])))).to.deep.equal(known);
    const again = await createTestDatabase('empty');
    const same = await Promise.all(keys.map(() => checkKeys(again.knex, [own])));
    expect(same).to.deep.equal([true, true, true]);
    expect(await again.knex('key_checks')).to.have.lengthOf(1);
    await again.drop();
  });

  it('is accepted if the old one is lost, after the operator agrees to the loss', async () => {
    database = await createTestDatabase('demo');
    await expectPrepared();
    const lost = { APP_KEY: textOf(other) };
    const env = { DATABASE_URL: database.url, ...lost };
    const asked = await runEntry(['commands/key-forget.ts'], { env });
    expect(asked.stderr).to.match(/second factor of 1 person, .*npm run key:forget -- --yes\.\n$/);
    expect(asked.code).to.equal(1);
    await expectRefusal(lost);
    const forgotten = await runEntry(['commands/key-forget.ts', '--yes'], { env });
    expect(forgotten.stdout).to.match(
      /goes on with the present key; 1 person lost their second factor.* npm run doctor counts them\.\n$/,
    );
    await start(env);
    const { knex } = database;
    expect(await knex('users').whereNotNull('two_factor_secret')).to.deep.equal([]);
    expect(await knex('two_factor_recovery_codes')).to.deep.equal([]);
    await expectRefusal({ APP_KEY: testAppKey });
  });

  const embedded = onlyOn('sqlite', 'servers have no key file beside them');
  embedded.it('is not made where the key file of a database is gone, but by the same command', async () => {
    database = await createTestDatabase('empty');
    const env = { DATABASE_URL: database.url, APP_KEY: '' };
    const refused = await runEntry(['service/server.ts'], { env });
    expect(refused.stderr).to.match(
      /^The database exists, but its key file \S+\.db\.key does not\. [^\n]*npm run key:forget\.\n$/,
    );
    expect([refused.code, refused.stdout]).to.deep.equal([1, '']);
    expect((await runEntry(['commands/key-forget.ts', '--yes'], { env })).stderr).to.equal('');
    await start({ APP_KEY: '' });
  });
});
