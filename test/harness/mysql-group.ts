/**
 * A private group of three (Group Replication) on the loopback address, set up by the steps of `docs/hosts.md` and
 * `docs/deploy/mysql/group.cnf`. Paths, addresses, sizes and the service's user are replaced, and steps that need an init system.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { type DatabaseServer, findProgram, startDatabaseServer } from './database-server.ts';
import { freePorts } from './port.ts';
import { follow, readSteps, replaceAll } from './recipe.ts';
import { scratchFolder } from './scratch.ts';
import { until } from './until.ts';

export class GroupMember {
  readonly #server: DatabaseServer;

  constructor(server: DatabaseServer) {
    this.#server = server;
  }

  get port(): number {
    return this.#server.port;
  }

  /** The command `mysql` on its machine, with all permissions. */
  get client(): string {
    const login = `--host=127.0.0.1 --port=${this.port} --user=millwright --password=millwright --skip-ssl`;
    return `${findProgram('mariadb') ?? 'mysql'} --no-defaults ${login}`;
  }

  connect(database = ''): Promise<Connection> {
    return mysql.createConnection({ uri: this.#server.url(database), connectTimeout: 20_000 });
  }

  async ask(sql: string): Promise<mysql.RowDataPacket[]> {
    const connection = await this.connect();
    try {
      const [rows] = await connection.query<mysql.RowDataPacket[]>(sql);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  /** Its own role in the group, as it reports it; its state if it has none. */
  async role(): Promise<string> {
    const [row] = await this.ask(
      "SELECT if(member_state = 'ONLINE', member_role, member_state) AS role " +
        'FROM performance_schema.replication_group_members WHERE member_port = @@port',
    ).catch(() => []);
    return String(row?.role);
  }

  until(role: 'PRIMARY' | 'SECONDARY'): Promise<void> {
    return until(`${this.port} is ${role}`, async () => (await this.role()) === role, { everyMs: 100 });
  }

  /** Makes it the primary. */
  async lead(): Promise<void> {
    await this.ask('DO group_replication_set_as_primary(@@server_uuid)');
  }

  /** As a crash would. */
  kill(): Promise<void> {
    return this.#server.kill();
  }

  /** Restarts it after a crash. Command line options override what the recipe has persisted. */
  async restart(): Promise<void> {
    await this.#server.restart();
    await this.ask('START GROUP_REPLICATION');
  }

  freeze(): void {
    process.kill(this.#server.pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.#server.pid, 'SIGCONT');
  }

  /** A graceful stop would be noticed by the others. */
  async stop(): Promise<void> {
    await this.kill();
    await this.#server.stop();
  }
}

export interface MysqlGroup {
  readonly members: readonly [GroupMember, GroupMember, GroupMember];
  /** The remaining steps of the recipe: the database and its user on the primary, then the service. */
  readonly steps: { readonly database: string; readonly service: string };
  stop(): Promise<void>;
}

/** Starts three members, the first of them the primary. */
export async function startMysqlGroup(): Promise<MysqlGroup> {
  const [machine, begin, enter, database, service] = await readSteps('docs/hosts.md', '## A group of MySQL');
  if (!machine || !begin || !enter || !database || !service) throw new Error('The recipe has five steps.');
  const ports = await freePorts(3);
  const folder = await mkdtemp(join(scratchFolder(), 'millwright-group-'));
  keepUntilExit(folder);
  const made: GroupMember[] = [];
  for (const number of [1, 2, 3]) {
    const file = join(folder, `${number}.cnf`);
    const [configure = '', prepare = ''] = machine.split('systemctl restart mysql\n');
    await follow(configure, {
      texts: [
        ['machine=1', `machine=${number}`],
        ['/etc/mysql/conf.d/60-group.cnf', file],
      ],
      lines: { 'apt-get install mysql-server': () => {} },
    });
    const flags = flagsOf(await readFile(file, 'utf8'), ports, number);
    const member = new GroupMember(await startDatabaseServer({ make: 'mysql', flags }));
    made.push(member);
    const texts = [['mysql -e', `${member.client} -e`]] as const;
    await follow(prepare, { texts });
    const told = await follow(number === 1 ? begin : enter, { texts });
    if (number > 1 && !told.includes('ONLINE')) throw new Error(`Member ${number} says: ${told}`);
    await member.until(number === 1 ? 'PRIMARY' : 'SECONDARY');
  }
  const [first, second, third] = made;
  if (!first || !second || !third) throw new Error('There are three members.');
  return {
    members: [first, second, third],
    steps: { database, service },
    stop: async () => {
      await Promise.all(made.map((member) => member.stop()));
      dropAtExit(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Three members on one address differ by their ports, and get few resources. Data still survive a crash. */
function flagsOf(text: string, ports: readonly number[], number: number): string[] {
  const own = replaceAll(text, [
    ['10.0.0.1:33061,10.0.0.2:33061,10.0.0.3:33061', ports.map((port) => `127.0.0.1:${port}`).join()],
    [`10.0.0.${number}:33061\n`, `127.0.0.1:${ports[number - 1]}\n`],
    [`= 10.0.0.${number}\n`, '= 127.0.0.1\n'],
  ]);
  const settings = own.matchAll(/^(\w+) *= (\S+)$/gm);
  return [
    ...[...settings].map(([, name, value]) => `--${name}=${value}`),
    '--log-bin=binlog',
    // Without one a group does not start, although it encrypts nothing.
    '--tls-version=TLSv1.3',
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-buffer-pool-size=64M',
  ];
}
