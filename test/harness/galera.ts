/**
 * A private Galera cluster on the loopback address, set up by the steps of `docs/hosts.md` and `docs/deploy/galera/galera.cnf`.
 * Paths, addresses and sizes are replaced, and steps that need an init system.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql, { type Connection } from 'mysql2/promise';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { findMariaDb, findProgram } from './database-server.ts';
import { watchMemory } from './node-memory.ts';
import { freePorts } from './port.ts';
import { follow, readSteps, replaceAll } from './recipe.ts';
import { scratchFolder } from './scratch.ts';
import { until } from './until.ts';

const provider = '/usr/lib/galera/libgalera_smm.so';
/** The maximum time that an idle node may take to purge. */
const purgeSeconds = 5;
/** Of the tests, in addition to the users of the recipe. */
const login = { host: '127.0.0.1', user: 'tests', password: 'tests' };

export const howToInstallGalera = 'install it with: apt-get install mariadb-server galera-4';

export function findGalera(): string | null {
  return findMariaDb() !== null && existsSync(provider) ? provider : null;
}

/** Sends a query on a separate connection. */
export async function askAt(port: number, sql: string): Promise<mysql.RowDataPacket[]> {
  const connection = await mysql.createConnection({ ...login, port, connectTimeout: 2000 });
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>(sql);
    return rows;
  } finally {
    connection.destroy();
  }
}

export class GaleraNode {
  readonly name: string;
  readonly port: number;
  readonly #program: string;
  readonly #folder: string;
  readonly #flags: readonly string[];
  #server: ChildProcess | null = null;

