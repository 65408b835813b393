/** What a server says of itself: whether it can be written to, and which cluster it belongs to. */
import type { Connection, RowDataPacket } from 'mysql2';

export interface ServerState {
  /** Why it cannot be written to; null where it can. */
  readonly refusal: string | null;
  /** The identity of its Galera cluster; null for a server of another kind. */
  readonly cluster: string | null;
  readonly mariaDb: boolean;
  /** Which node of it this is. */
  readonly node: string;
  /** How many changes it has had from other nodes of its cluster since it was started. */
  readonly received: number;
  /** Whether several nodes of its group are meant to be written to (Group Replication in its multi-primary mode). */
  readonly manyPrimaries: boolean;
}

const variables = [
  'version',
  'hostname',
  'port',
  'read_only',
  'super_read_only',
  'innodb_read_only',
  'wsrep_on',
  'group_replication_group_name',
  'group_replication_single_primary_mode',
];
const figures = [
  'wsrep_ready',
  'wsrep_cluster_status',
  'wsrep_local_state',
  'wsrep_cluster_state_uuid',
  'wsrep_received',
];
const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** Values of `wsrep_local_state` of a node that has every change: one that just now gives another node its data, and all others. */
const inStep = new Set(['2', '4']);

/** Asks in words that every version of MariaDB and MySQL knows, and that a node without its cluster answers as well. */
export async function readState(connection: Connection): Promise<ServerState> {
  const session = connection.promise();
  const read = async (what: string, names: readonly string[]) => {
    const [rows] = await session.query<RowDataPacket[]>(
      `SHOW GLOBAL ${what} WHERE variable_name IN (${listOf(names)})`,
    );
    return new Map(rows.map((row) => [String(row.Variable_name).toLowerCase(), String(row.Value)]));
  };
  const set = await read('VARIABLES', variables);
  const galera = isOn(set.get('wsrep_on')) ? await read('STATUS', figures) : null;
  return stateOf(set, galera);
}

/**
 * @param set the server's variables
 * @param galera its figures as a node of a cluster; null where it is none
 */
export function stateOf(
  set: ReadonlyMap<string, string>,
  galera: ReadonlyMap<string, string> | null,
): ServerState {
  const single = set.get('group_replication_single_primary_mode');
  return {
    refusal: (galera && refusalOfNode(galera)) ?? refusalOf(set),
    cluster: galera?.get('wsrep_cluster_state_uuid') ?? null,
    mariaDb: /mariadb/i.test(set.get('version') ?? ''),
    node: `${set.get('hostname')}:${set.get('port')}`,
    received: Number(galera?.get('wsrep_received') ?? 0),
    manyPrimaries: Boolean(set.get('group_replication_group_name')) && single !== undefined && !isOn(single),
  };
}

function refusalOf(set: ReadonlyMap<string, string>): string | null {
  const closed = ['read_only', 'super_read_only', 'innodb_read_only'].some((name) => isOn(set.get(name)));
  return closed ? 'it is read-only' : null;
}

function refusalOfNode(galera: ReadonlyMap<string, string>): string | null {
  if (galera.get('wsrep_cluster_status') !== 'Primary') return 'it has lost the most of its cluster';
  if (!isOn(galera.get('wsrep_ready'))) return 'it takes no commands';
  return inStep.has(galera.get('wsrep_local_state') ?? '')
    ? null
    : 'it does not have all changes of its cluster yet';
}

/** Newer versions have further values for what is not off. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !['OFF', '0', ''].includes(value.toUpperCase());
}
