/**
 * A group of three (Group Replication) with one primary, set up by the recipe of `docs/hosts.md` step by step, and two services
 * that know all members. The test does many things to the primary. With `TELL_PAUSES=1` it prints for how long each service had
 * no write answered. It only runs if MySQL's tests are requested: `npm test -- --only mysql`.
 */
import { expect } from 'chai';
import { seedDatabase } from '../../../../../commands/seed/seed-database.ts';
import { openAtHosts } from '../../../../../service/start/open-database.ts';
import type { Client } from '../../../../harness/client.ts';
import { testConfig } from '../../../../harness/database.ts';
import { makeOfRun } from '../../../../harness/database-server.ts';
import { type GroupMember, type MysqlGroup, startMysqlGroup } from '../../../../harness/mysql-group.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { runEntry, type ServiceProcess, startProcess } from '../../../../harness/process.ts';
import { type Environment, follow } from '../../../../harness/recipe.ts';
import { until } from '../../../../harness/until.ts';
import {
  calmly,
  expectKept,
  expectNothingOld,
  patiently,
  startWriting,
  untilRead,
  writtenAt,
} from './cluster-world.ts';

const missing = makeOfRun === 'mysql' ? null : 'MariaDB has no such groups';

onlyOn('mysql', 'the embedded database has no group', missing).describe('a group of MySQL', () => {
  let group: MysqlGroup;
  let services: ServiceProcess[] = [];
  let clients: Client[] = [];
  let environment: Environment = {};

  const hosts = (members: readonly GroupMember[]) => members.map(({ port }) => `127.0.0.1:${port}`).join();
  const settingsOf = ({ DATABASE_URL = '', DATABASE_READ_URL = '' }: Environment) => ({
    DATABASE_URL,
    DATABASE_READ_URL,
    APP_KEY: testConfig('sqlite::memory:').appKeys[0].toString('base64'),
    LOG_LEVEL: 'warn',
    RUN_TASKS: 'false',
  });

  before(async () => {
    group = await startMysqlGroup();
    const [first, ...others] = group.members;
    await follow(group.steps.database, {
      texts: [
        ['mysql -e', `${first.client} -e`],
        ['USER millwright', 'USER service'],
        ['TO millwright', 'TO service'],
      ],
    });
    await follow(group.steps.service, {
      texts: [
        ['millwright:', 'service:'],
        ['10.0.0.1,10.0.0.2,10.0.0.3', hosts(group.members)],
        ['10.0.0.2,10.0.0.3', hosts(others)],
      ],
      lines: {
        'npm run migrate': async (given) => {
          environment = settingsOf(given);
          const { code, stderr } = await runEntry(['commands/migrate.ts'], { env: settingsOf(given) });
          expect(code, stderr).to.equal(0);
          const config = testConfig(String(given.DATABASE_URL));
          const database = await openAtHosts(config);
          await seedDatabase(database, config);
          await database.destroy();
        },
        'npm start': async (given) => {
          const start = () => startProcess({ env: settingsOf(given) });
          services = await Promise.all([start(), start()]);
        },
      },
    });
    clients = services.map((service) => service.client());
    for (const client of clients)
      expect((await patiently(() => client.login('manager@demo.test'))).status).to.equal(200);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await group?.stop();
  });

  const untilWritten = (member: GroupMember) =>
    until(
      `both write to ${member.port}`,
      async () => (await Promise.all(services.map(writtenAt))).every((port) => port === member.port),
      calmly,
    );

  /** The member that is the primary once one of the others has become it. */
  async function successor(lost: GroupMember): Promise<GroupMember> {
    let found: GroupMember | undefined;
    await until('another one is the primary', async () => {
      const others = group.members.filter((member) => member !== lost);
      const roles = await Promise.all(others.map((member) => member.role()));
      found = others[roles.indexOf('PRIMARY')];
      return found !== undefined;
    });
    return found ?? lost;
  }

  async function expectAllKept(member: GroupMember, answered: readonly string[]): Promise<void> {
    const connection = await member.connect('millwright');
    try {
      await connection.query("SET group_replication_consistency = 'BEFORE'");
      await expectKept(connection, answered);
    } finally {
      connection.destroy();
    }
  }

  async function primary(): Promise<GroupMember> {
    const [first] = group.members;
    const roles = await Promise.all(group.members.map((member) => member.role()));
    return group.members[roles.indexOf('PRIMARY')] ?? first;
  }

  const secondaries = async () => {
    const leading = await primary();
    return group.members.filter((member) => member !== leading);
  };

  it('is read from at its other members, never older than what any service has answered', async () => {
    await untilRead(services, 2);
    const [writer, reader] = clients;
    if (!writer || !reader) throw new Error('There are two services.');
    const writing = startWriting('beside', [writer, reader]);
    await expectNothingOld(writer, reader);
    await writing.end();
    await untilRead(services, 2);
  });

  it('is read where it is written while its other members are held up, or have left', async () => {
    const [one, other] = await secondaries();
    const [writer, reader] = clients;
    if (!one || !other || !writer || !reader) throw new Error('There are three members and two services.');
    const held = await one.connect('millwright');
    await held.query('LOCK TABLES zones READ');
    await other.ask('STOP GROUP_REPLICATION');
    await expectNothingOld(writer, reader);
    await untilRead(services.slice(1), 0);
    held.destroy();
    await other.ask('START GROUP_REPLICATION');
    await other.until('SECONDARY');
    await untilRead(services, 2);
  });

  for (const [title, fault, mend] of [
    ['is killed', (member: GroupMember) => member.kill(), (member: GroupMember) => member.restart()],
    [
      'is frozen',
      async (member: GroupMember) => member.freeze(),
      async (member: GroupMember) => member.thaw(),
    ],
    [
      'makes way',
      async () => {
        const [next] = await secondaries();
        await next?.lead();
      },
      async () => {},
    ],
  ] as const) {
    it(`loses no answered write when its primary ${title}`, async () => {
      const lost = await primary();
      const writing = startWriting(title, clients);
      await writing.more();
      await fault(lost);
      const next = await successor(lost);
      await untilWritten(next);
      await writing.more();
      await mend(lost);
      await lost.until('SECONDARY');
      await writing.more();
      await untilWritten(next);
      await writing.end();
      await expectAllKept(lost, writing.answered);
    });
  }

  it('is written to at the member that the most know for the primary, while one has not heard that it no longer is', async () => {
    const lost = await primary();
    lost.freeze();
    const next = await successor(lost);
    lost.thaw();
    // For some seconds it says of itself what it said before.
    const begun = await startProcess({ env: settingsOf(environment) });
    expect(await writtenAt(begun)).to.equal(next.port);
    await begun.stop();
    await lost.until('SECONDARY');
  });

  it('takes no write from members that do not reach the most of the others, and goes on when they do', async () => {
    const others = await secondaries();
    const writing = startWriting('without the most', clients);
    await writing.more();
    for (const member of others) member.freeze();
    // Figures of a service need its database.
    const left = () => services.every(({ stdout }) => stdout.includes('it has lost the most of its group'));
    await until('both have left it', left, calmly);
    for (const member of others) member.thaw();
    await writing.more();
    await writing.end();
    await expectAllKept(await primary(), writing.answered);
  });

  it('says so where several members are written to, and where they refuse what cascades', async () => {
    const [first] = group.members;
    const leading = await primary();
    await first.ask('DO group_replication_switch_to_multi_primary_mode()');
    const many =
      /its group has several members that are written to, and takes no row that is deleted with others/;
    const told = () => services.every(({ stdout }) => many.test(stdout));
    await until('both say so', told, calmly);
    const { code, stderr } = await runEntry(['service/server.ts'], { env: settingsOf(environment) });
    expect([code, many.test(stderr)]).to.deep.equal([1, true]);
    await leading.ask('DO group_replication_switch_to_single_primary_mode(@@server_uuid)');
    const writing = startWriting('one again', clients);
    await writing.more();
    await writing.end();
  });
});
