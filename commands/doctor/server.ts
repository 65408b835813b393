/** Checks of the settings of a MariaDB or MySQL server. */
import {
  connectionsOfProcess,
  mayMakeTriggers,
  readServerFacts,
  type ServerFacts,
} from '../../engine/database/dialect/facts.ts';
import { writtenNodes } from '../../engine/database/mysql/nodes.ts';
import { isMariaDb } from '../../engine/database/mysql/server.ts';
import type { Database } from '../../engine/database/open.ts';
import { dialectOf } from '../../engine/database/query.ts';
import type { MysqlSettings } from '../../engine/database/settings.ts';
import { wordsOfText } from '../../migrations/columns/search.ts';
import { isLoopback } from '../../service/config/addresses.ts';
import { bytes, count, type Diagnosis, fault, fine, warning } from './diagnosis.ts';

/** @param workers processes that share the port on this machine */
export async function checkServer(
  database: Database,
  settings: MysqlSettings,
  workers: number,
): Promise<Diagnosis[]> {
  const words = dialectOf(database).searchWords?.length ?? 0;
  return judgeServer(await readServerFacts(database), settings, words, workers);
}

/** Whether running services write to several nodes of a cluster. @param now milliseconds */
export async function checkNodes(database: Database, now: number): Promise<Diagnosis[]> {
  const { length: nodes } = await writtenNodes(database, now);
  if (nodes < 2) return [];
  const todo =
    'Give every service the same address, that of the proxy before the nodes. Rules about several rows only hold if all write to one node.';
  return [fault('writers', `Services write to ${count(nodes, 'node')} of the cluster.`, todo)];
}

/** @param words the length of the words that searches look for in the full-text index */
export function judgeServer(
  facts: ServerFacts,
  settings: MysqlSettings,
  words: number,
  workers: number,
): Diagnosis[] {
  return [
    checkVersion(facts),
    checkTransport(settings),
    checkWritable(facts),
    checkSession(facts),
    checkTexts(facts),
    checkConnections(facts, workers),
    checkDurability(facts),
    checkIds(facts),
    checkFullText(facts, words),
  ];
}

/** The oldest versions that have what the migrations need: MySQL has columns that `select *` leaves out since 8.0.23. */
const oldest = { MariaDB: [10, 6, 0], MySQL: [8, 0, 23] } as const;

function checkVersion({ version, size }: ServerFacts): Diagnosis {
  const told = `${version}; tables and indexes have about ${bytes(size)}.`;
  const make = isMariaDb(version) ? 'MariaDB' : 'MySQL';
  // Other servers that speak the protocol of MySQL have their own version numbers.
  const found = /^(?:5\.5\.5-)?(\d+)\.(\d+)\.(\d+)(?!.*tidb)/i.exec(version);
  const numbers = found?.slice(1).map(Number) ?? oldest[make];
  const place = oldest[make].findIndex((number, index) => number !== numbers[index]);
  if ((numbers[place] ?? 0) >= (oldest[make][place] ?? 0)) return fine('server', told);
  const least = oldest[make].join('.');
  return fault(
    'server',
    `${told} It is older than ${make} ${least}.`,
    `Upgrade it to ${make} ${least} or newer.`,
  );
}

function checkTransport({ host, tls }: MysqlSettings): Diagnosis {
  if (tls !== null) return fine('way to the server', 'Encrypted.');
  if (isLoopback(host)) return fine('way to the server', 'Not encrypted, and on this machine.');
  const told = `Not encrypted: the data on the way to ${host} and back can be read.`;
  return warning(
    'way to the server',
    told,
    'Add tls=true or tls-ca=FILE to DATABASE_URL, or use a separate network.',
  );
}

function checkWritable({ settings }: ServerFacts): Diagnosis {
  const value = settings.get('read_only') ?? 'OFF';
  if (['OFF', '0', 'NO_LOCK'].includes(value)) return fine('writes', 'The server accepts them.');
  const todo =
    'In DATABASE_URL, give the address of the server that accepts writes, or SET GLOBAL read_only = OFF there.';
  return fault('writes', 'The server is read_only, so nothing can be saved.', todo);
}

/** The settings of every connection of ours; a proxy in between may change them. */
function checkSession({ settings }: ServerFacts): Diagnosis {
  const [mode = '', zone = ''] = [settings.get('sql_mode'), settings.get('time_zone')];
  const wrong = [
    ...(/STRICT_(ALL|TRANS)_TABLES/.test(mode)
      ? []
      : [`sql_mode is ${JSON.stringify(mode)}, in which the database cuts values without an error`]),
    ...(['+00:00', 'UTC'].includes(zone) ? [] : [`time_zone is ${JSON.stringify(zone)}, not UTC`]),
  ];
  if (wrong.length === 0) return fine('session', `sql_mode is strict, time_zone ${zone}.`);
  const todo = 'Make sure that a proxy between the service and the server keeps the settings of a session.';
  return fault('session', `${wrong.join('; ')}.`, todo);
}

function checkTexts({ settings, collation, strange }: ServerFacts): Diagnosis {
  const connection = settings.get('character_set_connection');
  if (connection === 'utf8mb4' && strange.length === 0)
    return fine('texts', `utf8mb4; the database’s collation is ${collation}.`);
  const told = [
    ...(connection === 'utf8mb4' ? [] : [`The connection speaks ${connection}.`]),
    ...(strange.length > 0 ? [`Not stored in InnoDB with utf8mb4: ${listed(strange)}.`] : []),
  ];
  const todo = 'Convert those tables: ALTER TABLE … ENGINE = InnoDB, CONVERT TO CHARACTER SET utf8mb4.';
  return fault('texts', told.join(' '), todo);
}

