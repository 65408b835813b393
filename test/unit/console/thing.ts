/** A resource as the service would describe it, for what is pure. */
import type { Resource } from '../../../console/service/metadata.ts';

export function thing(given: Partial<Resource>): Resource {
  return {
    name: 'thing',
    path: 'things',
    url: 'http://127.0.0.1/api/v1/things',
    labels: { one: 'Thing', many: 'Things' },
    scope: 'site',
    display: 'name',
    operations: ['list', 'view', 'create', 'update', 'delete'],
    actions: [],
    fields: [],
    alternative: null,
    filters: [],
    search: true,
    sort: { fields: [{ name: 'name', label: 'Name' }], default: 'name' },
    transitions: null,
    states: null,
    unique: [],
    order: [],
    related: [],
    history: null,
    counts: [],
    sums: [],
    view: {
      icon: 'box',
      group: 'Other',
      order: 1,
      columns: ['name'],
      sections: [],
      board: null,
      calendar: null,
      overview: [],
      quick: [],
    },
    ...given,
  };
}
