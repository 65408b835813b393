/** Rows in calendars: what a definition can get wrong of it. */

import { expect } from 'chai';
import { describeFinding } from '../../../../../engine/check/subject.ts';
import { type AnyDefinition, defineResource } from '../../../../../engine/definition/definition.ts';
import { Nullable } from '../../../../../engine/definition/field.ts';
import { BelongsTo, ManyToMany } from '../../../../../engine/kinds/constructors.ts';
import { Enum } from '../../../../../engine/kinds/scalars/enum.ts';
import { Instant } from '../../../../../engine/kinds/scalars/instant.ts';
import { Minutes } from '../../../../../engine/kinds/scalars/integer.ts';
import { Text } from '../../../../../engine/kinds/scalars/text.ts';
import { checkDefinitions } from '../../../../harness/check-definitions.ts';

const bare = { operations: ['list', 'view'], sort: ['name'], defaultSort: 'name' } as const;
const people = defineResource({
  ...{ name: 'person', path: 'people', table: 'people', scope: 'global', ...bare, fields: { name: Text() } },
});
const fields = {
  name: Text(),
  at: Instant(),
  noted_at: Instant(),
  length: Nullable(Minutes()),
  state: Enum(['open', 'off']),
  visit_id: Nullable(BelongsTo('visits')),
  guest_ids: ManyToMany('people', { table: 'visit_guests', own: 'visit_id', other: 'person_id' }),
};
const visits = (feed: AnyDefinition['feed'], parts: Partial<AnyDefinition> = {}): AnyDefinition => ({
  ...{
    name: 'visit',
    path: 'visits',
    table: 'visits',
    scope: 'site' as const,
    ...bare,
    sort: ['name', 'at'],
    fields,
  },
  ...(feed && { feed }),
  ...parts,
});

const findingsOf = (definition: AnyDefinition) =>
  checkDefinitions(
    [people, definition].map((one) => ({ file: `${one.path}.ts`, definition: one })),
    { sites: 'people', users: 'people' },
  ).map(describeFinding);

const whole = {
  ...{ from: ['at'], minutes: 'length', canceled: { state: 'off' }, where: { at: { not: null } } },
  ...{ own: 'guest_ids', place: 'visit_id', next: 'visit_id', tentative: true as const },
};

const wrong: readonly (readonly [AnyDefinition, string])[] = [
  [visits({ from: [] }), 'feed.from: names no field.'],
  [visits({ from: 'name' }), 'feed.from: “name” is no moment'],
  [
    visits({ from: ['at', 'noted_at'] }),
    'feed.from: “noted_at” is no moment that lists are sorted by. Use one of: at.',
  ],
  [visits({ from: 'at', minutes: 'name' }), 'feed.minutes: “name” is no whole number.'],
  [visits({ from: 'at', canceled: { state: 'gone' } }), 'feed.canceled: “gone” is no value of “state”.'],
  [visits({ from: 'at', where: { size: 1 } }), 'feed.where: visits has no field “size”.'],
  [visits({ from: 'at', place: 'guest_ids' }), 'feed.place: “guest_ids” is no reference to a row.'],
  [visits({ from: 'at', next: 'at' }), 'feed.next: “at” is no reference to a row.'],
  [visits({ from: 'at', own: 'visit_id' }), 'feed.own: “visit_id” leads to no users.'],
  [visits({ from: 'at', own: 'visit_id.name' }), 'feed.own: “visit_id.name” leads to no users.'],
  [visits({ from: 'at' }, { operations: ['view'] }), 'feed: shows rows that nobody can list.'],
  [visits({ from: 'at' }, { scope: 'own' }), 'feed: shows rows of a site'],
];

describe('the check of rows in calendars', () => {
  it('finds nothing wrong in what is sound, of a row that it refers to as well', () => {
    expect(findingsOf(visits(whole))).to.deep.equal([]);
    expect(findingsOf(visits({ from: 'at', own: 'visit_id.guest_ids' }))).to.deep.equal([]);
  });

  for (const [definition, told] of wrong) {
    it(`tells of ${told}`, () => {
      const found = findingsOf(definition).filter((one) => one.startsWith(`visits.ts, ${told}`));
      expect(found, findingsOf(definition).join('\n')).to.have.lengthOf(1);
    });
  }
});
