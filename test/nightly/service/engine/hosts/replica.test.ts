/** A primary and its replica: lists are read from the replica as far as it has come, and one of the two is written to. */
import { expect } from 'chai';
import { seedDatabase } from '../../../../../commands/seed/seed-database.ts';
import { migrateDatabase } from '../../../../../engine/database/migrate.ts';
import { openDatabase } from '../../../../../engine/database/open.ts';
import type { Client } from '../../../../harness/client.ts';
import { testConfig } from '../../../../harness/database.ts';
import { type DatabaseServer, makeOfRun, startDatabaseServer } from '../../../../harness/database-server.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { runEntry, type ServiceProcess, startProcess } from '../../../../harness/process.ts';
import {
  onServer,
  promote,
  replicationFlags,
  setReadOnly,
  startReplica,
} from '../../../../harness/replication.ts';
import { until } from '../../../../harness/until.ts';

const urlOf = (...ports: readonly number[]) =>
  `mysql://service:service@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/millwright`;

const onServers = onlyOn('mysql', 'the embedded database has no replica');
onServers.describe('a primary with a replica', () => {
  let servers: readonly [DatabaseServer, DatabaseServer];
  let service: ServiceProcess;
  let client: Client;
  let environment: Record<string, string>;

  before(async () => {
    servers = await Promise.all([
      startDatabaseServer({ flags: replicationFlags(1) }),
      startDatabaseServer({ flags: replicationFlags(2) }),
    ]);
    const [primary, replica] = servers;
    await onServer(
      primary,
      'CREATE DATABASE millwright',
      // A user with all rights can also write to a read-only server.
      "CREATE USER service@'127.0.0.1' IDENTIFIED BY 'service'",
      "GRANT ALL PRIVILEGES ON millwright.* TO service@'127.0.0.1'",
    );
    await startReplica(replica, primary);
    const config = testConfig(urlOf(primary.port));
    const database = openDatabase(config);
    await migrateDatabase(database);
    await seedDatabase(database, config);
    await database.destroy();
    environment = {
      DATABASE_URL: urlOf(primary.port, replica.port),
      DATABASE_READ_URL: urlOf(replica.port),
      APP_KEY: config.appKeys[0].toString('base64'),
      LOG_LEVEL: 'warn',
      RUN_TASKS: 'false',
    };
    service = await startProcess({ env: environment });
    client = service.client();
    expect((await client.login('manager@demo.test')).status).to.equal(200);
  });
  after(async () => {
    await service?.stop();
    await Promise.all((servers ?? []).map((server) => server.stop()));
  });

  const isRead = async (is: boolean) => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return /database_host_read\{[^}]*\} 1/.test(text) === is;
  };
  const untilRead = (is: boolean) =>
    until(`the replica is ${is ? '' : 'not '}read from`, () => isRead(is), { everyMs: 100 });
  const reads = async (server: DatabaseServer) => {
    const [row] = await onServer(server, "SHOW GLOBAL STATUS LIKE 'Com_stmt_execute'");
    return Number(row?.Value);
  };
  /** Makes a zone and reads it at once. */
  async function writeAndRead(name: string): Promise<void> {
    const made = await client.post('/zones', { name });
    expect(made.status, made.text).to.equal(201);
    const { body, status, text } = await client.get(`/zones/${made.body.data.id}`);
    expect(status, text).to.equal(200);
    expect(body.data.name).to.equal(name);
    expect((await client.get(`/zones?search=${encodeURIComponent(name)}`)).body.meta.total).to.equal(1);
  }

  it('reads from the replica what has just been written', async () => {
    await untilRead(true);
    const before = await reads(servers[1]);
    for (let round = 0; round < 20; round += 1) await writeAndRead(`At once ${round}.`);
    expect(await reads(servers[1])).to.be.above(before);
  });

  it('reads where it writes while the replica is behind, silent or gone', async () => {
    await onServer(servers[1], 'STOP REPLICA SQL_THREAD');
    await writeAndRead('While it is behind');
    expect(await isRead(false)).to.equal(true);
    await onServer(servers[1], 'START REPLICA SQL_THREAD');
    await untilRead(true);
    process.kill(servers[1].pid, 'SIGSTOP');
    await writeAndRead('While it is frozen').finally(() => process.kill(servers[1].pid, 'SIGCONT'));
    await untilRead(true);
    await servers[1].kill();
    await writeAndRead('While it is gone');
    await servers[1].restart();
    await setReadOnly(servers[1], true);
    await untilRead(true);
    await writeAndRead('When it is back');
  });

  it('writes to neither where both take writes, and says so; one that runs stays', async () => {
    await setReadOnly(servers[1], false);
    const { code, stderr } = await runEntry(['service/server.ts'], { env: environment });
    const [one, other] = servers.map(({ port }) => `127.0.0.1:${port}`);
    expect([code, stderr]).to.deep.equal([
      1,
      `${one} and ${other} both take writes and are no cluster: make all but one read-only.\n`,
    ]);
    await writeAndRead('Where it was');
    await setReadOnly(servers[1], true);
  });

  it('goes to the replica once that has taken over', async () => {
    const [primary, replica] = servers;
    await promote(replica, primary);
    await until(
      'it writes there',
      async () => (await client.post('/zones', { name: 'Taken over' })).status === 201,
    );
    await writeAndRead('Afterwards');
    const [row] = await onServer(
      replica,
      "SELECT count(*) AS n FROM millwright.zones WHERE name = 'Afterwards'",
    );
    expect(Number(row?.n)).to.equal(1);
  });

  if (makeOfRun === 'mysql') {
    it('reads where it writes once transactions have no names', async () => {
      await untilRead(true);
      await onServer(
        servers[1],
        'SET GLOBAL gtid_mode = ON_PERMISSIVE',
        'SET GLOBAL gtid_mode = OFF_PERMISSIVE',
      );
      await writeAndRead('Without a name');
      expect(await isRead(false)).to.equal(true);
    });
  }
});
