/**
 * `npm run release:fixture`: keeps what a database of this version looks like, with some rows in every table, for
 * `test/nightly/service/engine/features/schema/releases.test.ts`. It overwrites nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { version } from '../service/project/version.ts';
import { type DatabaseServer, startDatabaseServer } from './harness/database-server.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'test/fixtures/releases', version);
const [own] = process.argv.slice(2);

if (own === undefined) await makeAll();
else await make(own);

/** Each in a process of its own, which is told its database before anything is loaded. */
async function makeAll(): Promise<void> {
  if (existsSync(folder)) {
    console.error(`${relative(root, folder)} is there already: it is history, once ${version} is out.`);
    process.exitCode = 1;
    return;
  }
  const servers: DatabaseServer[] = [];
  try {
    const targets: Record<string, string> = { 'sqlite.sql': 'sqlite' };
    for (const make of ['mariadb', 'mysql'] as const) {
      const server = await startDatabaseServer({ make });
      servers.push(server);
      targets[`${make}.sql`] = server.url('');
    }
    mkdirSync(folder, { recursive: true });
    for (const [file, target] of Object.entries(targets)) {
      const { status } = spawnSync(process.execPath, ['--import', 'tsx', import.meta.filename, file], {
        cwd: root,
        env: { ...process.env, TEST_DATABASE: target },
        stdio: 'inherit',
      });
      if (status !== 0) throw new Error(`${file} could not be made.`);
    }
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function make(file: string): Promise<void> {
  const { dumpDatabase } = await import('./harness/release-dump.ts');
  const { createTestDatabase } = await import('./harness/database.ts');
  const { runEntry } = await import('./harness/process.ts');
  const { startService } = await import('./harness/service.ts');
  const { checkKeys } = await import('../auth/index.ts');
  const { until } = await import('./harness/until.ts');
  const { createWriteProbe } = await import('../engine/database/probe.ts');
  const database = await createTestDatabase('demo');
  const service = await startService({ database });
  // What only a service at work leaves behind: sessions, a history, keys, counters of attempts, leases.
  await checkKeys(database.knex, database.config.appKeys);
  await createWriteProbe(database.knex, database.config.database)();
  await service.client().login('viewer@demo.test', 'wrong');
  const client = await service.signedIn('manager@demo.test');
  await client.post('/zones', { name: 'Kept' }, { 'Idempotency-Key': 'kept' });
  await runEntry(['commands/tasks.ts', '--once'], { env: { DATABASE_URL: database.url } });
  const { token } = await database.knex('request_points').first('token');
  for (const [method, path, body] of [
    ['PATCH', '/user/notification-preferences', { digest_time: '06:00' }],
    ['POST', '/calendar-feeds', { name: 'Kept', site_id: 2 }],
    ['POST', '/auth/forgot-password', { email: 'viewer@demo.test' }],
    ['POST', `/public/request-points/${token}/requests`, { description: 'Kept.', contact: 'a@b.test' }],
  ] as const) {
    const { status, text } = await client.send(method, path, body);
    if (status >= 300) throw new Error(`${path}: ${text}`);
  }
  await until('a mail waits', async () => (await database.knex('mails').first('id')) !== undefined);
  const text = await dumpDatabase(database.knex);
  await service.stop();
  await database.drop();
  writeFileSync(join(folder, file), text);
  console.log(`${relative(root, join(folder, file))} is written.`);
  process.exit(0);
}
