/** The rules of working hours and closures, one row each. */
import { describeRules, type Rule, rule } from './world.ts';

const night = { weekday: 'fri', from: '22:00', until: '06:00' } as const;

const rules: readonly Rule[] = [
  ...(
    [
      [night, 'Friday 22:00–06:00'],
      [{ weekday: 'sat', from: '00:00', until: '00:00' }, 'Saturday 00:00–00:00'],
      [{ weekday: 'sun', from: '06:01', until: '23:59' }, 'Sunday 06:01–23:59'],
    ] as const
  ).map(([hours, name]) =>
    rule({
      rule: `hours are named after what they are: ${name}`,
      send: () => ['POST', '/working-hours', hours],
      status: 201,
      data: () => ({ ...hours, name, site: { id: 2, name: 'Plant North' } }),
    }),
  ),
  rule({
    rule: 'and after what they become',
    given: (world) => world.make('working-hours', { weekday: 'tue', from: '01:00', until: '02:00' }),
    send: (id) => ['PATCH', `/working-hours/${id}`, { until: '03:30' }],
    status: 200,
    data: () => ({ name: 'Tuesday 01:00–03:30' }),
  }),
];

describeRules('rules of closed days', rules);
