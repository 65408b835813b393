import {
  Alias,
  BelongsTo,
  Bool,
  CountOf,
  defineResource,
  Enum,
  Immutable,
  Nullable,
  ReadOnly,
  say,
  Text,
} from '../engine/index.ts';

const oneOfTwo = say('A request point belongs to a material or to a zone, not to both.');
const noPlace = say('Name the material or the zone that requests are about.');

/** Places where people without an account report problems: each has an address, which is printed on its label. */
export default defineResource({
  name: 'request-point',
  path: 'request-points',
  table: 'request_points',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    material_id: Immutable(Nullable(BelongsTo('materials', { include: ['zone'] }))),
    zone_id: Immutable(
      Nullable(BelongsTo('zones', { help: 'For a place without a material. Fill in one of the two.' })),
    ),
    hint: Nullable(Text({ max: 500, multiline: true, help: 'It is shown above the form.' })),
    contact: Enum(['none', 'optional', 'required'], {
      default: 'optional',
      help: 'Whether the form asks how to reach the person.',
    }),
    photos: Bool({ default: true }),
    active: Bool({ default: true, tones: { false: 'mute' } }),
    token: ReadOnly(Text({ max: 32 })),
    // Null where people without an account may send nothing (PUBLIC_REQUESTS).
    url: Nullable(Alias('/r/{token}', { link: true, label: 'address of the form', heading: 'Address' })),
    request_count: CountOf('work-requests', 'request_point_id', {
      label: 'number of requests',
      heading: 'Requests',
    }),
  },
  filters: ['material_id', 'zone_id', 'active'],
  search: ['name', 'material_id.name', 'zone_id.name'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['token']],
  deleteAdvice: 'Make it inactive instead: its address then leads nowhere.',
  rules: [
    {
      of: ['material_id', 'zone_id'],
      check({ material_id: material, zone_id: zone }, { fail }) {
        if (material !== null && zone !== null) fail('zone_id', oneOfTwo);
        if (material === null && zone === null) fail('material_id', noPlace);
      },
    },
  ],
  hooks: {
    beforeValidate({ row, previous, services }) {
      if (previous === null) row.token = services.newRequestToken();
    },
  },
  actions: {
    renew: {
      on: 'row',
      permission: 'update',
      label: 'new address',
      summary: 'Makes a new address. The old one, and each label with it, is dead at once.',
      danger: true,
      run: ({ services, update }) => update({ token: services.newRequestToken() }),
    },
  },
  view: {
    icon: 'tag',
    group: 'Equipment',
    order: 55,
    label: ['name', 'material_id', 'zone_id'],
    leads: 'url',
    columns: ['name', 'material_id', 'zone_id', 'active', 'request_count'],
    headline: ['material_id', 'zone_id', 'request_count', 'active'],
    sections: [
      { title: 'Identity', fields: ['name', 'material_id', 'zone_id', 'active'] },
      { title: 'Form', fields: ['hint', 'contact', 'photos', 'url', 'token'] },
    ],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'request-points': typeof import('./request-points.ts').default;
  }
}
