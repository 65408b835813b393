/** How much meters have measured, as the database has it: the same on every node. */
import type { Knex } from 'knex';
import { query } from '../../../engine/database/query.ts';
import type { WaitingFigures } from '../../outbox/waiting.ts';

/** Asks the database. Both only grow: readings that are void stay, and so does what was made of an excursion. */
export async function readMeasured(db: Knex): Promise<WaitingFigures> {
  const count = async (where: string) => {
    const [row] = await query(db, { text: `select count(*) as n from meter_readings${where}`, bindings: [] });
    return Number(row?.n);
  };
  return {
    millwright_readings_total: { help: 'Readings of meters.', value: await count('') },
    millwright_excursions_total: {
      help: 'Excursions of gauges beyond their limits, each of which made an incident.',
      value: await count(' where raised = 1'),
    },
  };
}
