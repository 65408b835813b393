/** Whether a server can be written to, by its own variables. */
import { expect } from 'chai';
import { stateOf } from '../../../../engine/database/hosts/state.ts';

const map = (values: Readonly<Record<string, string>>) => new Map(Object.entries(values));
const node = { wsrep_ready: 'ON', wsrep_cluster_status: 'Primary', wsrep_local_state: '4' };

const refusals: readonly [string, Record<string, string>, Record<string, string> | null, string | null][] = [
  ['a plain server', { read_only: 'OFF', innodb_read_only: 'OFF' }, null, null],
  ['a replica', { read_only: 'ON' }, null, 'it is read-only'],
  ['a replica of newer versions', { read_only: 'NO_LOCK_NO_ADMIN' }, null, 'it is read-only'],
  ['a secondary of a group', { read_only: 'OFF', super_read_only: 'ON' }, null, 'it is read-only'],
  ['a reader of Aurora', { read_only: 'OFF', innodb_read_only: '1' }, null, 'it is read-only'],
  ['a node in step', { read_only: 'OFF' }, node, null],
  ['a node that gives another its data', { read_only: 'OFF' }, { ...node, wsrep_local_state: '2' }, null],
  ['a node that is read-only', { read_only: 'ON' }, node, 'it is read-only'],
  [
    'a node without its cluster',
    {},
    { ...node, wsrep_cluster_status: 'non-Primary' },
    'it has lost the most of its cluster',
  ],
  ['a node that takes no commands', {}, { ...node, wsrep_ready: 'OFF' }, 'it takes no commands'],
  [
    'a node that comes back',
    {},
    { ...node, wsrep_local_state: '3' },
    'it does not have all changes of its cluster yet',
  ],
];

describe('what a server says of itself', () => {
  for (const [title, set, galera, refusal] of refusals) {
    it(`${refusal === null ? 'lets us write to' : 'keeps us from writing to'} ${title}`, () => {
      expect(stateOf(map(set), galera && map(galera)).refusal).to.equal(refusal);
    });
  }

  it('names product, server and cluster', () => {
    const set = map({ version: '10.11.18-MariaDB-log', hostname: 'db', port: '3306' });
    const galera = map({ ...node, wsrep_cluster_state_uuid: 'u', wsrep_received: '7' });
    expect(stateOf(set, galera)).to.deep.equal({
      ...{ refusal: null, cluster: 'u', mariaDb: true, node: 'db:3306', received: 7 },
      manyPrimaries: false,
    });
  });

  it('tells of groups with several members that are written to', () => {
    const group = { group_replication_group_name: 'g', group_replication_single_primary_mode: 'OFF' };
    const many = [
      group,
      { ...group, group_replication_single_primary_mode: 'ON' },
      { ...group, group_replication_group_name: '' },
      {},
    ].map((set) => stateOf(map(set), null).manyPrimaries);
    expect(many).to.deep.equal([true, false, false, false]);
  });
});
