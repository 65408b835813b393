/** The states of maintenances, what each asks for, and the times they leave behind. */
import { describeRules, type Rule, rule } from './world.ts';

const leadsTo: Readonly<Record<string, readonly string[]>> = {
  planned: ['in_progress', 'canceled'],
  in_progress: ['completed', 'planned', 'canceled'],
  completed: ['in_progress'],
  canceled: ['planned'],
};
const statuses = Object.keys(leadsTo);
const instant = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/.source;
const past = '2024-05-01T08:00:00.000Z';
const later = '2024-05-02T08:00:00.000Z';

const transitions = statuses.flatMap((from) =>
  statuses.map((to) => {
    const allowed = from === to || leadsTo[from]?.includes(to);
    return rule({
      rule: `a maintenance ${allowed ? 'goes' : 'does not go'} from ${from} to ${to}`,
      given: (world) => world.staffed({ status: from }),
      send: (id) => ['PATCH', `/maintenances/${id}`, { status: to }],
      status: allowed ? 200 : 422,
      ...(allowed
        ? { data: () => ({ status: to, status_transitions: leadsTo[to] }) }
        : { errors: ['status'], contains: [`Possible now: ${leadsTo[from]?.join(', ')}.`] }),
    });
  }),
);

/** Who must be named, for work that has begun. */
const staffing: readonly (readonly [realization: string, missing: readonly string[]])[] = [
  ['internal', ['operator_ids']],
  ['external', ['company_ids']],
  ['both', ['operator_ids', 'company_ids']],
];

const rules: readonly Rule[] = [
  rule({
    rule: 'work that begins has a start',
    given: (world) => world.staffed(),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'in_progress' }],
    status: 200,
    contains: [new RegExp(`"started_at":${instant},"resolved_at":null`)],
  }),
  rule({
    rule: 'work that begins keeps the start it has',
    given: (world) => world.staffed({ started_at: '2024-05-01T10:00:00+02:00' }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'in_progress' }],
    status: 200,
    data: () => ({ started_at: past, resolved_at: null }),
  }),
  rule({
    rule: 'work that is created completed has a resolution and no invented start',
    given: async (world) => ({
      material_id: await world.material(),
      user: await world.user('technician@demo.test'),
    }),
    send: ({ material_id, user }, world) => [
      'POST',
      '/maintenances',
      { name: world.name(), material_id, status: 'completed', operator_ids: [user] },
    ],
    status: 201,
    contains: [new RegExp(`"started_at":null,"resolved_at":${instant}`)],
  }),
  rule({
    rule: 'work that ends keeps the resolution that is sent',
    given: (world) => world.staffed({ status: 'in_progress', started_at: past }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'completed', resolved_at: later }],
    status: 200,
    data: () => ({ started_at: past, resolved_at: later }),
  }),
  rule({
    rule: 'completed work does not lose its resolution',
    given: (world) => world.staffed({ status: 'completed', started_at: past, resolved_at: later }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { resolved_at: null }],
    status: 200,
    contains: [new RegExp(`"resolved_at":${instant}`)],
  }),
  rule({
    rule: 'work that is taken up again loses its resolution, also when a form sends it back',
    given: (world) => world.staffed({ status: 'completed', started_at: past, resolved_at: later }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'in_progress', resolved_at: later }],
    status: 200,
    data: () => ({ started_at: past, resolved_at: null }),
  }),
  rule({
    rule: 'work that is taken up again has no new resolution',
    given: (world) => world.staffed({ status: 'completed', started_at: past, resolved_at: past }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'in_progress', resolved_at: later }],
    status: 422,
    errors: ['resolved_at'],
    afterwards: (id) => [`/maintenances/${id}`, { status: 'completed', resolved_at: past }],
  }),
  ...staffing.flatMap(([realization, missing]) =>
    ['in_progress', 'completed'].flatMap((status) => [
      rule({
        rule: `${realization} work is not created ${status} without ${missing.join(' and ')}`,
        given: (world) => world.material(),
        send: (material_id, world) => [
          'POST',
          '/maintenances',
          { name: world.name(), material_id, realization, status },
        ],
        status: 422,
        errors: missing,
      }),
    ]),
  ),
  rule({
    rule: 'planned work needs nobody yet, and does when it begins',
    given: (world) => world.maintenance({ realization: 'external' }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'in_progress' }],
    status: 422,
    errors: ['company_ids'],
  }),
  rule({
    rule: 'work that has begun keeps at least one operator',
    given: (world) => world.staffed({ status: 'in_progress' }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { operator_ids: [] }],
    status: 422,
    errors: ['operator_ids'],
    contains: ['at least one operator'],
  }),
  rule({
    rule: 'external work that has begun names a provider, shown by its name',
    given: async (world) => ({
      id: await world.maintenance(),
      company: await world.company('maintenance_provider'),
    }),
    send: ({ id, company }) => [
      'PATCH',
      `/maintenances/${id}`,
      { realization: 'external', status: 'in_progress', company_ids: [company] },
    ],
    status: 200,
    contains: [/"companies":\[\{"id":\d+,"name":"[^"]+"\}\]/],
  }),
  rule({
    rule: 'nothing is resolved before it starts',
    given: (world) => world.maintenance(),
    send: (id) => ['PATCH', `/maintenances/${id}`, { started_at: later, resolved_at: past }],
    status: 422,
    errors: ['resolved_at'],
  }),
  rule({
    rule: 'the stored start counts where only the resolution is sent',
    given: (world) => world.maintenance({ started_at: later }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { resolved_at: past }],
    status: 422,
    errors: ['resolved_at'],
  }),
  rule({
    rule: 'the stored resolution counts where only the start is sent',
    given: (world) => world.maintenance({ resolved_at: past }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { started_at: later }],
    status: 422,
    errors: ['started_at'],
  }),
  rule({
    rule: 'something may be resolved at the moment it starts',
    given: (world) => world.maintenance({ started_at: past }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { resolved_at: past }],
    status: 200,
  }),
  ...transitions,
];

describeRules('states of maintenances', rules);
