/** Descriptions of resources, as the service gives them, for what the console makes of them. */
import type { Field, Filter, Resource } from '../../../console/service/metadata.ts';

/** A text field, but for what is said otherwise. */
export function field(name: string, given: Partial<Field> = {}): Field {
  return {
    name,
    label: name.toUpperCase(),
    type: 'text',
    required: false,
    nullable: true,
    read_only: false,
    write_only: false,
    fixed: false,
    limits: {},
    ...given,
  };
}

/** A resource called `things` without anything, but for what is said otherwise. */
export function resource(
  given: Partial<Omit<Resource, 'view'>> & { view?: Partial<Resource['view']> } = {},
): Resource {
  const { view, ...others } = given;
  return {
    name: 'thing',
    path: 'things',
    url: 'http://localhost:3000/api/v1/things',
    labels: { one: 'Thing', many: 'Things' },
    scope: 'site',
    display: 'name',
    operations: ['list', 'view', 'create', 'update', 'delete'],
    actions: [],
    fields: [],
    alternative: null,
    filters: [],
    search: true,
    sort: { fields: [], default: 'id' },
    states: null,
    unique: [],
    order: [],
    related: [],
    counts: [],
    sums: [],
    view: {
      icon: 'list',
      group: 'Other',
      columns: [],
      sections: [],
      board: null,
      calendar: null,
      overview: [],
      quick: [],
      ...view,
    },
    ...others,
  };
}

/** A filter without labels of its own, with ranges where its type has an order. */
export function filter(name: string, type: Filter['type'], given: Partial<Filter> = {}): Filter {
  const hasRanges = ['integer', 'decimal', 'datetime', 'date', 'time'].includes(type);
  return {
    name,
    label: name,
    type,
    nullable: false,
    operators: ['any', 'not', ...(hasRanges ? (['gt', 'gte', 'lt', 'lte'] as const) : [])],
    ...given,
  };
}