function checkConnections({ settings }: ServerFacts, workers: number): Diagnosis {
  const most = Number(settings.get('max_connections'));
  const here = workers * connectionsOfProcess;
  const told = `The server accepts ${most}. This machine opens at most ${here} (WORKERS is ${workers}, ${connectionsOfProcess} each), and so does every other node.`;
  if (!(most < here + connectionsOfProcess)) return fine('connections', told);
  const todo =
    'Raise max_connections: ten for each process of every node, and some for yourself. Or lower WORKERS.';
  return warning('connections', told, todo);
}

function checkDurability({ settings }: ServerFacts): Diagnosis {
  // After a power cut, writes that the binary log lacks are undone in the tables too.
  const names = [
    'innodb_flush_log_at_trx_commit',
    ...(settings.get('log_bin') === 'ON' ? ['sync_binlog'] : []),
  ];
  const lax = names.filter((name) => (settings.get(name) ?? '1') !== '1');
  if (lax.length === 0) return fine('durability', 'Each write is on the disk before it is answered.');
  const told = lax.map((name) => `${name} is ${settings.get(name)}`).join(', ');
  return warning(
    'durability',
    `${told}: a power cut loses writes of the last seconds, although they were answered.`,
    'Set it to 1, unless you accept this.',
  );
}

/** Triggers that count rows need ids of one table: in modes 0 and 1, statements that write at once wait for each other. */
function checkIds({ settings }: ServerFacts): Diagnosis {
  const name = 'innodb_autoinc_lock_mode';
  const mode = settings.get(name) ?? '2';
  if (mode === '2') return fine('ids', 'Statements that write at once do not wait for each other’s ids.');
  return warning(
    'ids',
    `${name} is ${mode}: writes of many people at once wait for each other’s ids, and some are carried out again.`,
    `Set ${name} = 2 in the configuration of the server, and restart it.`,
  );
}

/** @param length the length of the words that searches look for */
function checkFullText({ version, settings, misread }: ServerFacts, length: number): Diagnosis {
  if (misread.length > 0) {
    return fault(
      'full text',
      `The search index of ${listed(misread)} was defined by the other of MariaDB and MySQL: searches find nothing there.`,
      `For each of them: ALTER TABLE … MODIFY COLUMN search_grams mediumtext CHARACTER SET ascii COLLATE ascii_bin GENERATED ALWAYS AS (${wordsOfText(isMariaDb(version))}) STORED INVISIBLE`,
    );
  }
  const [shortest, longest] = ['innodb_ft_min_token_size', 'innodb_ft_max_token_size'].map((name) =>
    settings.get(name),
  );
  if (shortest === undefined || longest === undefined) {
    return warning(
      'full text',
      'The server does not say how long the words of its index are. Searches may read whole lists.',
      'Nothing, if it has no full-text index.',
    );
  }
  const told = `The index keeps words of ${shortest} to ${longest} characters, and searches ask for words of ${length}`;
  if (Number(shortest) <= length && length <= Number(longest)) return fine('full text', `${told}.`);
  const todo = `Set innodb_ft_min_token_size to ${length} or less and innodb_ft_max_token_size to ${length} or more, restart the server, and rebuild the indexes (OPTIMIZE TABLE).`;
  return warning('full text', `${told}: searches read whole lists.`, todo);
}

/**
 * Whether triggers count rows when they are written.
 * @param lost tables that are marked as counted and whose triggers are not those of this version
 * @param lacking paths of the resources that are not counted
 * @param isServer whether the log for replicas also limits who may create triggers
 */
export async function checkTriggers(
  database: Database,
  lost: readonly string[],
  lacking: readonly string[],
  isServer: boolean,
): Promise<Diagnosis> {
  if (lost.length + lacking.length === 0)
    return fine('triggers', 'Triggers count the rows of every list when they are written.');
  const refusal = isServer ? await explainRefusal(database) : null;
  if (lost.length > 0) {
    const first = refusal === null ? '' : `${refusal.todo}. Then: `;
    return fault(
      'triggers',
      `Triggers that count rows of ${listed(lost)} are missing, or of another version. Each write makes totals wrong.`,
      `${first}npm run reindex makes them and counts all rows again, also while the service runs.`,
    );
  }
  const told = `Rows of ${listed(lacking)} are counted at each request, so long lists are slow.`;
  if (refusal === null) return warning('triggers', told, 'npm run migrate');
  return warning('triggers', `${told} ${refusal.told}`, refusal.todo);
}

/** Why a server does not let this user create triggers, and the remedy. */
interface Refusal {
  readonly told: string;
  readonly todo: string;
}

/** @returns null if there is no known reason */
export async function explainRefusal(database: Database): Promise<Refusal | null> {
  if (!(await mayMakeTriggers(database))) {
    return {
      told: 'This user does not have the privilege TRIGGER.',
      todo: 'GRANT TRIGGER on the database to the user of DATABASE_URL (or to a role of that user), then: npm run migrate',
    };
  }
  const { settings } = await readServerFacts(database);
  const isOff = settings.get('log_bin_trust_function_creators') === 'OFF';
  if (settings.get('log_bin') !== 'ON' || !isOff) return null;
  return {
    told: 'The server has a binary log, and then only lets some users create triggers.',
    todo: 'SET GLOBAL log_bin_trust_function_creators = ON (and in the server’s configuration), then: npm run migrate',
  };
}

/** Some of the names, if there are many. */
export function listed(names: readonly string[]): string {
  return names.length > 5
    ? `${names.slice(0, 5).join(', ')} and ${count(names.length - 5, 'other')}`
    : names.join(', ');
}
