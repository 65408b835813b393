/** Starts of the real process: the first, the second, those that must fail, and the way it ends. */

import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { migrateAlone } from '../../../../engine/database/lock.ts';
import { createTestDatabase, type TestDatabase, testAppKey } from '../../../harness/database.ts';
import { schemaText } from '../../../harness/mortal-database.ts';
import { anywhere, onlyOn } from '../../../harness/only-on.ts';
import { freePort } from '../../../harness/port.ts';
import { runEntry, type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { isRefused, sendOn, sendRest, splitSignIn } from '../../../harness/sockets.ts';
import { until } from '../../../harness/until.ts';

/** Expects what a failed start has to look like: nothing but one line, and a non-zero exit. */
async function expectRefusal(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runEntry(['service/server.ts'], { env });
  expect(stderr).to.match(/^[^\n]+\n$/);
  expect(stderr).to.match(sentence);
  expect(stdout).to.equal('');
  expect(code).to.equal(1);
}

const embedded = onlyOn('sqlite', 'servers are prepared by commands');
embedded.describe('starting on an empty folder', () => {
  let folder: string;
  const env = { APP_KEY: '', LOG_LEVEL: 'warn' };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-start-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('creates, migrates and seeds the database, and says how to sign in', async () => {
    const service = await startProcess({ folder, env: { APP_KEY: '' }, uncompiled: true });
    expect(service.stdout).to.include(`Millwright is listening on ${service.url}`);
    expect(service.stdout).to.include(`http://localhost:${service.port}/docs`);
    expect(service.stdout).to.include('admin@demo.test');
    expect((await service.client().get('/health/ready')).status).to.equal(200);
    const files = readdirSync(join(folder, 'data'));
    expect(files).to.include.members(['millwright.db', 'millwright.db.key', 'millwright.db-wal']);
    for (const file of files) expect(statSync(join(folder, 'data', file)).mode & 0o777, file).to.equal(0o600);
    const client = service.client();
    expect((await client.login('manager@demo.test')).status).to.equal(200);
    // Links are such that a page of this machine follows them with its cookies.
    const { links } = (await client.get('/zones')).body;
    expect(links.first).to.equal(`http://localhost:${service.port}/api/v1/zones?page=1`);
    const own = service.client({ origin: `http://[::1]:${service.port}` });
    expect((await own.login('manager@demo.test')).status).to.equal(200);
    expect(await service.stop()).to.deep.equal({ code: 0, signal: null });
  });

  it('keeps the data, the key and so the sessions over a second start, also after a crash', async () => {
    const first = await startProcess({ folder, env });
    const client = first.client();
    await client.login('admin@demo.test');
    const created = await client.post('/zones', { name: 'Kept', allow_material: true });
    expect(created.status, created.text).to.equal(201);
    await first.kill();
    const second = await startProcess({ folder, env: { ...env, PORT: String(first.port) } });
    expect([first, second].map(({ stdout, stderr }) => stdout + stderr)).to.deep.equal(['', '']);
    const again = second.client();
    for (const [name, value] of client.cookies) again.cookies.set(name, value);
    const read = await again.get(`/zones/${created.body.data.id}`);
    expect([read.status, read.body.data?.name]).to.deep.equal([200, 'Kept']);
    await second.stop();
  });

  it('reads settings from .env, where a variable that is set wins, and adds no demo data where SEED_DEMO is false', async () => {
    await writeFile(join(folder, '.env'), 'PORT=none\nSEED_DEMO=false\n');
    const service = await startProcess({ folder, env: { APP_KEY: '' } });
    expect(service.stdout).not.to.include('@demo.test');
    expect((await service.client().login('admin@demo.test')).status).to.equal(422);
    await service.stop();
  });

  it('refuses a file that is no database', async () => {
    await writeFile(join(folder, 'notes.txt'), 'No database, only a few words. '.repeat(100));
    const path = join(folder, 'notes.txt');
    await expectRefusal({ DATABASE_URL: `sqlite:${path}` }, /notes\.txt is not a SQLite database/);
    expect(await readFile(path, 'utf8')).to.match(/^No database/);
  });

  it('refuses a folder that is not there, and makes none', async () => {
    await writeFile(join(folder, 'file'), '');
    for (const [place, APP_KEY] of [
      ['file', testAppKey],
      ['not/there', testAppKey],
      ['not/there', ''],
    ] as const) {
      const env = { DATABASE_URL: `sqlite:${folder}/${place}/millwright.db`, APP_KEY };
      await expectRefusal(
        env,
        /^DATABASE_URL is "sqlite:.*give a file in a folder that exists; .* does not exist/,
      );
    }
    expect(readdirSync(folder)).to.deep.equal(['file']);
  });

  it('puts no published passwords into a database elsewhere, unless it is told to', async () => {
    const elsewhere = { APP_KEY: '', DATABASE_URL: `sqlite:${folder}/plant.db` };
    const service = await startProcess({ folder, env: elsewhere });
    expect(service.stdout).not.to.include('@demo.test');
    expect((await service.client().login('admin@demo.test')).status).to.equal(422);
    await service.stop();
    const told = await startProcess({ folder, env: { ...elsewhere, SEED_DEMO: 'true' } });
    expect((await told.client().login('admin@demo.test')).status).to.equal(200);
    await told.stop();
  });

  it('refuses a name in .env that is no setting, commands too', async () => {
    await writeFile(join(folder, '.env'), '# Ours\nSEED_DEMOO=false\n');
    for (const entry of ['service/server.ts', 'commands/migrate.ts', 'commands/backup.ts'] as const) {
      const { code, stdout, stderr } = await runEntry([entry, 'a'], { folder, env });
      expect(stderr).to.equal(
        'Line 2 of .env sets "SEED_DEMOO", which is not a setting. Did you mean SEED_DEMO?\n',
      );
      expect([code, stdout]).to.deep.equal([1, '']);
    }
    expect(readdirSync(folder)).to.deep.equal(['.env']);
  });
});

describe('starting', () => {
  let database: TestDatabase | undefined;

  afterEach(async () => {
    await database?.drop();
    database = undefined;
  });

  const onServers = onlyOn('mysql', 'the embedded database prepares itself');
  onServers.it(
    'refuses pending migrations, changes nothing and names the command, which then helps',
    async () => {
      database = await createTestDatabase('blank');
      const env = { DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
      await expectRefusal(env, /lacks \d+ migrations .*npm run migrate/);
      expect((await database.knex.raw('SHOW TABLES'))[0]).to.deep.equal([]);
      const migrated = await runEntry(['commands/migrate.ts'], { env });
      expect([migrated.code, migrated.stderr]).to.deep.equal([0, '']);
      expect(migrated.stdout).to.match(/Migrations that have run on .* \(\d+\):\n {2}\S+\.ts/);
      expect((await runEntry(['commands/migrate.ts'], { env })).stdout).to.match(/up to date/);
      const service = await startProcess({ env: { DATABASE_URL: database.url } });
      expect((await service.client().get('/health/ready')).status).to.equal(200);
      expect(service.stdout).not.to.include('@demo.test');
      expect((await service.stop()).code).to.equal(0);
    },
  );

  onServers.it('offers demo data through npm run seed', async () => {
    database = await createTestDatabase('empty');
    const env = { DATABASE_URL: database.url };
    expect((await runEntry(['commands/seed/seed.ts'], { env })).stderr).to.equal('');
    const service = await startProcess({ env });
    expect(service.stdout).to.include('admin@demo.test');
    expect((await service.client().login('admin@demo.test')).status).to.equal(200);
    await service.stop();
  });

  onServers.it(
    'says that migrations are running, on a database that somebody uses, and what that means for them',
    async () => {
      database = await createTestDatabase('empty');
      const { knex } = database;
      const env = { DATABASE_URL: database.url };
      const migrate = () => runEntry(['commands/migrate.ts'], { env });
      const [last] = await knex('knex_migrations').orderBy('id', 'desc').limit(1);
      await knex('knex_migrations').where('id', last.id).del();
      await migrateAlone(
        knex,
        () => expectRefusal(env, /is being migrated just now: start again once that is done\.$/m),
        () => {},
      );
      const check = await runEntry(['commands/migrate.ts', '--check'], { env });
      expect([check.code, check.stdout]).to.deep.equal([
        0,
        `1 migration is pending:\n  ${last.name}\nServices of the previous version can run while it runs, and afterwards.\n`,
      ]);
      expect((await migrate()).stdout).to.match(
        / is in use\. Restart every service .*\nMigrations that have run on .* \(1\):/,
      );
      await knex('knex_migrations').insert({ name: '29990101000000_later.ts', batch: 2 });
      expect((await migrate()).stdout).to.match(
        / has migrations of a later version\. .*: nothing to do\.\n$/,
      );
    },
  );

  it('leaves a database alone that was made before 1.0', async () => {
    database = await createTestDatabase('empty');
    const { knex } = database;
    await knex('knex_migrations').delete();
    const old = ['20260101000100_users.ts', '20260101000300_sites.ts'].map((name) => ({ name, batch: 1 }));
    await knex('knex_migrations').insert(old);
    const before = await schemaText(knex);
    const told =
      / was made before version 1\.0, whose tables are others: keep running the version that made it, or export its rows [^.:]+\.$/m;
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
    await expectRefusal(env, told);
    for (const [command, ...words] of [['migrate'], ['migrate', '--yes'], ['reindex']]) {
      const { code, stdout, stderr } = await runEntry([`commands/${command}.ts`, ...words], { env });
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr.trim()).to.match(told);
    }
    expect(await schemaText(knex)).to.deep.equal(before);
    expect(await knex('knex_migrations').orderBy('id').pluck('name')).to.deep.equal(
      old.map(({ name }) => name),
    );
    expect(await knex('users').first()).to.equal(undefined);
  });

  onServers.it(
    'refuses wrong credentials, a missing database and a missing key, without the password',
    async () => {
      database = await createTestDatabase('blank');
      const wrong = new URL(database.url);
      wrong.password = 'h1dden';
      await expectRefusal(
        { DATABASE_URL: wrong.href },
        /^(?!.*h1dden).*refuses the user millwright or the password/,
      );
      const missing = new URL('not_there', database.url);
      await expectRefusal({ DATABASE_URL: missing.href }, /no database not_there .*create it/);
      await expectRefusal({ DATABASE_URL: database.url, APP_KEY: '' }, /^APP_KEY is not set.*openssl rand/);
    },
  );

  anywhere.it('refuses a bad setting', async () => {
    await expectRefusal({ PORT: 'many' }, /^PORT is "many", which is not allowed: give a whole number/);
  });

  anywhere.it('refuses a busy port', async () => {
    database = await createTestDatabase('empty');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    try {
      const env = { DATABASE_URL: database.url, PORT: port, SEED_DEMO: 'false', LOG_LEVEL: 'warn' };
      await expectRefusal(env, new RegExp(`^Port ${port} on 127.0.0.1 is in use: .*PORT`));
    } finally {
      other.close();
    }
  });

  anywhere.it('refuses a database server that is not there', async () => {
    const url = `mysql://somebody:h1dden@127.0.0.1:${await freePort()}/none`;
    await expectRefusal(
      { DATABASE_URL: url },
      /^(?!.*h1dden).*is out of reach \(ECONNREFUSED\): check DATABASE_URL/,
    );
  });
});

anywhere.describe('ending', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    database = await createTestDatabase('empty');
    service = await startProcess({
      env: { DATABASE_URL: database.url, SEED_DEMO: 'false', LOG_LEVEL: 'warn' },
    });
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await service.kill();
    await database.drop();
  });

  /** Opens a connection and sends a part of a request. Afterwards the service has both. */
  async function sendPart(text: string): Promise<Socket> {
    const socket = await sendOn(service.port, text);
    sockets.push(socket);
    // Connections are taken, and then read, in the order in which they came: this one's turn was before.
    await service.client().get('/health/live');
    return socket;
  }

  it('is in good order while clients keep idle connections open', async () => {
    await service.client().get('/health/live');
    await sendPart('');
    expect(await service.stop()).to.deep.equal({ code: 0, signal: null });
  });

  /** A sign-in of which everything has been sent but the end of the body. */
  async function sendMostOfSignIn(): Promise<{ socket: Socket; rest: string }> {
    const { most, rest } = await splitSignIn(service.client());
    return { socket: await sendPart(most), rest };
  }

  it('comes after a while although clients have sent half a request', async () => {
    await sendPart('GET /health/live HTTP/1.1\r\nHost: x');
    await sendMostOfSignIn();
    const start = Date.now();
    expect(await service.stop()).to.deep.equal({ code: 0, signal: null });
    expect(Date.now() - start, 'the rest may yet come').to.be.above(5000);
  });

  it('answers a request whose body comes after the signal, and accepts no new connection', async () => {
    const { socket, rest } = await sendMostOfSignIn();
    const ended = service.stop();
    await until('no connection is accepted', () => isRefused(service.port));
    const answer = await sendRest(socket, rest);
    expect(answer).to.match(/^HTTP\/1\.1 422 /);
    expect(answer.toLowerCase()).to.include('connection: close');
    expect((await ended).code).to.equal(0);
  });
});
