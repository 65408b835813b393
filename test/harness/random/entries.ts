/** The journal entries of a request. */
import type { Knex } from 'knex';

export interface Entry {
  readonly name: string;
  readonly user_id: number;
  readonly record_id: number;
}

/**
 * Entries that hooks add for other rows: a movement sets the price of its item, incidents lose a deleted maintenance, stops
 * follow a status.
 */
const besides: Readonly<Record<string, readonly string[]>> = {
  'item-movement.create': ['item.update'],
  'maintenance.delete': ['incident.update'],
  'material.create': ['downtime.create'],
  'material.transition': ['downtime.create', 'downtime.update'],
  'material.update': ['downtime.create', 'downtime.update'],
};

/** The entries of the rows that a request was about. */
export async function entriesOf(knex: Knex, requestId: string): Promise<Entry[]> {
  const all: Entry[] = await knex('activities')
    .where({ request_id: requestId })
    .select('name', 'user_id', 'record_id');
  return all.filter(({ name }) => !all.some((other) => besides[other.name]?.includes(name)));
}
