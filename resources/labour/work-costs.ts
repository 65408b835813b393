/** The costs of work on a material: parts, labour and services of companies. */
import { CountOf, SumOf, Total } from '../../engine/index.ts';

export const workCosts = {
  movement_count: CountOf('item-movements', 'maintenance_id', {
    label: 'number of movements',
    heading: 'Movements',
  }),
  parts_cost: SumOf('item-movements', 'maintenance_id', 'cost', {
    shows: 'money',
    label: 'cost of parts',
    heading: 'Parts cost',
  }),
  labour_minutes: SumOf('labour-entries', 'maintenance_id', 'minutes', {
    unit: 'minutes',
    heading: 'Labour',
  }),
  labour_cost: SumOf('labour-entries', 'maintenance_id', 'amount', { shows: 'money' }),
  service_cost: SumOf('service-costs', 'maintenance_id', 'amount', { shows: 'money' }),
  total_cost: Total(['parts_cost', 'labour_cost', 'service_cost'], { shows: 'money' }),
};
