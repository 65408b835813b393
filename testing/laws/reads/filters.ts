/** Every filter with every operator, against a plain search through the complete list. */
import { expect } from 'chai';
import { type FilterType, type RangeOperator, rangeOperators } from '../../../engine/model/filter.ts';
import { isDecimal, scaleOf } from '../../../engine/values.ts';
import { before, describe, it } from '../../runner.ts';
import type { Body } from '../../specimens/rules.ts';
import type { Client } from '../../world/client.ts';
import { allRows, idsOf } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { isInRange, type Model } from './oracle.ts';

const operators = [...rangeOperators] as RangeOperator[];

export function describeFilters(subject: Subject, model: () => Model): void {
  const { resource } = subject;
  describe('filters', () => {
    let rows: Body[];
    before(async () => {
      rows = await allRows(subject.client, subject.path);
    });

    for (const filter of resource.filters.values()) {
      const values = () => rows.map((row) => model().valuesOf(resource, filter, row));
      const expectRows = (
        query: Readonly<Record<string, string>>,
        keep: (row: readonly unknown[]) => boolean,
      ) => expectList(subject, query, rows, (row) => keep(model().valuesOf(resource, filter, row)));

      it(`${filter.name}: any of some values`, async () => {
        const known = distinct(
          values()
            .flat()
            .filter((value) => value !== null),
        );
        expect(known, `${subject.path} has values of ${filter.name}`).not.to.have.lengthOf(0);
        const picked = spread(known, 5);
        const wanted = [...picked.map((one) => [one]), picked.slice(0, 2), [picked[0], picked.at(-1)]];
        for (const some of wanted) {
          const query = { [filter.name]: distinct(some).map(String).join(',') };
          await expectRows(query, (row) => row.some((value) => some.includes(value)));
        }
        if (!filter.nullable) return;
        await expectRows({ [filter.name]: 'null' }, (row) => row.includes(null));
        const mixed = { [filter.name]: `null,${picked[0]}` };
        await expectRows(mixed, (row) => row.includes(null) || row.includes(picked[0]));
      });

      if (filter.ranges) {
        it(`${filter.name}: ranges`, async () => {
          const known = distinct(
            values()
              .flat()
              .filter((value) => value !== null),
          );
          const [low, middle, high] = spread(
            known.sort((a, b) => (isInRange(a, 'lt', b) ? -1 : 1)),
            3,
          );
          const most = high ?? middle ?? low;
          for (const operator of operators) {
            const bound = middle ?? low;
            const query = { [`${filter.name}[${operator}]`]: String(bound) };
            await expectRows(query, (row) => row.some((value) => isInRange(value, operator, bound)));
          }
          const between = {
            [`${filter.name}[gte]`]: String(low),
            [`${filter.name}[lt]`]: String(most),
          };
          await expectRows(between, (row) =>
            row.some((value) => isInRange(value, 'gte', low) && isInRange(value, 'lt', most)),
          );
        });
      }

      it(`${filter.name}: refuses what it cannot mean`, async () => {
        for (const [parameter, value] of nonsense(filter)) {
          await expectRefusal(subject.client, subject.path, parameter, value);
        }
      });
    }

    it('combines different filters with AND', async () => {
      const [row] = rows.slice(-1);
      const usable = [...resource.filters.values()].flatMap((filter) => {
        const [value] = row ? model().valuesOf(resource, filter, row) : [];
        return value === undefined || value === null ? [] : [{ filter, value }];
      });
      expect(usable.length).to.be.greaterThan(1);
      const query = Object.fromEntries(usable.map(({ filter, value }) => [filter.name, String(value)]));
      await expectList(subject, query, rows, (one) =>
        usable.every(({ filter, value }) => model().valuesOf(resource, filter, one).includes(value)),
      );
    });
  });
}

/** The list under a query holds just the rows to keep, in the order of the complete list. */
async function expectList(
  subject: Subject,
  query: Readonly<Record<string, string>>,
  rows: readonly Body[],
  keep: (row: Body) => boolean,
): Promise<void> {
  const text = new URLSearchParams({ ...query, fields: 'id' }).toString();
  const found = await allRows(subject.client, subject.path, text);
  expect(idsOf(found), JSON.stringify(query)).to.deep.equal(idsOf(rows.filter(keep)));
}

/** A parameter is refused, by its own name alone. */
export async function expectRefusal(
  client: Client,
  path: string,
  parameter: string,
  value: string,
): Promise<void> {
  const query = new URLSearchParams({ [parameter]: value }).toString();
  const reply = await client.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
  expect(reply.status, `${path} ${parameter}=${value}: ${reply.text.slice(0, 300)}`).to.equal(422);
  expect(Object.keys(reply.body.errors), reply.text).to.deep.equal([parameter]);
}

const nonsenseByKind: Readonly<Record<string, readonly string[]>> = {
  integer: ['abc', '1.5', '', '1e3', '0x1', '1,,2', '99999999999999999999'],
  boolean: ['yes', '1', 'TRUE', ''],
  enum: ['nonsense', '', 'NULL'],
  datetime: ['yesterday', '2026-01-31', '2026-02-30T00:00:00Z', ''],
  time: ['noon', '24:00', '8:00', ''],
  date: ['yesterday', '2026-02-30', ''],
  text: [''],
};

function nonsense(filter: FilterType): [string, string][] {
  const { name, kind, nullable, ranges } = filter;
  const inexact = isDecimal(kind) ? ['abc', `1.${'1'.repeat(scaleOf(kind) + 1)}`, '', '1e3'] : [];
  const values = [
    ...inexact,
    ...(nonsenseByKind[kind] ?? []),
    ...(nullable || kind === 'text' ? [] : ['null']),
  ];
  const manyValues = Array.from({ length: 101 }, (_, index) => index).join(',');
  return [
    ...values.map((value): [string, string] => [name, value]),
    [name, manyValues],
    [`${name}[like]`, '1'],
    [`${name}[]`, '1'],
    ...(ranges
      ? [[`${name}[gte]`, 'nonsense'] as [string, string], [`${name}[lt]`, 'null'] as [string, string]]
      : operators.map((operator): [string, string] => [`${name}[${operator}]`, '1'])),
  ];
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Set(values)];
}

/** Up to some values, the first and the last among them. */
function spread(values: readonly unknown[], most: number): unknown[] {
  if (values.length <= most) return [...values];
  return Array.from({ length: most }, (_, at) => values[Math.round((at * (values.length - 1)) / (most - 1))]);
}
