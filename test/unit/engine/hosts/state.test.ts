/** Whether a server can be written to, by its own variables. */
import { expect } from 'chai';
import { type Member, stateOf } from '../../../../engine/hosts/state.ts';

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

const single = {
  group_replication_group_name: 'g',
  group_replication_single_primary_mode: 'ON',
  server_uuid: 'own',
};
const many = { ...single, group_replication_single_primary_mode: 'OFF' };
const member = (id: string, state = 'ONLINE', role = 'SECONDARY'): Member => ({ id, state, role });
const primary = member('own', 'ONLINE', 'PRIMARY');
const [other, third] = [member('other'), member('third')];
const lost = { state: 'UNREACHABLE' };

const groups: readonly [string, Record<string, string>, readonly Member[], string | null][] = [
  ['the primary of a group', single, [other, primary, third], null],
  ['a primary that does not reach one of two others', single, [primary, { ...other, ...lost }, third], null],
  ['a group of one', single, [primary], null],
  ['a secondary', { ...single, super_read_only: 'ON' }, [member('own'), other], 'it is read-only'],
  [
    'a primary that reaches none of the others',
    single,
    [primary, { ...other, ...lost }, { ...third, ...lost }],
    'it has lost the most of its group',
  ],
  [
    'a primary that does not reach the only other one',
    single,
    [primary, { ...other, ...lost }],
    'it has lost the most of its group',
  ],
  ['one that has not joined', single, [member('own', 'OFFLINE', '')], 'it is OFFLINE in its group'],
  ['one that has never joined', single, [member('', 'OFFLINE', '')], 'it is OFFLINE in its group'],
  ['one that was expelled', single, [member('own', 'ERROR', '')], 'it is ERROR in its group'],
  [
    'one that joins',
    single,
    [member('own', 'RECOVERING'), other],
    'it does not have all changes of its group yet',
  ],
  [
    'one of several primaries that refuse what cascades',
    { ...many, group_replication_enforce_update_everywhere_checks: 'ON' },
    [primary, { ...other, role: 'PRIMARY' }],
    'its group has several members that are written to, and takes no row that is deleted with others',
  ],
  [
    'one whose group we may not see',
    single,
    [],
    'it does not show its group: the service’s user needs SELECT on performance_schema.replication_group_members',
  ],
];

describe('what a server says of itself', () => {
  for (const [title, set, galera, refusal] of refusals) {
    it(`${refusal === null ? 'lets us write to' : 'keeps us from writing to'} ${title}`, () => {
      expect(stateOf(map(set), galera && map(galera), null).refusal).to.equal(refusal);
    });
  }

  for (const [title, set, members, refusal] of groups) {
    it(`${refusal === null ? 'lets us write to' : 'keeps us from writing to'} ${title}`, () => {
      expect(stateOf(map(set), null, members).refusal).to.equal(refusal);
    });
  }

  it('names product, server and cluster', () => {
    const set = map({ version: '10.11.18-MariaDB-log', hostname: 'db', port: '3306' });
    const cluster = { wsrep_cluster_state_uuid: 'u', wsrep_cluster_conf_id: '4', wsrep_cluster_size: '2' };
    const written = { wsrep_local_index: '1', wsrep_replicated: '7', wsrep_last_committed: '20' };
    const galera = map({ ...node, ...cluster, ...written });
    expect(stateOf(set, galera, null)).to.deep.equal({
      ...{
        refusal: null,
        cluster: 'u',
        mariaDb: true,
        node: 'db:3306',
        written: { own: 7, all: 20 },
        index: 1,
      },
      ...{ galera: true, member: null, manyPrimaries: false, view: { number: 4, name: '4 of 2' } },
    });
  });

  it('is in one view with those of its group that know the same ones', () => {
    const views = [
      [primary, other, third],
      [third, primary, other],
      [primary, { ...other, ...lost }, third],
    ].map((members) => stateOf(map(many), null, members).view?.name);
    expect(views).to.deep.equal(['other,own,third', 'other,own,third', 'own,third']);
  });

  it('names the group that it is in, and the primary that it knows of', () => {
    const told = [
      stateOf(map(single), null, [member('own'), { ...other, role: 'PRIMARY' }]),
      stateOf(map(single), null, [member('own', 'ERROR', '')]),
      stateOf(map(many), null, [primary, { ...other, role: 'PRIMARY' }]),
      stateOf(map({ ...many, group_replication_group_name: '' }), null, null),
    ];
    expect(
      told.map(({ cluster, member, manyPrimaries }) => ({ cluster, member, manyPrimaries })),
    ).to.deep.equal([
      { cluster: 'g', member: { id: 'own', primary: 'other' }, manyPrimaries: false },
      { cluster: null, member: null, manyPrimaries: false },
      { cluster: 'g', member: null, manyPrimaries: true },
      { cluster: null, member: null, manyPrimaries: false },
    ]);
  });
});
