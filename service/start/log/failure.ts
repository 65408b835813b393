/** Explains in one sentence why a start or a command stops: the problem and its solution. */
import { statSync } from 'node:fs';
import { MigrationBusyError } from '../../../engine/database/lock.ts';
import { MigrationError } from '../../../engine/database/migrate.ts';
import { hostName } from '../../../engine/database/settings.ts';
import type { Config } from '../../config/config.ts';
import { inWords } from '../../project/command-words.ts';
import { StartError } from '../../project/start-error.ts';

/** Errors whose message is written for people. */
const clear = new Set([
  'ConfigError',
  'AppKeyError',
  'StartError',
  'DefinitionError',
  'NoWriterError',
  'ProjectError',
  'SeedError',
]);

/**
 * The sentence for an error, without stack traces and passwords.
 * @param config the settings, as far as they could be read
 */
export function explainFailure(error: unknown, config?: Config): string {
  if (!(error instanceof Error)) return `Something unexpected happened: ${String(error)}`;
  if (clear.has(error.name)) return error.message;
  if (error instanceof MigrationError) {
    if (error.cause instanceof Error && codeOf(error.cause) === 'ER_LOCK_WAIT_TIMEOUT') {
      return `The migration ${error.migration} needs a table that somebody else is using: end what runs on the database, then run npm run migrate again.`;
    }
    const known = config && error.cause instanceof Error ? explainDatabase(error.cause, config) : null;
    return `The migration ${error.migration} failed: ${known ?? driverMessage(error.cause)}`;
  }
  if (error instanceof MigrationBusyError) {
    return `Another migration has been running for ${error.seconds} seconds: run npm run migrate again once it is done.`;
  }
  return (
    (config && (explainListening(error, config) ?? explainDatabase(error, config))) ?? driverMessage(error)
  );
}

/** An error with that sentence as its message, for a program that embeds the service; `cause` is the original error. */
export function inSentence(error: unknown, config?: Config): Error {
  const sentence = inWords(explainFailure(error, config));
  const isOne = error instanceof Error && error.message === sentence;
  return isOne ? error : new StartError(sentence, { cause: error });
}

function explainListening(error: Error, { host, port }: Config): string | null {
  // A host name that could not be resolved for listening; for a database it is another error.
  if (
    'syscall' in error &&
    error.syscall === 'getaddrinfo' &&
    'hostname' in error &&
    error.hostname === host
  ) {
    return `HOST is ${host}, a name that this machine does not know.`;
  }
  if (!('syscall' in error) || (error.syscall !== 'listen' && error.syscall !== 'bind')) return null;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use: stop what listens there, or set PORT to another port.`,
    EACCES: `Port ${port} on ${host} needs more rights than this user has: set PORT to 1024 or higher.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine.`,
  };
  return reasons[codeOf(error)] ?? `The service cannot listen on ${host}:${port}: ${error.message}`;
}

function explainDatabase(error: Error, config: Config): string | null {
  const [name, code] = [databaseName(config), codeOf(error)];
  if (config.database.kind === 'sqlite') return explainFile(error, config.database.path);
  const { user, database, tls } = config.database;
  // A server gives no other reason to a user who must use TLS; MariaDB gives none to any user if all must.
  const plain = tls === null ? ', or takes neither without TLS' : '';
  const reasons: Readonly<Record<string, string>> = {
    ER_ACCESS_DENIED_ERROR: `${name} refuses the user ${user} or the password${plain}: check DATABASE_URL.`,
    ER_DBACCESS_DENIED_ERROR: `${name} does not let the user ${user} into the database ${database}: check DATABASE_URL and the grants.`,
    HANDSHAKE_NO_SSL_SUPPORT: `${name} offers no TLS: turn it on there, or leave tls and tls-ca out of DATABASE_URL.`,
    ER_SECURE_TRANSPORT_REQUIRED: `${name} lets nobody in without TLS: add ?tls=true or ?tls-ca=FILE to DATABASE_URL.`,
    HANDSHAKE_SSL_ERROR: `${name} has no certificate that can be trusted (${driverMessage(error)}): check tls and tls-ca in DATABASE_URL.`,
    ER_BAD_DB_ERROR: `There is no database ${database} on ${name}: create it, or check DATABASE_URL.`,
  };
  const unreachable = [
    'ECONNREFUSED',
    'ENOTFOUND',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EAI_AGAIN',
    'ECONNRESET',
  ];
  if (
    unreachable.includes(code) ||
    code === 'PROTOCOL_CONNECTION_LOST' ||
    error.name === 'KnexTimeoutError'
  ) {
    return `${name} is out of reach (${code || error.name}): check DATABASE_URL and that the server runs.`;
  }
  return reasons[code] ?? null;
}

function explainFile(error: Error, path: string): string | null {
  const name = `The database ${path}`;
  // Drivers' codes are more detailed than people can use: SQLITE_READONLY_DIRECTORY, SQLITE_IOERR_SHMSIZE.
  const code = codeOf(error).replace(/^(SQLITE_[A-Z]+)_.*/, '$1');
  const reasons: Readonly<Record<string, string>> = {
    SQLITE_NOTADB: `${name} is not a SQLite database: check DATABASE_URL.`,
    SQLITE_BUSY: `${name} is locked by another process, which may be a start that migrates it: wait for its end or stop it, or set DATABASE_URL to another file.`,
    SQLITE_READONLY: `${name} cannot be written: check the rights of the file and of its folder.`,
    SQLITE_FULL: `${name} cannot be written: there is no room left on its disk.`,
    SQLITE_IOERR: `${name} cannot be written: its disk is full or fails.`,
    SQLITE_CORRUPT: `${name} is damaged: move it away, and put a backup back with npm run restore.`,
  };
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return `${name} is a folder: give a file in DATABASE_URL.`;
  }
  const closed = ['SQLITE_CANTOPEN', 'EACCES', 'ENOTDIR', 'EEXIST', 'EROFS', 'EPERM'].includes(code);
  return closed || /ConnectionFailed/.test(error.message)
    ? `${name} cannot be opened: check DATABASE_URL and the rights of the file and of its folder.`
    : (reasons[code] ?? null);
}

/** The name of the database for people: its file, or its address without the password. */
export function databaseName({ database }: Config): string {
  if (database.kind === 'sqlite') return `The database ${database.path}`;
  return `The database mysql://${database.user}@${hostName(database)}/${database.database}`;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

/** The driver's own words on one line, without the statement that Knex prepends. */
function driverMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = 'sqlMessage' in error ? String(error.sqlMessage) : (error.message.split(' - ').at(-1) ?? '');
  return own.replace(/\s+/g, ' ').trim() || error.name;
}
