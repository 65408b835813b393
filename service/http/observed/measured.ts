/** Totals of meters from the database: the same on every node. */
import type { Knex } from 'knex';
import { counterName, hasLists, readTotal } from '../../../engine/counters/counter.ts';
import { countersOf } from '../../../engine/counters/setup.ts';
import { query } from '../../../engine/database/query.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import type { WaitingFigures } from '../../outbox/waiting.ts';

/**
 * Queries the database; nothing if it has no meters. Both totals only grow: void readings stay, and so do the results of an
 * excursion. Millions of readings are not counted but summed from the stored counters, because monitoring queries every few
 * seconds. Excursions are counted per meter.
 */
export async function readMeasured(db: Knex, registry: Registry): Promise<WaitingFigures> {
  const path = 'meter-readings';
  if (!registry.has(path)) return {};
  const one = async (text: string) => {
    const [row] = await query(db, { text, bindings: [] });
    return Number(row?.n ?? 0);
  };
  const model = countersOf(registry).find((one) => one.path === path && hasLists(one));
  const names = model ? [counterName(model, '', '')] : [];
  const counted = model && (await readTotal(db, { model, names, everySite: true }));
  return {
    millwright_readings_total: {
      help: 'Readings of meters.',
      value: counted?.total ?? (await one('select count(*) as n from meter_readings')),
    },
    millwright_excursions_total: {
      help: 'Excursions of gauges beyond their limits, each of which made an incident.',
      value: await one('select sum(excursions) as n from meters'),
    },
  };
}
