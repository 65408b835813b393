import {
  BelongsTo,
  defineResource,
  Enum,
  Instant,
  Internal,
  Nullable,
  Personal,
  ReadOnly,
  say,
  Text,
} from '../engine/index.ts';
import { firstWords } from './names/first-words.ts';
import { acceptRequest, duplicateRequest, rejectRequest } from './requests/decide.ts';
import { forgetPeople } from './requests/forget.ts';
import { placeOf } from './requests/place.ts';

const decided = say('The request is decided: what it is about no longer changes.');

/** Reports of people without an account, at a request point. */
export default defineResource({
  name: 'work-request',
  path: 'work-requests',
  table: 'work_requests',
  scope: 'site',
  operations: ['list', 'view', 'update', 'delete'],
  permissions: ['decide'],
  commentable: true,
  attachable: true,
  fields: {
    reference: ReadOnly(Text({ max: 14 })),
    name: ReadOnly(Text({ max: 80 })),
    description: ReadOnly(Text({ max: 2000, multiline: true })),
    requester_name: ReadOnly(Nullable(Personal(Text({ max: 100, label: 'name of the person' })))),
    requester_contact: ReadOnly(Nullable(Personal(Text({ max: 255, label: 'how to reach the person' })))),
    request_point_id: ReadOnly(BelongsTo('request-points')),
    material_id: Nullable(BelongsTo('materials', { include: ['zone'] })),
    zone_id: ReadOnly(Nullable(BelongsTo('zones', { onDelete: 'unlink' }))),
    status: ReadOnly(
      Enum(['received', 'accepted', 'rejected', 'duplicate'], {
        default: 'received',
        tones: { received: 'warn', accepted: 'good', rejected: 'mute', duplicate: 'mute' },
      }),
    ),
    incident_id: ReadOnly(Nullable(BelongsTo('incidents', { onDelete: 'unlink' }))),
    maintenance_id: ReadOnly(Nullable(BelongsTo('maintenances', { onDelete: 'unlink' }))),
    duplicate_of_id: ReadOnly(Nullable(BelongsTo('work-requests'))),
    public_note: Nullable(
      Text({ max: 1000, multiline: true, help: 'The person who sent the request can read it.' }),
    ),
    decided_at: ReadOnly(Nullable(Instant({ label: 'decision', heading: 'Decided' }))),
    decided_by_id: ReadOnly(Nullable(BelongsTo('users'))),
    // The sender is known until then.
    forget_at: Internal(Nullable(Instant())),
  },
  filters: ['status', 'request_point_id', 'material_id', 'zone_id'],
  search: ['name', 'description', 'reference'],
  scan: ['reference'],
  sort: ['created_at'],
  defaultSort: '-created_at',
  unique: [['reference']],
  rules: [
    {
      of: ['material_id'],
      check({ material_id: material }, { previous, fail }) {
        const isKept = !previous || previous.status === 'received' || previous.material_id === material;
        if (!isKept) fail('material_id', decided);
      },
    },
  ],
  hooks: {
    async beforeValidate({ row, previous, rows }) {
      if (previous !== null) return;
      row.name = firstWords(row.description);
      Object.assign(row, await placeOf({ rows }, row.request_point_id));
    },
  },
  actions: {
    accept: {
      on: 'row',
      permission: 'decide',
      label: 'accept',
      summary: 'Makes an incident or a maintenance of the request.',
      when: { status: ['received'] },
      input: {
        as: Enum(['incident', 'maintenance'], { label: 'kind of work' }),
        name: Nullable(Text({ help: 'If empty, that of the request.' })),
        material_id: Nullable(BelongsTo('materials', { help: 'If empty, that of the request.' })),
      },
      with: { name: 'name', material_id: 'material_id' },
      run: acceptRequest,
    },
    reject: {
      on: 'row',
      permission: 'decide',
      label: 'reject',
      summary: 'Ends the request without work. The person who sent it can read why.',
      when: { status: ['received'] },
      input: { reason: Text({ max: 1000, multiline: true, label: 'reason' }) },
      run: rejectRequest,
    },
    duplicate: {
      on: 'row',
      permission: 'decide',
      label: 'is a duplicate',
      verb: 'merge',
      summary: 'Ends the request, which another one has reported as well: it then follows that one.',
      when: { status: ['received'] },
      input: { of_id: BelongsTo('work-requests', { label: 'other request' }) },
      run: duplicateRequest,
    },
  },
  tasks: { forget: { every: '1 hour', run: forgetPeople } },
  notices: {
    received: {
      when: { status: 'received' },
      to: { holders: 'decide' },
      channel: 'mail',
      label: 'A request is received',
      says: 'New request: {name}',
    },
  },
  view: {
    icon: 'flag',
    group: 'Daily work',
    order: 19,
    columns: ['name', 'status', 'material_id', 'zone_id', 'created_at', 'reference'],
    headline: ['status', 'material_id', 'zone_id', 'created_at'],
    sections: [
      {
        title: 'Request',
        fields: ['reference', 'name', 'description', 'request_point_id', 'material_id', 'zone_id'],
      },
      { title: 'Person', fields: ['requester_name', 'requester_contact'] },
      {
        title: 'Decision',
        fields: [
          ...(['status', 'public_note', 'incident_id', 'maintenance_id', 'duplicate_of_id'] as const),
          ...(['decided_at', 'decided_by_id'] as const),
        ],
      },
    ],
    overview: [{ list: { status: 'received' }, sort: 'created_at', title: 'Requests to decide' }],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'work-requests': typeof import('./work-requests.ts').default;
  }
}
