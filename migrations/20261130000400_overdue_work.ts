/** When work is overdue: after its time, and work of a plan after the window of its date. */
import type { Knex } from 'knex';
import { dropParts } from './columns/changes.ts';
import { alterTable, moment } from './columns/index.ts';

export async function up(knex: Knex): Promise<void> {
  await alterTable(knex, 'maintenances', (t) => {
    moment(t, 'overdue_at').nullable();
    t.index(['overdue_at']);
  });
  const windowUntil =
    '(select max(o.window_until) from plan_occurrences o where o.maintenance_id = maintenances.id)';
  await knex('maintenances').update({
    overdue_at: knex.raw(
      `case when maintenance_plan_id is null then coalesce(scheduled_at, due_at) else ${windowUntil} end`,
    ),
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropParts(knex, 'maintenances', { indexes: [['overdue_at']], columns: ['overdue_at'] });
}
