/** A dump of MariaDB or MySQL, made and loaded with the options that docs/operating.md gives: the service goes on with it. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { findMysqlProgram, findProgram, makeOfRun } from '../../../harness/database-server.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { startProcess } from '../../../harness/process.ts';

const { dump, load } =
  makeOfRun === 'mysql'
    ? { dump: findMysqlProgram('mysqldump'), load: findMysqlProgram('mysql') }
    : { dump: findProgram('mariadb-dump'), load: findProgram('mariadb') };
const missing = makeOfRun === 'mysql' && dump === null ? 'there is no mysqldump of MySQL here' : null;

const onServers = onlyOn('mysql', 'the embedded database has a backup of its own', missing);
onServers.describe('a dump of the database', () => {
  let folder: string;
  let source: TestDatabase;
  let copy: TestDatabase;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-dump-'));
    [source, copy] = [await createTestDatabase('demo'), await createTestDatabase('blank')];
  });
  after(async () => {
    await source?.drop();
    await copy?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a program on a database; the password is no argument, as the list of processes shows those. */
  function run(
    program: string | null,
    options: readonly string[],
    { url }: TestDatabase,
    file: string,
  ): void {
    const path = program ?? expect.fail('there is no program for it');
    const { hostname, port, username, password, pathname } = new URL(url);
    const login = ['-h', hostname, '-P', port, '-u', username, pathname.slice(1)];
    const stream = openSync(file, program === load ? 'r' : 'wx');
    const done = spawnSync(path, [...options, ...login], {
      env: { MYSQL_PWD: password },
      stdio: program === load ? [stream, 'pipe', 'pipe'] : ['ignore', stream, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(stream);
    expect([done.status, done.stderr]).to.deep.equal([0, '']);
  }

  const countTriggers = async ({ knex }: TestDatabase): Promise<number> => {
    const [row] = await knex('information_schema.triggers')
      .whereRaw('trigger_schema = database()')
      .count({ n: '*' });
    return Number(row?.n);
  };

  it('is loaded into an empty one and served: second factor, searches and totals that go on', async () => {
    const page = await readFile(resolve(import.meta.dirname, '../../../../docs/operating.md'), 'utf8');
    const recipe =
      makeOfRun === 'mysql' ? /^mysqldump ((?:--[\w=-]+ )+)-h/m : /^mariadb-dump ((?:--[\w-]+ )+)-h/m;
    const [, options = ''] = recipe.exec(page) ?? [];
    expect(options).to.include('--single-transaction');
    const file = join(folder, 'a.sql');
    run(dump, options.trim().split(' '), source, file);
    run(load, [], copy, file);
    expect(await countTriggers(copy))
      .to.equal(await countTriggers(source))
      .and.to.be.greaterThan(0);

    const service = await startProcess({ env: { DATABASE_URL: copy.url, LOG_LEVEL: 'warn' } });
    try {
      expect(service.stdout).not.to.include('Totals of these are not kept');
      const secure = service.client();
      expect((await secure.login('secure@demo.test')).body).to.deep.equal({ two_factor: true });
      const code = { recovery_code: 'demo1-aaaaa' };
      expect((await secure.post('/auth/two-factor-challenge', code)).status).to.equal(204);
      const total = async (query: string) => (await secure.get(`/zones?${query}`)).body.meta.total;
      const before = await total('per_page=1');
      expect((await secure.post('/zones', { name: 'After the dump' })).status).to.equal(201);
      expect(await total('per_page=1')).to.equal(before + 1);
      expect(await total('search=after+dump')).to.equal(1);
    } finally {
      await service.stop();
    }
  });
});
