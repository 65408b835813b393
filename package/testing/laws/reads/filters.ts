/** Every filter with every operator, against a plain search through the complete list. */

import { expect } from 'chai';
import type { FilterType } from '../../../../engine/model/filter.ts';
import {
  compares,
  type OperatorWord,
  operator,
  operatorsOf,
  operatorWords,
  parameterOf,
  type Shown,
} from '../../../../engine/model/filter-operators.ts';
import { describe, it, itOnce } from '../../runner.ts';
import { ruleFile } from '../../specimens/rule-book.ts';
import type { Body } from '../../specimens/rules.ts';
import type { Client } from '../../world/client.ts';
import { allRows, idsOf } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import type { Model } from './oracle.ts';

export function describeFilters(subject: Subject, model: () => Model): void {
  const { resource } = subject;
  describe('filters', () => {
    for (const filter of resource.filters.values()) {
      const values = () => subject.rows.map((row) => model().valuesOf(resource, filter, row));
      const expectRows = (
        query: Readonly<Record<string, string>>,
        keep: (row: readonly Shown[]) => boolean,
      ) => expectList(subject, query, (row) => keep(model().valuesOf(resource, filter, row)));

      const known = () => distinct(values().flat()).filter((value) => value !== null);

      for (const word of operatorsOf(filter)) {
        it(parameterOf(filter.name, word), async () => {
          expect(
            known(),
            `${subject.path} has values of ${filter.name} (${ruleFile(resource)} can define with \`populate\` how they are created)`,
          ).not.to.have.lengthOf(0);
          for (const given of asked(filter, word, known())) {
            const query = { [parameterOf(filter.name, word)]: given.map(String).join(',') };
            await expectRows(query, (row) => operator(word).holds(row, given));
          }
        });
      }

      if (filter.ordered) {
        it(`${filter.name}: from one value up to another`, async () => {
          const sorted = known().sort((a, b) => (compares(a, 'lt', b) ? -1 : 1));
          const [low = null, high = null] = [sorted[0], sorted.at(-1)];
          const between = { [`${filter.name}[gte]`]: String(low), [`${filter.name}[lt]`]: String(high) };
          await expectRows(between, (row) =>
            row.some((value) => compares(value, 'gte', low) && compares(value, 'lt', high)),
          );
        });
      }
    }

    itOnce('refuse what they cannot mean, each by its own name', () =>
      expectRefusals(subject.client, subject.path, [...resource.filters.values()].flatMap(nonsense)),
    );

    it('combines different filters with AND', async () => {
      const [row] = subject.rows.slice(-1);
      const usable = [...resource.filters.values()].flatMap((filter) => {
        const [value] = row ? model().valuesOf(resource, filter, row) : [];
        return value === undefined || value === null ? [] : [{ filter, value }];
      });
      expect(usable.length).to.be.greaterThan(1);
      const query = Object.fromEntries(usable.map(({ filter, value }) => [filter.name, String(value)]));
      await expectList(subject, query, (one) =>
        usable.every(({ filter, value }) => model().valuesOf(resource, filter, one).includes(value)),
      );
    });
  });
}

/** The list under a query has exactly the rows to keep, in the order of the complete list. */
async function expectList(
  subject: Subject,
  query: Readonly<Record<string, string>>,
  keep: (row: Body) => boolean,
): Promise<void> {
  const text = new URLSearchParams({ ...query, fields: 'id' }).toString();
  const found = await allRows(subject.client, subject.path, text);
  expect(idsOf(found), JSON.stringify(query)).to.deep.equal(idsOf(subject.rows.filter(keep)));
}

/** A parameter is refused, by its own name only. */
export function expectRefusal(client: Client, path: string, parameter: string, value: string): Promise<void> {
  return expectRefusals(client, path, [[parameter, value]]);
}

/** Parameters are refused, each by its own name. As many are sent at once as have different names, for a refusal names all. */
export async function expectRefusals(
  client: Client,
  path: string,
  wrong: readonly (readonly [parameter: string, value: string])[],
): Promise<void> {
  const rounds: Record<string, string>[] = [];
  for (const [parameter, value] of wrong) {
    const name = parameter.replace(/\[\]$/, '');
    const round = rounds.find(
      (one) => !(name in one || `${name}[]` in one) && Object.keys(one).length < mostAtOnce,
    );
    if (round) round[parameter] = value;
    else rounds.push(Object.assign(Object.create(null), { [parameter]: value }));
  }
  for (const round of rounds) {
    const query = new URLSearchParams(round).toString();
    const reply = await client.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
    expect(reply.status, `${path} ${query}: ${reply.text.slice(0, 300)}`).to.equal(422);
    expect(Object.keys(reply.body.errors).sort(), `${query}: ${reply.text}`).to.deep.equal(
      Object.keys(round).sort(),
    );
  }
}

/** Parameters of one address: more make it too long. */
const mostAtOnce = 12;

const nonsenseByKind: Readonly<Record<string, readonly string[]>> = {
  integer: ['abc', '1.5', '', '1e3', '0x1', '1,,2', '99999999999999999999'],
  boolean: ['yes', '1', 'TRUE', ''],
  enum: ['nonsense', '', 'NULL'],
  datetime: ['yesterday', '2026-01-31', '2026-02-30T00:00:00Z', ''],
  time: ['noon', '24:00', '8:00', ''],
  date: ['yesterday', '2026-02-30', ''],
  text: [''],
};

/** The values for a filter and an operator: from its rows, one value and several. */
function asked(filter: FilterType, word: OperatorWord, known: readonly Shown[]): (readonly Shown[])[] {
  const { takes, ask = (one: Shown) => one } = operator(word);
  if (takes === 'flag') return [[true], [false]];
  const sorted = [...known].sort((a, b) => (compares(a, 'lt', b) ? -1 : 1));
  const picked = spread(sorted, 5).map(ask);
  if (takes === 'value')
    return picked
      .slice(1, 4)
      .concat(picked.slice(0, 1))
      .map((one) => [one]);
  const [first = null, ...others] = picked;
  const none = filter.nullable ? [[null], [null, first]] : [];
  const several = [picked.slice(0, 2), [first, others.at(-1) ?? first]];
  return [...picked.map((one) => [one]), ...several.map(distinct), ...none];
}

function nonsense(filter: FilterType): [string, string][] {
  const { name, scalar, nullable } = filter;
  const inexact = scalar.scale ? ['abc', `1.${'1'.repeat(scalar.scale + 1)}`, '', '1e3'] : [];
  const values = [
    ...inexact,
    ...(nonsenseByKind[scalar.type] ?? []),
    ...(nullable || scalar.query.parse('null', undefined) !== undefined ? [] : ['null']),
  ];
  const manyValues = Array.from({ length: 101 }, (_, index) => index).join(',');
  const known = operatorsOf(filter);
  return [
    ...values.map((value): [string, string] => [name, value]),
    [name, manyValues],
    [`${name}[like]`, '1'],
    [`${name}[any]`, '1'],
    ...(filter.ordered ? [[`${name}[gte][]`, '1'] as [string, string]] : []),
    ...known.map((word): [string, string] => [parameterOf(name, word), '']),
    ...operatorWords
      .filter((word) => !known.includes(word))
      .map((word): [string, string] => [parameterOf(name, word), '1']),
  ];
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** Up to some values, the first and the last among them. */
function spread<Value>(values: readonly Value[], most: number): Value[] {
  if (values.length <= most) return [...values];
  const places = Array.from({ length: most }, (_, at) => Math.round((at * (values.length - 1)) / (most - 1)));
  return values.filter((_, at) => places.includes(at));
}