  constructor(program: string, folder: string, name: string, port: number, transferPort: number) {
    this.#program = program;
    this.#folder = folder;
    this.name = name;
    this.port = port;
    const own = (file: string) => join(folder, file);
    const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
    this.#flags = [
      `--defaults-file=${own('galera.cnf')}`,
      ...asRoot,
      `--datadir=${own('data')}`,
      `--tmpdir=${own('tmp')}`,
      `--socket=${own('socket')}`,
      `--pid-file=${own('pid')}`,
      `--port=${port}`,
      `--wsrep-sst-receive-address=127.0.0.1:${transferPort}`,
      ...['--skip-name-resolve', '--skip-ssl', '--max-connections=500', '--innodb-buffer-pool-size=48M'],
      ...['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--innodb-doublewrite=0'],
      ...['--innodb-log-file-size=16M', '--innodb-fast-shutdown=1', '--performance-schema=OFF'],
    ];
  }

  /** The id of its process; 0 if it is not running. */
  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  get log(): string {
    return join(this.#folder, 'log.err');
  }

  /** The path of `mariadb` on its machine. */
  get client(): string {
    return `mariadb --no-defaults --user=root --socket=${join(this.#folder, 'socket')}`;
  }

  /** Runs it until `done`. @param more further options */
  async run(more: readonly string[]): Promise<void> {
    const server = spawn(this.#program, [...this.#flags, `--log-error=${this.log}`, ...more], {
      stdio: 'ignore',
    });
    keepUntilExit(server);
    this.#server = server;
    await until(
      `${this.name} is in step`,
      async () => {
        if (server.exitCode !== null || server.signalCode !== null) throw new Error(await this.#end());
        return this.isInStep();
      },
      { everyMs: 50 },
    );
  }

  async isInStep(): Promise<boolean> {
    const state = await this.ask("SHOW STATUS WHERE variable_name = 'wsrep_local_state'").catch(() => null);
    return state?.[0]?.Value === '4';
  }

  ask(sql: string): Promise<mysql.RowDataPacket[]> {
    return askAt(this.port, sql);
  }

  connect(database?: string): Promise<Connection> {
    return mysql.createConnection({ ...login, port: this.port, ...(database !== undefined && { database }) });
  }

  /** As a crash would. */
  kill(): Promise<void> {
    return this.#stop('SIGKILL');
  }

  /** Restarts it if it no longer purges old versions, as `docs/hosts.md` says: its memory would grow without limit. */
  async purged(): Promise<void> {
    const history = async () => {
      const [row] = await this.ask("SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'");
      return Number(row?.Value);
    };
    for (let second = 0; second < purgeSeconds; second += 1) {
      if ((await history()) === 0) return;
      await sleep(1000);
    }
    await this.kill();
    await this.rejoin();
  }

  /** In good order. */
  stop(): Promise<void> {
    return this.#stop('SIGTERM');
  }

  freeze(): void {
    this.#server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#server?.kill('SIGCONT');
  }

  /** Restarts it after a crash, from its last position, which it finds by the command of `docs/hosts.md`. */
  async rejoin(): Promise<void> {
    const log = join(this.#folder, 'recovery.err');
    await rm(log, { force: true });
    const flags = [...this.#flags, `--log-error=${log}`, '--wsrep-recover', '--innodb-force-recovery=2'];
    const recovery = spawn(this.#program, flags, { stdio: 'ignore' });
    keepUntilExit(recovery);
    await once(recovery, 'exit');
    dropAtExit(recovery);
    const position = /Recovered position: (\S+)/.exec(await readFile(log, 'utf8'))?.[1];
    await this.run([`--wsrep-start-position=${position}`]);
  }

  async #stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    dropAtExit(server);
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGCONT');
    server.kill(signal);
    await ended;
  }

  async #end(): Promise<string> {
    const log = await readFile(this.log, 'utf8').catch(() => '');
    return `${this.name} does not run. The end of its log:\n${log.split('\n').slice(-15).join('\n')}`;
  }
}

export interface Galera {
  readonly nodes: readonly [GaleraNode, GaleraNode, GaleraNode];
  /** During schema changes: stops all nodes from purging, as `docs/hosts.md` says. @returns ends it */
  holdPurge(): Promise<() => void>;
  /** After migrations: restarts nodes that no longer purge. */
  purged(): Promise<void>;
  /** @throws Error if a node used too much memory, with its statements */
  stop(): Promise<void>;
}

/** The first node, while it runs alone, and the steps of the recipe until the others are started. */
interface Alone {
  readonly nodes: Galera['nodes'];
  readonly database: string;
  readonly migrate: string;
}

/**
 * Starts three nodes, with a user `tests` who has all permissions.
 * @param alone called while only the first node runs
 */
export async function startGalera(alone: (steps: Alone) => Promise<void> = async () => {}): Promise<Galera> {
  const [program, installer] = [findMariaDb(), findProgram('mariadb-install-db')];
  if (program === null || installer === null)
    throw new Error(`There is no mariadbd here; ${howToInstallGalera}`);
  const steps = await readSteps('docs/hosts.md', '## A Galera cluster');
  const [machine, begin, database, migrate, enter] = steps;
  if (!machine || !begin || !database || !migrate || !enter) throw new Error('The recipe has five steps.');
  const folder = await mkdtemp(join(scratchFolder(), 'millwright-galera-'));
  keepUntilExit(folder);
  // Started by root, the transfer of a node's data runs as another user.
  await chmod(folder, 0o755);
  const free = await freePorts(12);
  const [group, ist, sql, transfer] = [0, 3, 6, 9].map((from) => free.slice(from, from + 3));
  if (!group || !ist || !sql || !transfer) throw new Error('There are twelve ports.');
  const made: GaleraNode[] = [];
  for (const [index, port] of sql.entries()) {
    const own = join(folder, `node${index + 1}`);
    const file = join(own, 'galera.cnf');
    await mkdir(own);
    await mkdir(join(own, 'tmp'));
    // The others start empty: if root starts them, the transfer could not overwrite existing files.
    if (index === 0) install(installer, join(own, 'data'));
    else await mkdir(join(own, 'data'));
    await chmod(join(own, 'data'), 0o777);
    await follow(machine, {
      texts: [
        ['machine=1', `machine=${index + 1}`],
        ['/etc/mysql/mariadb.conf.d/60-galera.cnf', file],
      ],
      lines: {
        'apt-get install mariadb-server galera-4 rsync': () => {},
        'systemctl stop mariadb': () => {},
      },
    });
    await writeFile(file, configure(await readFile(file, 'utf8'), group, index, ist));
    made.push(new GaleraNode(program, own, `node${index + 1}`, port, transfer[index] ?? 0));
  }
  const memory = watchMemory(made);
  const [first, second, third] = made;
  if (!first || !second || !third) throw new Error('There are three nodes.');
  const users = join(folder, 'users.sql');
  await writeFile(
    users,
    `CREATE USER ${login.user}@'127.0.0.1' IDENTIFIED BY '${login.password}';\nGRANT ALL PRIVILEGES ON *.* TO ${login.user}@'127.0.0.1' WITH GRANT OPTION;\n`,
  );
  const started = () => first.run(['--wsrep-new-cluster', `--init-file=${users}`]);
  await follow(begin, { lines: { galera_new_cluster: started } });
  await alone({ nodes: [first, second, third], database, migrate });
  for (const node of [second, third]) {
    const told = await follow(enter, {
      texts: [['mariadb -e', `${node.client} -e`]],
      lines: { 'systemctl start mariadb': () => node.run([]) },
    });
    if (!told.includes('Synced')) throw new Error(`${node.name} says: ${told}`);
  }
  return {
    nodes: [first, second, third],
    holdPurge: async () => {
      const sessions = await Promise.all(made.map((node) => node.connect()));
      for (const session of sessions) await session.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
      return () => {
        for (const session of sessions) session.destroy();
      };
    },
    purged: async () => {
      for (const node of made) await node.purged();
    },
    stop: async () => {
      await Promise.all(made.map((node) => node.kill()));
      dropAtExit(folder);
      await rm(folder, { recursive: true, force: true });
      await memory.end();
    },
  };
}

/** As the package does. */
function install(installer: string, data: string): void {
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const flags = [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ];
  const installed = spawnSync(installer, [...flags, ...asRoot], { encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr}`);
}

/** Three nodes on one address differ by their ports, and get few resources. */
function configure(text: string, group: readonly number[], index: number, ist: readonly number[]): string {
  const listen = `gmcast.listen_addr=tcp://127.0.0.1:${group[index]};ist.recv_addr=127.0.0.1:${ist[index]}`;
  return replaceAll(text, [
    ['10.0.0.1,10.0.0.2,10.0.0.3', group.map((port) => `127.0.0.1:${port}`).join(',')],
    [`wsrep_node_address       = 10.0.0.${index + 1}`, `wsrep_node_address = 127.0.0.1:${group[index]}`],
    [`bind_address             = 10.0.0.${index + 1}`, 'bind_address = 127.0.0.1'],
    ['gcache.size=512M', `${listen};gcache.size=128M;gcache.dir=.`],
  ]);
}
