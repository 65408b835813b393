/** The state of a server: whether it accepts writes, and its cluster. */
import type { Connection, RowDataPacket } from 'mysql2';
import { isMariaDb, isOfGroup, isOn } from '../database/mysql/server.ts';

export interface ServerState {
  /** The reason why it accepts no writes; null if it does. */
  readonly refusal: string | null;
  /** The id of its Galera cluster or its group (Group Replication); null for a single server. */
  readonly cluster: string | null;
  readonly galera: boolean;
  readonly mariaDb: boolean;
  /** The id of this node. */
  readonly node: string;
  /** The members of its cluster, as far as it knows; null for a single server. */
  readonly view: ClusterView | null;
  /** For a Galera node: the writes there and on others. */
  readonly written: WriteCounts | null;
  /** For a Galera node: its index in its view, as each node reports its own. */
  readonly index: number | null;
  /** For a member of a group with one primary: its id, and the primary that it knows of. */
  readonly member: { readonly id: string; readonly primary: string | undefined } | null;
  /** Whether its group accepts writes on several nodes (multi-primary mode of Group Replication). */
  readonly manyPrimaries: boolean;
}

/** Counters of transactions in a cluster. */
export interface WriteCounts {
  /** Transactions that this node has replicated since its start. */
  readonly own: number;
  /** Transactions that it has applied, from any node, since the cluster was created. */
  readonly all: number;
}

/**
 * The nodes of a cluster between two changes of membership. A node that was frozen or cut off reports its former view for some
 * seconds. Nodes in one view are those that report the same one.
 */
interface ClusterView {
  readonly name: string;
  /** The number of changes, if they are counted (Galera). */
  readonly number: number;
}

const variables = [
  'version',
  'hostname',
  'port',
  'server_uuid',
  'read_only',
  'super_read_only',
  'innodb_read_only',
  'wsrep_on',
  'group_replication_group_name',
  'group_replication_single_primary_mode',
  'group_replication_enforce_update_everywhere_checks',
];
const figures = [
  'wsrep_ready',
  'wsrep_cluster_status',
  'wsrep_local_state',
  'wsrep_cluster_state_uuid',
  'wsrep_cluster_conf_id',
  'wsrep_cluster_size',
  'wsrep_local_index',
  'wsrep_replicated',
  'wsrep_last_committed',
];
const quotedNames = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * Values of `wsrep_local_state` of a node with all changes: a node that is sending its data to another one, and a synced one.
 */
const inStep = new Set(['2', '4']);

/** Sends a query and returns the rows of its answer. */
type Ask = (text: string) => Promise<RowDataPacket[]>;

/** Uses statements that every version of MariaDB and MySQL accepts, also on a node without its cluster. */
export async function readState(connection: Connection): Promise<ServerState> {
  const session = connection.promise();
  const ask: Ask = async (text) => {
    const [rows] = await session.query<RowDataPacket[]>(text);
    return rows;
  };
  const read = async (what: string, names: readonly string[]) => {
    const rows = await ask(`SHOW GLOBAL ${what} WHERE variable_name IN (${quotedNames(names)})`);
    return new Map(rows.map((row) => [String(row.Variable_name).toLowerCase(), String(row.Value)]));
  };
  const set = await read('VARIABLES', variables);
  const galera = isOn(set.get('wsrep_on')) ? await read('STATUS', figures) : null;
  return stateOf(set, galera, isOfGroup(set) ? await readMembers(ask) : null);
}

/** A member of a group, as another one reports it. */
export interface Member {
  readonly id: string;
  readonly state: string;
  readonly role: string;
}

/** The members of a server's group, as it reports them; empty without the permission to read them. */
async function readMembers(ask: Ask): Promise<Member[]> {
  const text =
    'SELECT member_id AS id, member_state AS state, member_role AS role FROM performance_schema.replication_group_members';
  const rows = await ask(text).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ER_TABLEACCESS_DENIED_ERROR') return [];
    throw error;
  });
  return rows.map(({ id, state, role }) => ({ id: String(id), state: String(state), role: String(role) }));
}

/**
 * @param set the server's variables
 * @param galera its status as a node of a cluster; null if it is not one
 * @param members of its group, as it reports them; null if it is configured for none
 */
export function stateOf(
  set: ReadonlyMap<string, string>,
  galera: ReadonlyMap<string, string> | null,
  members: readonly Member[] | null,
): ServerState {
  const id = set.get('server_uuid') ?? '';
  const expelled = members && refusalOfMember(members, id);
  const inGroup = members !== null && expelled === null;
  const manyPrimaries = isOfGroup(set) && !isOn(set.get('group_replication_single_primary_mode'));
  const primary = members?.find(({ role }) => role === 'PRIMARY')?.id;
  return {
    refusal: (galera && refusalOfNode(galera)) ?? expelled ?? refusalOf(set),
    cluster:
      galera?.get('wsrep_cluster_state_uuid') ??
      (inGroup ? set.get('group_replication_group_name') : null) ??
      null,
    galera: galera !== null,
    mariaDb: isMariaDb(set.get('version')),
    node: `${set.get('hostname')}:${set.get('port')}`,
    view: viewOf(galera, members),
    written: galera && {
      own: Number(galera.get('wsrep_replicated') ?? 0),
      all: Number(galera.get('wsrep_last_committed') ?? 0),
    },
    index: galera && Number(galera.get('wsrep_local_index') ?? 0),
    member: inGroup && !manyPrimaries ? { id, primary } : null,
    manyPrimaries,
  };
}

function viewOf(
  galera: ReadonlyMap<string, string> | null,
  members: readonly Member[] | null,
): ClusterView | null {
  if (galera) {
    const number = Number(galera.get('wsrep_cluster_conf_id') ?? 0);
    return { number, name: `${number} of ${galera.get('wsrep_cluster_size')}` };
  }
  if (members === null) return null;
  const online = members.filter(({ state }) => state === 'ONLINE').map(({ id }) => id);
  return { number: 0, name: online.sort().join() };
}

function refusalOf(set: ReadonlyMap<string, string>): string | null {
  if (isOn(set.get('group_replication_enforce_update_everywhere_checks')))
    return 'its group has several members that are written to, and takes no row that is deleted with others';
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

/**
 * A member that has left its group may accept writes, but no other member has them. A member without a majority knows this before
 * the others elect another primary, and accepts writes that it never commits.
 * @param own its id
 */
function refusalOfMember(members: readonly Member[], own: string): string | null {
  if (members.length === 0)
    return 'it does not show its group: the service’s user needs SELECT on performance_schema.replication_group_members';
  const state = members.find(({ id }) => id === own)?.state ?? 'OFFLINE';
  if (state === 'RECOVERING') return 'it does not have all changes of its group yet';
  if (state !== 'ONLINE') return `it is ${state} in its group`;
  const reached = members.filter((other) => other.state !== 'UNREACHABLE');
  return 2 * reached.length > members.length ? null : 'it has lost the most of its group';
}
