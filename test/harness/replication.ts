/** Replication of MariaDB or MySQL, with the names of each. */
import mysql from 'mysql2/promise';
import { type DatabaseServer, type Make, makeOfRun } from './database-server.ts';

interface Words {
  /** The flags of every server, beside its number. */
  readonly flags: readonly string[];
  follow(port: number): string;
  /** The position of a primary. */
  readonly position: string;
  /** Waits until a replica has reached it. */
  reach(position: string): string;
  readonly closed: string;
}

const login = (word: string) =>
  `${word}_HOST = '127.0.0.1', ${word}_USER = 'millwright', ${word}_PASSWORD = 'millwright', ${word}_CONNECT_RETRY = 1`;

const words: Readonly<Record<Make, Words>> = {
  mariadb: {
    flags: ['--log-slave-updates'],
    follow: (port) =>
      `CHANGE MASTER TO ${login('MASTER')}, MASTER_PORT = ${port}, MASTER_USE_GTID = slave_pos`,
    position: '@@gtid_binlog_pos',
    reach: (position) => `master_gtid_wait('${position}', 30)`,
    closed: 'read_only',
  },
  mysql: {
    // Newer ones only replicate over TLS.
    flags: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--tls-version=TLSv1.3'],
    follow: (port) =>
      `CHANGE REPLICATION SOURCE TO ${login('SOURCE')}, SOURCE_PORT = ${port}, SOURCE_AUTO_POSITION = 1, SOURCE_SSL = 1`,
    position: '@@global.gtid_executed',
    reach: (position) => `wait_for_executed_gtid_set('${position}', 30)`,
    closed: 'super_read_only',
  },
};

const { flags, follow, position, reach, closed } = words[makeOfRun];

/** The options of a server in replication, by its number. Its data survive a crash. */
export function replicationFlags(number: number): string[] {
  const safe = '--innodb-flush-log-at-trx-commit=2';
  return [
    `--server-id=${number}`,
    '--log-bin=binlog',
    '--log-bin-trust-function-creators=ON',
    safe,
    ...flags,
  ];
}

/** Runs statements in order, with all permissions. @returns the rows of the last one */
export async function onServer(
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

/** Makes a server read-only, or no longer so. */
export async function setReadOnly(server: DatabaseServer, is: boolean): Promise<void> {
  await onServer(server, is ? `SET GLOBAL ${closed} = ON` : 'SET GLOBAL read_only = OFF');
}

/** Makes an empty server a replica of another one. */
export async function startReplica(replica: DatabaseServer, primary: DatabaseServer): Promise<void> {
  await onServer(replica, follow(primary.port));
  await setReadOnly(replica, true);
  await onServer(replica, 'START REPLICA');
}

/** Makes a replica the primary in place of another one, without losing data. */
export async function promote(replica: DatabaseServer, primary: DatabaseServer): Promise<void> {
  await setReadOnly(primary, true);
  const [there] = await onServer(primary, `SELECT ${position} AS position`);
  await onServer(replica, `SELECT ${reach(String(there?.position))}`, 'STOP REPLICA', 'RESET REPLICA ALL');
  await setReadOnly(replica, false);
}
