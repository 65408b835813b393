import { BelongsTo, DateOnly, defineResource, Money, Nullable, say, Text, texts } from '../engine/index.ts';
import { timezoneOf } from './plan-work/site.ts';
import { dayAt } from './plans/local-time.ts';

/** Costs that companies charge for a maintenance. */
export default defineResource({
  name: 'service-cost',
  path: 'service-costs',
  table: 'service_costs',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  display: '{company} · {maintenance}',
  fields: {
    maintenance_id: BelongsTo('maintenances', { include: ['material'] }),
    company_id: BelongsTo('companies', { where: { types: 'maintenance_provider' } }),
    amount: Money(),
    incurred_on: DateOnly({ default: 'today', label: 'day of the cost', heading: 'Incurred on' }),
    invoice_number: Nullable(Text({ max: 100 })),
    notes: Nullable(Text({ max: 2000, multiline: true })),
  },
  filters: ['maintenance_id', 'company_id', 'incurred_on'],
  filtersThrough: { material_id: 'maintenance_id.material_id' },
  search: ['company_id.name', 'invoice_number', 'notes'],
  sort: ['incurred_on'],
  defaultSort: '-incurred_on',
  sums: ['amount'],
  rules: [
    {
      of: ['incurred_on'],
      async check({ incurred_on }, { rows, now, siteId, fail }) {
        const today = dayAt(now, await timezoneOf({ rows }, siteId ?? 0));
        if (incurred_on > today) fail('incurred_on', say(texts.future, { field: say('day of the cost') }));
      },
    },
  ],
  view: {
    icon: 'money',
    group: 'Daily work',
    order: 24,
    columns: ['company_id', 'maintenance_id', 'incurred_on', 'amount', 'invoice_number'],
    headline: ['company_id', 'amount', 'incurred_on'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'service-costs': typeof import('./service-costs.ts').default;
  }
}
