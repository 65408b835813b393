/**
 * The hours of weekdays at which sites work. Each order of a list also has an index for the headquarters, where it covers every site:
 * people fill this table in by hand.
 */
import * as make from './columns/index.ts';

export const values = { working_hours: { weekday: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] } };

export const { up, down } = make.migrationOf({
  working_hours: (t) => {
    make.siteResource(t);
    t.string('name', 255).notNullable();
    make.rankedChoice(t, 'weekday', values.working_hours.weekday);
    for (const column of ['from', 'until']) t.string(column, 5).notNullable();

    t.unique(['site_id', 'weekday', 'from']);
    make.orders(t, ['site_id'], 'weekday_rank', 'from', 'created_at');
    make.orders(t, [], 'weekday_rank', 'from', 'created_at');
  },
});
