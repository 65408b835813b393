/** Rows about the database itself: a file and its disk, or a server; and about its clock, backups and migrations. */
import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databaseNow } from '../../engine/database/clock.ts';
import {
  connectionsOfProcess,
  findDamage,
  mayMakeTriggers,
  readFileFacts,
  readServerFacts,
} from '../../engine/database/dialect/facts.ts';
import { isMariaDb } from '../../engine/database/mysql/server.ts';
import type { Database } from '../../engine/database/open.ts';
import { wordsOfText } from '../../migrations/columns/search.ts';
import { isLoopback } from '../../service/config/addresses.ts';
import { keyFileOf } from '../../service/config/app-key.ts';
import { isMadeBefore, madeBefore } from '../../service/project/made-before.ts';
import { compareClocks } from '../../service/start/clocks.ts';
import { listCopies } from '../../service/start/migrate.ts';
import { bytes, count, duration, fault, listed, type Row, row, warning } from './row.ts';

/** A check of each page of a larger file takes too long for a quick check. */
const maxChecked = 512 * 2 ** 20;
/** A log that has grown beyond this is not folded into the database any more. */
const largeLog = 64 * 2 ** 20;
/** With less no write is sure. */
const neededSpace = 16 * 2 ** 20;
/** One backup a day, and a day that it may be late. */
const oldestBackup = 2 * 86_400_000;

