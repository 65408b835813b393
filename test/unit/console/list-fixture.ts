/** A resource as the service describes it, with nothing but what a test is about. */
import type { Field, Filter, Resource } from '../../../console/service/metadata.ts';

export function aResource(given: Partial<Resource> = {}): Resource {
  return {
    name: 'tool',
    path: 'tools',
    url: 'http://localhost/api/v1/tools',
    labels: { one: 'Tool', many: 'Tools' },
    scope: 'site',
    display: 'name',
    operations: ['list', 'view', 'create', 'update', 'delete'],
    actions: [],
    fields: [],
    alternative: null,
    filters: [],
    search: true,
    sort: { fields: [], default: 'name' },
    transitions: null,
    states: null,
    unique: [],
    order: [],
    related: [],
    history: null,
    counts: [],
    sums: [],
    view: {
      icon: 'list',
      group: 'Other',
      order: 1000,
      columns: [],
      sections: [],
      board: null,
      calendar: null,
      overview: [],
      quick: [],
    },
    ...given,
  };
}

export function aField(name: string, given: Partial<Field> = {}): Field {
  return {
    name,
    label: name,
    type: 'text',
    required: false,
    nullable: false,
    read_only: false,
    write_only: false,
    fixed: false,
    limits: {},
    ...given,
  };
}

export function aFilter(name: string, type: Filter['type'], given: Partial<Filter> = {}): Filter {
  const hasRanges = ['integer', 'decimal', 'datetime', 'date', 'time'].includes(type);
  return {
    name,
    label: name,
    type,
    nullable: false,
    operators: hasRanges ? ['any', 'gt', 'gte', 'lt', 'lte'] : ['any'],
    ...given,
  };
}
