/**
 * A private server of MariaDB or MySQL: its own folder, its own socket, a free port on the loopback address; removed when
 * stopped.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import type { Certificate } from './certificate.ts';
import { freePort } from './port.ts';
import { scratchFolder } from './scratch.ts';

export interface DatabaseServer {
  readonly port: number;
  readonly pid: number;
  /** The value of DATABASE_URL for a database of this name; nothing is created. */
  url(databaseName: string): string;
  /** Stops the server gracefully and removes its folder. */
  stop(): Promise<void>;
  /** Ends it as a crash would (SIGKILL). The folder stays until `stop`. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same folder and port. */
  restart(): Promise<void>;
}

/** The kind of server. */
export type Make = 'mariadb' | 'mysql';

/** For servers that tests start beside that of their run: `TEST_SERVER` names it. */
export const makeOfRun: Make = process.env.TEST_SERVER === 'mysql' ? 'mysql' : 'mariadb';

export const howToInstallMariaDb = 'install it with: apt-get install mariadb-server';
export const howToFindMysql =
  'put one into a folder with test/mysql/fetch.sh, and name its mysqld in TEST_MYSQLD';

const startTimeoutMs = 200_000;

/** It does not wait for the disk, and tables share one file: creating a database takes a third of the time. */
const hasty = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
  '--innodb-file-per-table=0',
  '--sync-binlog=0',
  '--loose-sync-frm=0',
];

/** The path of `mariadbd`, or null if MariaDB is not installed. */
export function findMariaDb(): string | null {
  return findProgram('mariadbd');
}

/** The path of MySQL's `mysqld`: TEST_MYSQLD, or the installed one. Null if there is none. */
export function findMysql(): string | null {
  return findMysqlProgram('mysqld');
}

/** The path of a MySQL program, beside the `mysqld` of TEST_MYSQLD or the installed one. Null if there is none. */
export function findMysqlProgram(name: string): string | null {
  const named = process.env.TEST_MYSQLD;
  const beside = named !== undefined && name !== 'mysqld' ? join(dirname(named), name) : named;
  const path = beside ?? findProgram(name);
  if (path === null) return null;
  // If MariaDB is installed, its programs have these names, too.
  const { status, stdout } = spawnSync(path, ['--no-defaults', '--version'], { encoding: 'utf8' });
  return status === 0 && /\bVer [89]\./.test(stdout) && !/mariadb/i.test(stdout) ? path : null;
}

/** The path of a program, or null if it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

interface Installation {
  readonly program: string;
  /** The program that creates the system tables in an empty folder, with its flags. */
  readonly installer: readonly [program: string, ...flags: string[]];
  /** Its flags, beside common ones. */
  readonly flags: readonly string[];
  /** Without encrypted connections. */
  readonly plain: string;
}

/** @throws Error if there is no server of this kind */
function findInstallation(make: Make): Installation {
  if (make === 'mysql') {
    const program = findMysql();
    if (program === null) throw new Error(`There is no mysqld of MySQL here; ${howToFindMysql}`);
    // A table in the shared file contains this in its definition.
    const flags = [
      ...['--mysqlx=OFF', '--secure-file-priv=', '--auto-generate-certs=OFF'],
      '--innodb-file-per-table=1',
    ];
    return {
      program,
      installer: [program, '--initialize-insecure', '--disable-log-bin'],
      flags,
      plain: '--tls-version=',
    };
  }
  const [program, installer] = [findMariaDb(), findProgram('mariadb-install-db')];
  if (program === null || installer === null)
    throw new Error(`There is no mariadbd here; ${howToInstallMariaDb}`);
  return {
    program,
    installer: [installer, '--auth-root-authentication-method=normal', '--skip-test-db'],
    flags: [],
    // Newer versions create a certificate of their own.
    plain: '--skip-ssl',
  };
}

/**
 * Starts a server. It keeps data safe on the disk only if `durable` is set; with TLS if there is a certificate, and with any
 * further options. It keeps a binary log if they contain one.
 * @throws Error if there is no such server, or with the end of its log if it does not start
 */
export async function startDatabaseServer(
  options: { make?: Make; durable?: boolean; certificate?: Certificate; flags?: readonly string[] } = {},
): Promise<DatabaseServer> {
  const { make = makeOfRun, certificate, flags: own = [] } = options;
  const { program, installer, flags: usual, plain } = findInstallation(make);
  const folder = await mkdtemp(join(options.durable ? tmpdir() : scratchFolder(), `millwright-${make}-`));
  keepUntilExit(folder);
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  // A starting server removes files in the folder of temporary tables, even those of another running server.
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const common = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--tmpdir=${temporary}`, ...asRoot];
  const made = spawnSync(installer[0], [...common, ...installer.slice(1)], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${installer[0]} failed: ${made.stderr || made.stdout}`);
  // Runs at every start, also after a crash: it must not fail on existing users. Another server ignores it.
  const initFile = join(folder, 'init.sql');
  await writeFile(
    initFile,
    'SET sql_log_bin = 0;\n' +
      "CREATE USER IF NOT EXISTS millwright@'127.0.0.1' IDENTIFIED BY 'millwright';\n" +
      "GRANT ALL PRIVILEGES ON *.* TO millwright@'127.0.0.1' WITH GRANT OPTION;\n",
  );
  const flags = [
    ...common,
    `--init-file=${initFile}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--log-error=${join(folder, 'log.err')}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--max-connections=500',
    '--innodb-buffer-pool-size=256M',
    // MySQL keeps one by default, MariaDB does not.
    ...(make === 'mysql' && !own.some((flag) => flag.startsWith('--log-bin')) ? ['--disable-log-bin'] : []),
    ...(options.durable ? [] : hasty),
    ...usual,
    ...(certificate ? [`--ssl-cert=${certificate.cert}`, `--ssl-key=${certificate.key}`] : [plain]),
    ...own,
  ];
  const port = await freePort();
  let server = await launch(program, flags, port, folder);
  return {
    port,
    get pid() {
      return server.pid ?? 0;
    },
    url: (databaseName) => `mysql://millwright:millwright@127.0.0.1:${port}/${databaseName}`,
    kill: () => end(server, 'SIGKILL'),
    restart: async () => {
      server = await launch(program, flags, port, folder);
    },
    stop: async () => {
      await end(server, 'SIGTERM');
      dropAtExit(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(
  program: string,
  flags: readonly string[],
  port: number,
  folder: string,
): Promise<ChildProcess> {
  const server = spawn(program, [...flags, `--port=${port}`], { stdio: 'ignore' });
  keepUntilExit(server);
  const deadline = Date.now() + startTimeoutMs;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    if (await answers(port)) return server;
    await sleep(50);
  }
  await end(server, 'SIGKILL');
  const log = await readFile(join(folder, 'log.err'), 'utf8').catch(() => '');
  throw new Error(`${program} does not start. The end of its log:\n${log.split('\n').slice(-15).join('\n')}`);
}

async function answers(port: number): Promise<boolean> {
  const login = { host: '127.0.0.1', port, user: 'millwright', password: 'millwright', connectTimeout: 2000 };
  try {
    await (await mysql.createConnection(login)).end();
    return true;
  } catch {
    return false;
  }
}

async function end(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  dropAtExit(server);
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  const patience = setTimeout(() => server.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(patience);
}