export const fileRows: readonly Row[] = [
  row({
    what: 'file',
    ask: async ({ database, path }) => {
      const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      return { ...(await readFileFacts(database)), path, log };
    },
    judge: ({ version, path, size, unused, log }) => {
      const told = `SQLite ${version}; ${path} has ${bytes(size)} (${bytes(unused)} of it unused), and its log ${bytes(log)}.`;
      return log <= largeLog ? told : warning(`${told} A reader prevents the log from being merged into it.`);
    },
    advice:
      'End the program that has been reading the database for long (a backup that hangs, an open tool), or restart the service.',
  }),
  row({
    what: 'pages',
    ask: async ({ database }) => {
      const { size } = await readFileFacts(database);
      return { size, damage: size > maxChecked ? null : await findDamage(database) };
    },
    judge: ({ size, damage }) => {
      if (size > maxChecked)
        return `Not checked: ${bytes(size)} would take long. npm run backup reads all pages.`;
      return damage === null
        ? 'All pages are correct (PRAGMA quick_check).'
        : fault(`The database is damaged: ${damage}.`);
    },
    advice: 'Stop the service, move the database away, and restore a backup: npm run restore -- FILE',
  }),
  row({
    what: 'disk',
    ask: async ({ database, path }) => {
      const folder = dirname(path);
      const { bavail, bsize } = await statfs(folder);
      return { folder, free: bavail * bsize, size: (await readFileFacts(database)).size };
    },
    judge: ({ folder, free, size }) => {
      const told = `${bytes(free)} free at ${folder}.`;
      if (free < neededSpace)
        return fault(
          `${told} Soon nothing can be written.`,
          'Free some space, or move the database to a larger disk.',
        );
      // A copy is kept before migrations, and a backup is another one.
      if (free >= 2 * size) return told;
      return warning(
        `${told} That is too little for a backup, and for the copy that is made before a migration.`,
      );
    },
    advice: 'Free space for twice the size of the database.',
  }),
  row({
    what: 'rights',
    // A person who can read these files can read everything, and sign cookies.
    ask: ({ path }) =>
      [path, `${path}-wal`, `${path}-shm`, keyFileOf(path)].filter(
        (file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
      ),
    judge: (open) =>
      open.length === 0
        ? 'Only their owner can use the database and its key.'
        : warning(`Not only the owner can use ${open.join(' and ')}.`, `chmod 600 ${open.join(' ')}`),
  }),
];

/** The oldest versions that have what the migrations need: MySQL has columns that `select *` leaves out since 8.0.23. */
const oldestServer = { MariaDB: [10, 6, 0], MySQL: [8, 0, 23] } as const;

export const serverRows: readonly Row[] = [
  row({
    what: 'server',
    ask: ({ facts }) => facts,
    judge: ({ version, size }) => {
      const told = `${version}; tables and indexes have about ${bytes(size)}.`;
      const make = isMariaDb(version) ? 'MariaDB' : 'MySQL';
      const oldest = oldestServer[make];
      // Other servers that speak the protocol of MySQL have their own version numbers.
      const found = /^(?:5\.5\.5-)?(\d+)\.(\d+)\.(\d+)(?!.*tidb)/i.exec(version);
      const numbers = found?.slice(1).map(Number) ?? oldest;
      const place = oldest.findIndex((number, index) => number !== numbers[index]);
      if ((numbers[place] ?? 0) >= (oldest[place] ?? 0)) return told;
      const least = `${make} ${oldest.join('.')}`;
      return fault(`${told} It is older than ${least}.`, `Upgrade it to ${least} or newer.`);
    },
  }),
  row({
    what: 'way to the server',
    ask: ({ place }) => place,
    judge: ({ host, tls }) => {
      if (tls !== null) return 'Encrypted.';
      if (isLoopback(host)) return 'Not encrypted, and on this machine.';
      return warning(`Not encrypted: the data on the way to ${host} and back can be read.`);
    },
    advice: 'Add tls=true or tls-ca=FILE to DATABASE_URL, or use a separate network.',
  }),
  row({
    what: 'writes',
    ask: ({ facts: { settings } }) => settings.get('read_only') ?? 'OFF',
    judge: (value) =>
      ['OFF', '0', 'NO_LOCK'].includes(value)
        ? 'The server accepts them.'
        : fault('The server is read_only, so nothing can be saved.'),
    advice:
      'In DATABASE_URL, give the address of the server that accepts writes, or SET GLOBAL read_only = OFF there.',
  }),
  row({
    what: 'session',
    // The settings of every connection of ours; a proxy in between may change them.
    ask: ({ facts: { settings } }) =>
      [settings.get('sql_mode') ?? '', settings.get('time_zone') ?? ''] as const,
    judge: ([mode, zone]) => {
      const isStrict = /STRICT_(ALL|TRANS)_TABLES/.test(mode);
      const isUtc = ['+00:00', 'UTC'].includes(zone);
      if (isStrict && isUtc) return `sql_mode is strict, time_zone ${zone}.`;
      const wrong = [
        isStrict
          ? ''
          : `sql_mode is ${JSON.stringify(mode)}, in which the database cuts values without an error`,
        isUtc ? '' : `time_zone is ${JSON.stringify(zone)}, not UTC`,
      ];
      return fault(`${wrong.filter(Boolean).join('; ')}.`);
    },
    advice: 'Make sure that a proxy between the service and the server keeps the settings of a session.',
  }),
  row({
    what: 'texts',
    ask: ({ facts }) => facts,
    judge: ({ settings, collation, strange }) => {
      const connection = settings.get('character_set_connection');
      const wrong = [
        connection === 'utf8mb4' ? '' : `The connection speaks ${connection}.`,
        strange.length === 0 ? '' : `Not stored in InnoDB with utf8mb4: ${listed(strange)}.`,
      ].filter(Boolean);
      return wrong.length > 0 ? fault(wrong.join(' ')) : `utf8mb4; the database’s collation is ${collation}.`;
    },
    advice: 'Convert those tables: ALTER TABLE … ENGINE = InnoDB, CONVERT TO CHARACTER SET utf8mb4.',
  }),
  row({
    what: 'connections',
    ask: ({ facts: { settings }, config: { workers } }) => ({
      most: Number(settings.get('max_connections')),
      workers,
    }),
    judge: ({ most, workers }) => {
      const here = workers * connectionsOfProcess;
      const told = `The server accepts ${most}. This machine opens at most ${here} (WORKERS is ${workers}, ${connectionsOfProcess} each), and so does every other node.`;
      return most < here + connectionsOfProcess ? warning(told) : told;
    },
    advice:
      'Raise max_connections: ten for each process of every node, and some for yourself. Or lower WORKERS.',
  }),
  row({
    what: 'durability',
    ask: ({ facts: { settings } }) => settings,
    judge: (settings) => {
      // After a power cut, writes that the binary log lacks are undone in the tables too.
      const names = [
        'innodb_flush_log_at_trx_commit',
        ...(settings.get('log_bin') === 'ON' ? ['sync_binlog'] : []),
      ];
      const lax = names.filter((name) => (settings.get(name) ?? '1') !== '1');
      if (lax.length === 0) return 'Each write is on the disk before it is answered.';
      const told = lax.map((name) => `${name} is ${settings.get(name)}`).join(', ');
      return warning(`${told}: a power cut loses writes of the last seconds, although they were answered.`);
    },
    advice: 'Set it to 1, unless you accept this.',
  }),
  row({
    what: 'ids',
    // Triggers that count rows need ids of one table: in modes 0 and 1, statements that write at once wait for each other.
    ask: ({ facts: { settings } }) => settings.get('innodb_autoinc_lock_mode') ?? '2',
    judge: (mode) =>
      mode === '2'
        ? 'Statements that write at once do not wait for each other’s ids.'
        : warning(
            `innodb_autoinc_lock_mode is ${mode}: writes of many people at once wait for each other’s ids, and some are carried out again.`,
          ),
    advice: 'Set innodb_autoinc_lock_mode = 2 in the configuration of the server, and restart it.',
  }),
  row({
    what: 'full text',
    ask: (server) => server,
    judge: ({ facts: { version, settings, misread }, words }) => {
      if (misread.length > 0)
        return fault(
          `The search index of ${listed(misread)} was defined by the other of MariaDB and MySQL: searches find nothing there.`,
          `For each of them: ALTER TABLE … MODIFY COLUMN search_grams mediumtext CHARACTER SET ascii COLLATE ascii_bin GENERATED ALWAYS AS (${wordsOfText(isMariaDb(version))}) STORED INVISIBLE`,
        );
      const [shortest, longest] = ['min', 'max'].map((end) => settings.get(`innodb_ft_${end}_token_size`));
      if (shortest === undefined || longest === undefined)
        return warning(
          'The server does not say how long the words of its index are. Searches may read whole lists.',
          'Nothing, if it has no full-text index.',
        );
      const told = `The index keeps words of ${shortest} to ${longest} characters, and searches ask for words of ${words}`;
      if (Number(shortest) <= words && words <= Number(longest)) return `${told}.`;
      return warning(
        `${told}: searches read whole lists.`,
        `Set innodb_ft_min_token_size to ${words} or less and innodb_ft_max_token_size to ${words} or more, restart the server, and rebuild the indexes (OPTIMIZE TABLE).`,
      );
    },
  }),
];

export const openedRows: readonly Row[] = [
  row({
    what: 'clock',
    ask: async ({ database }) => {
      let apart: string | null = null;
      const warn = (_: object, message: string) => {
        apart = message;
      };
      const ahead = await compareClocks(() => databaseNow(database), { warn });
      return { apart: apart as string | null, seconds: Math.abs(ahead) / 1000 };
    },
    judge: ({ apart, seconds }) =>
      apart === null
        ? `The clocks of this machine and of the database differ by ${seconds} seconds.`
        : warning(apart),
    advice: 'Run a time client (chrony, systemd-timesyncd) on both machines.',
  }),
  row({
    what: 'backups',
    ask: ({ config: { backupFolder: folder, database: place }, now }) => {
      const path = place.kind === 'sqlite' ? place.path : null;
      const age = path === null ? 0 : now.getTime() - (statSync(path).birthtimeMs || now.getTime());
      const [copy] = path === null ? [] : listCopies(path);
      return { folder, copy, age, now: now.getTime(), backups: folder === null ? null : backupsIn(folder) };
    },
    judge: ({ folder, backups, copy, age, now }) => {
      const kept = copy
        ? ` The latest copy from before a migration is ${copy.file}, ${duration(now - copy.madeAt)} old.`
        : '';
      if (folder === null) {
        const told = `BACKUP_FOLDER is not set, so the doctor does not know where they are.${kept}`;
        const todo =
          'Make one each day (docs/operating.md, “Backup and restore”), and set BACKUP_FOLDER to their folder. Then the doctor shows their age.';
        // The backups of a server may be where this machine cannot look.
        return age > oldestBackup ? warning(told, todo) : `${told} ${todo}`;
      }
      if (backups === null)
        return fault(
          `${folder} (BACKUP_FOLDER) cannot be read.`,
          'Create it, or give the user of the service the right to read it.',
        );
      const [last] = backups;
      if (!last)
        return fault(
          `There is none in ${folder}.${kept}`,
          'Run npm run backup, or dump the server, each day.',
        );
      const told = `The latest is ${join(folder, last.name)}: ${duration(now - last.at)} old, ${bytes(last.size)}.${kept}`;
      if (last.size === 0) return fault(told, 'Find out why it is empty, and make another one.');
      if (now - last.at <= oldestBackup) return `${told} Test a restore from time to time.`;
      return warning(told, 'Find out why the daily backup was not made (its timer, its disk).');
    },
  }),
  row({
    what: 'migrations',
    ask: ({ state, obstacles, config }) => ({
      ...state,
      obstacles,
      isServer: config.database.kind === 'mysql',
    }),
    judge: ({ pending, unknown, obstacles, isServer }) => {
      if (isMadeBefore(unknown)) return fault(`The database ${madeBefore}.`, 'It stays as it is.');
      if (unknown.length > 0) {
        const told = `The database has migrations that this version does not know: ${listed(unknown)}.`;
        if (pending.length + obstacles.length === 0)
          return warning(`${told} It can run on that.`, 'Upgrade this node too.');
        return fault(
          obstacles.length === 0 ? told : `${told} It cannot run on that: ${obstacles.join('; ')}.`,
          'Use the version that made them, or restore a backup from before them.',
        );
      }
      if (pending.length === 0) return 'All migrations of this version have run.';
      const told = `${count(pending.length, 'migration')} of this version ${pending.length === 1 ? 'is' : 'are'} pending: ${listed(pending)}.`;
      // An operator runs those of a server, and not the start.
      if (isServer)
        return fault(told, 'Make a backup, stop the service on every node, then: npm run migrate');
      return warning(
        told,
        'Make a backup. The next start runs them, and keeps a copy of the database from before.',
      );
    },
  }),
];

/** Backups of a folder, the latest first; null if it cannot be read. */
function backupsIn(folder: string): { name: string; at: number; size: number }[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.part'))
      .map(({ name }) => ({ name, file: statSync(join(folder, name)) }))
      .map(({ name, file: { mtimeMs: at, size } }) => ({ name, at, size }))
      .sort((one, other) => other.at - one.at);
  } catch {
    return null;
  }
}

/** Why a server does not let this user create triggers, and the remedy; null if there is no known reason. */
export async function explainRefusal(database: Database): Promise<{ told: string; todo: string } | null> {
  if (!(await mayMakeTriggers(database)))
    return {
      told: 'This user does not have the privilege TRIGGER.',
      todo: 'GRANT TRIGGER on the database to the user of DATABASE_URL (or to a role of that user), then: npm run migrate',
    };
  const { settings } = await readServerFacts(database);
  const isOff = settings.get('log_bin_trust_function_creators') === 'OFF';
  if (settings.get('log_bin') !== 'ON' || !isOff) return null;
  return {
    told: 'The server has a binary log, and then only lets some users create triggers.',
    todo: 'SET GLOBAL log_bin_trust_function_creators = ON (and in the server’s configuration), then: npm run migrate',
  };
}
