/** The demo's roles and their permissions. */
import type { RoleName } from './model.ts';

const every = ['viewAny', 'view', 'create', 'update', 'delete'];
const look = ['viewAny', 'view'];

function named(resource: string, operations: readonly string[]): string[] {
  return operations.map((operation) => `${resource}.${operation}`);
}

const looking = [
  'site',
  'zone',
  'material',
  'maintenance',
  'incident',
  'cleaning',
  'item',
  'item-movement',
  'working-hour',
  'closure',
  'cleaning-round',
  'maintenance-plan',
  'plan-occurrence',
  'downtime',
  'failure-code',
  'meter',
  'meter-reading',
  'procedure',
  'maintenance-step',
  'trade',
  'labour-entry',
  'service-cost',
  'equipment-class',
  'request-point',
  'work-request',
].flatMap((resource) => named(resource, look));

/** The resources with all permissions for a manager. */
const managed = [
  'zone',
  'material',
  'maintenance',
  'incident',
  'cleaning',
  'item',
  'working-hour',
  'closure',
  'cleaning-round',
  'maintenance-plan',
  'downtime',
  'meter',
  'procedure',
  'trade',
  'labour-entry',
  'service-cost',
  'request-point',
];

/** The permissions and the description of each role. */
export const roles: Readonly<Record<RoleName, { description: string; permissions: readonly string[] }>> = {
  administrator: { description: 'May do everything, also what is added later.', permissions: ['*'] },
  manager: {
    description: 'Runs a plant: all of its data, its people and its history.',
    permissions: [
      ...named('site', [...look, 'update']),
      ...managed.flatMap((each) => named(each, every)),
      'cleaning-round.done',
      'maintenance-plan.generate',
      'labour-entry.manage',
      ...named('work-request', [...look, 'update', 'delete', 'decide']),
      ...named('comment', ['create', 'delete']),
      ...named('attachment', ['create', 'update', 'delete']),
      ...named('plan-occurrence', [...look, 'update']),
      ...named('maintenance-step', [...look, 'update']),
      ...named('item-movement', [...look, 'create']),
      ...['failure-code', 'equipment-class'].flatMap((each) => named(each, look)),
      ...named('meter-reading', [...look, 'create', 'void']),
      ...named('user', [...look, 'create', 'update']),
      ...named('activity', look),
      ...named('webhook', every),
      ...named('webhook-delivery', [...look, 'redeliver']),
    ],
  },
  technician: {
    description: 'Works on the equipment: maintenances, incidents, cleanings and stock movements.',
    permissions: [
      ...looking,
      ...['maintenance', 'incident', 'cleaning', 'downtime', 'labour-entry'].flatMap((each) =>
        named(each, ['create', 'update']),
      ),
      'cleaning-round.done',
      'item-movement.create',
      'meter-reading.create',
      'comment.create',
      'attachment.create',
      'maintenance-step.update',
    ],
  },
  viewer: { description: 'Looks at a plant and changes nothing.', permissions: looking },
};
