/** The rules of working hours and closures, one row each. */
import { describeRules, type Rule, rule } from './world.ts';

const night = { weekday: 'fri', from: '22:00', until: '06:00' } as const;

const rules: readonly Rule[] = [
  rule({
    rule: 'hours need a weekday, a beginning and an end',
    send: () => ['POST', '/working-hours', {}],
    status: 422,
    errors: ['weekday', 'from', 'until'],
  }),
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
  rule({
    rule: 'the name is not to be chosen',
    send: () => ['POST', '/working-hours', { weekday: 'mon', from: '23:00', until: '23:30', name: 'Night' }],
    status: 422,
    errors: ['name'],
  }),
  rule({
    rule: 'hours of a weekday may overlap, as shifts do',
    given: (world) => world.make('working-hours', { weekday: 'wed', from: '03:00', until: '05:00' }),
    send: () => ['POST', '/working-hours', { weekday: 'wed', from: '04:00', until: '12:00' }],
    status: 201,
  }),
  rule({
    rule: 'but not begin at the same time',
    given: (world) => world.make('working-hours', { weekday: 'thu', from: '03:00', until: '05:00' }),
    send: () => ['POST', '/working-hours', { weekday: 'thu', from: '03:00', until: '11:00' }],
    status: 422,
    errors: ['from'],
    contains: ['Other hours already start at this time on this weekday.'],
  }),
  rule({
    rule: 'a closure needs a day and a name',
    send: () => ['POST', '/closures', {}],
    status: 422,
    errors: ['day', 'name'],
  }),
  rule({
    rule: 'a day is closed once',
    given: (world) => world.make('closures', { day: '2031-05-01', name: 'Labour Day' }),
    send: () => ['POST', '/closures', { day: '2031-05-01', name: 'Ascension Day' }],
    status: 422,
    errors: ['day'],
    contains: ['The site is already closed on this day.'],
  }),
  rule({
    rule: 'at another site it may be closed, too',
    given: (world) => world.make('closures', { day: '2031-05-02', name: 'Bridge day' }),
    send: () => ['POST', '/closures', { day: '2031-05-02', name: 'Bridge day' }],
    by: 'administrator',
    status: 201,
    data: () => ({ site: { id: 1, name: 'Headquarters' } }),
  }),
  ...(['working-hours', 'closures'] as const).map((path) =>
    rule({
      rule: `technicians see ${path} and change none`,
      send: () => ['POST', `/${path}`, { ...night, day: '2031-05-03', name: 'Mine' }],
      by: 'technician',
      status: 403,
    }),
  ),
  rule({
    rule: 'technicians see them',
    send: () => ['GET', '/working-hours?weekday=fri&sort=weekday,from'],
    by: 'technician',
    status: 200,
    contains: ['Friday 22:00–06:00'],
  }),
];

describeRules('rules of closed days', rules);
