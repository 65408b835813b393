/** What is wrong in the facts that a definition has people told. */

import { expect } from 'chai';
import { defineResource } from '../../../../../engine/definition/definition.ts';
import { Nullable, Personal } from '../../../../../engine/definition/field.ts';
import { BelongsTo, Case, Enum, Instant, Integer, Text } from '../../../../../engine/index.ts';
import { loadDefinitions } from '../../../../../engine/model/compile.ts';
import { resourcesFolder } from '../../../../../service/project/project.ts';
import { systemPaths } from '../../../../../service/project/registry.ts';
import { checkDefinitions } from '../../../../harness/check-definitions.ts';

const words = { to: 'lender_id', channel: 'page', label: 'Late', says: '{name} is late.' } as const;

describe('notices of a definition', () => {
  let others: Awaited<ReturnType<typeof loadDefinitions>>;
  before(async () => {
    others = await loadDefinitions(resourcesFolder);
  });

  const wrongIn = (notices: Readonly<Record<string, object>>): string[] => {
    const definition = defineResource({
      ...{
        name: 'tool',
        path: 'tools',
        table: 'tools',
        scope: 'site',
        operations: ['list', 'view', 'create', 'update'],
      },
      fields: {
        name: Text(),
        state: Enum(['ready', 'lent']),
        pieces: Integer(),
        borrower: Nullable(Personal(Text())),
        due_at: Nullable(Instant()),
        lender_id: Nullable(BelongsTo('users')),
        shelf_id: Nullable(BelongsTo('zones')),
        level: Case([['low', { pieces: 1 }]], 'ok'),
      },
      sort: ['name'],
      defaultSort: 'name',
    });
    // What the compiler would refuse as well.
    const given = Object.assign({}, definition, { notices });
    return checkDefinitions([...others, { file: 'tools.ts', definition: given }], systemPaths).map(
      ({ key, problem }) => `${key}: ${problem}`,
    );
  };

  it('are sound on each of their grounds', () => {
    expect(
      wrongIn({
        lost: { ...words, when: { state: 'lent', pieces: 0 }, to: [{ holders: 'update' }, 'lender_id'] },
        low: { ...words, worsens: 'level', to: { holders: 'zone.update' } },
        given: { ...words, joins: 'lender_id', while: { state: 'lent' } },
        late: { ...words, at: ['due_at'], before: ['7 days', '12 hours'], says: '{name} {pieces} {at}' },
        gone: { ...words, at: 'due_at', passed: { pieces: { not: 0 } } },
        taken: { ...words, told: ['by'], says: '{name} {by}' },
      }),
    ).to.deep.equal([]);
  });

  const wrong: readonly (readonly [notices: Readonly<Record<string, object>>, told: string])[] = [
    [{ 'Low-stock': { ...words, at: 'due_at' } }, 'notices.Low-stock: “Low-stock” is no name of a notice.'],
    [{ update: { ...words, at: 'due_at' } }, 'notices.update: “update” is what the history calls a write.'],
    [{ a: words }, 'notices.a: stands on nothing.'],
    [{ a: { ...words, at: 'due_at', when: { pieces: 0 } } }, 'notices.a: stands on when and at.'],
    [{ a: { ...words, told: ['by'], says: '{at}' } }, 'notices.a.says: a row has no “at” that can be told.'],
    [{ a: { ...words, when: { piece: 0 } } }, 'notices.a.when: tools has no field “piece”.'],
    [
      { a: { ...words, worsens: 'pieces' } },
      'notices.a.worsens: “pieces” has no values of which one is worse.',
    ],
    [{ a: { ...words, worsens: 'state', from: 'gone' } }, 'notices.a.from: “gone” is no value of it.'],
    [{ a: { ...words, joins: 'shelf_id' } }, 'notices.a.joins: “shelf_id” refers to no people.'],
    [{ a: { ...words, at: 'state' } }, 'notices.a.at: “state” is no moment.'],
    [
      { a: { ...words, at: 'due_at', before: ['1 week'] } },
      'notices.a.before: “1 week” is no time of up to a year.',
    ],
    [
      { a: { ...words, at: 'due_at', before: ['1 day'], passed: { pieces: 0 } } },
      'notices.a.passed: is of the moment itself, not of a time before it.',
    ],
    [{ a: { ...words, at: 'due_at', to: 'shelf_id' } }, 'notices.a.to: “shelf_id” refers to no people.'],
    [
      { a: { ...words, at: 'due_at', to: { holders: 'lend' } } },
      'notices.a.to.holders: the resource has no operation and no permission “lend”.',
    ],
    [
      { a: { ...words, at: 'due_at', to: { holders: 'toool.update' } } },
      'notices.a.to.holders: there is no resource “toool”.',
    ],
    [
      { a: { ...words, when: { pieces: 0 }, says: '{name} {at}' } },
      'notices.a.says: a row has no “at” that can be told.',
    ],
    [
      { a: { ...words, when: { pieces: 0 }, says: '{name} {borrower}' } },
      'notices.a.says: a row has no “borrower” that can be told.',
    ],
    [{ a: { at: 'due_at', to: 'lender_id', channel: 'page', says: 'x' } }, 'notices.a.label: is missing.'],
  ];
  for (const [notices, told] of wrong) {
    it(`are refused where ${told}`, () => {
      expect(wrongIn(notices)).to.deep.equal([told]);
    });
  }
});
