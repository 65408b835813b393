/** A primary and its replica: lists are read from the replica as far as it has come, and one of the two is written to. */
import { expect } from 'chai';
import mysql from 'mysql2/promise';
import { migrateDatabase, seedDatabase } from '../../engine/database/migrate.ts';
import { openDatabase } from '../../engine/database/open.ts';
import type { Client } from '../harness/client.ts';
import { testConfig } from '../harness/database.ts';
import { type DatabaseServer, startDatabaseServer } from '../harness/database-server.ts';
import { onlyOn } from '../harness/only-on.ts';
import { runEntry, type ServiceProcess, startProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';

const flagsOf = (id: number) => [
  `--server-id=${id}`,
  '--log-bin=binlog',
  '--log-slave-updates',
  '--log-bin-trust-function-creators=ON',
];

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
      startDatabaseServer({ flags: flagsOf(1) }),
      startDatabaseServer({ flags: flagsOf(2) }),
    ]);
    const [primary, replica] = servers;
    const login = "master_host = '127.0.0.1', master_user = 'millwright', master_password = 'millwright'";
    await on(
      primary,
      'CREATE DATABASE millwright',
      // Whoever may do everything also writes to what is read-only.
      "CREATE USER service@'127.0.0.1' IDENTIFIED BY 'service'",
      "GRANT ALL PRIVILEGES ON millwright.* TO service@'127.0.0.1'",
    );
    await on(
      replica,
      `CHANGE MASTER TO ${login}, master_port = ${primary.port}, master_use_gtid = slave_pos, master_connect_retry = 1`,
      'SET GLOBAL read_only = ON',
      'START SLAVE',
    );
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

  async function on(
    server: DatabaseServer,
    ...statements: readonly string[]
  ): Promise<mysql.RowDataPacket[]> {
    const connection = await mysql.createConnection(server.url(''));
    try {
      let rows: mysql.RowDataPacket[] = [];
      for (const sql of statements) [rows] = await connection.query<mysql.RowDataPacket[]>(sql);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  const isRead = async (is: boolean) => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return /database_host_read\{[^}]*\} 1/.test(text) === is;
  };
  const untilRead = (is: boolean) =>
    until(`the replica is ${is ? '' : 'not '}read from`, () => isRead(is), { everyMs: 100 });
  const reads = async (server: DatabaseServer) => {
    const [row] = await on(server, "SHOW GLOBAL STATUS LIKE 'Com_stmt_execute'");
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

  it('reads where it writes while the replica is behind, or silent', async () => {
    await on(servers[1], 'STOP SLAVE SQL_THREAD');
    await writeAndRead('While it is behind');
    expect(await isRead(false)).to.equal(true);
    await on(servers[1], 'START SLAVE SQL_THREAD');
    await untilRead(true);
    process.kill(servers[1].pid, 'SIGSTOP');
    await writeAndRead('While it is frozen').finally(() => process.kill(servers[1].pid, 'SIGCONT'));
    await untilRead(true);
    await writeAndRead('When it is back');
  });

  it('writes to neither where both take writes, and says so; one that runs stays', async () => {
    await on(servers[1], 'SET GLOBAL read_only = OFF');
    const { code, stderr } = await runEntry(['server.ts'], { env: environment });
    const [one, other] = servers.map(({ port }) => `127.0.0.1:${port}`);
    expect([code, stderr]).to.deep.equal([
      1,
      `${one} and ${other} both take writes and are no cluster: make all but one read-only.\n`,
    ]);
    await writeAndRead('Where it was');
    await on(servers[1], 'SET GLOBAL read_only = ON');
  });

  it('goes to the replica once that has taken over', async () => {
    const [primary, replica] = servers;
    await on(primary, 'SET GLOBAL read_only = ON');
    const [there] = await on(primary, 'SELECT @@gtid_binlog_pos AS position');
    await on(
      replica,
      `SELECT master_gtid_wait('${there?.position}', 30)`,
      'STOP SLAVE',
      'RESET SLAVE ALL',
      'SET GLOBAL read_only = OFF',
    );
    await until(
      'it writes there',
      async () => (await client.post('/zones', { name: 'Taken over' })).status === 201,
    );
    await writeAndRead('Afterwards');
    const [row] = await on(replica, "SELECT count(*) AS n FROM millwright.zones WHERE name = 'Afterwards'");
    expect(Number(row?.n)).to.equal(1);
  });
});
