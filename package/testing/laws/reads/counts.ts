/** Counts by every possible field, by one and in pairs, and sums, against the rows of the list. */

import { expect } from 'chai';
import { DateTime } from 'luxon';
import { isReference, scalarOf } from '../../../../engine/kinds/kind.ts';
import { heading } from '../../../../engine/message.ts';
import { filterTarget } from '../../../../engine/model/filter-target.ts';
import { countChoices, sumChoices } from '../../../../engine/model/groups.ts';
import type { FieldModel, Resource } from '../../../../engine/model/resource.ts';
import { sortKey } from '../../../../engine/values.ts';
import { describe, it, itOnce } from '../../runner.ts';
import type { Body } from '../../specimens/rules.ts';
import { missingId } from '../../world/lists.ts';
import { timezones } from '../../world/people.ts';
import type { Subject } from '../../world/subject.ts';
import { expectRefusal, expectRefusals } from './filters.ts';
import { type Model, periodOf } from './oracle.ts';

/** A row of an answer: by one, by two or by nothing. */
interface Count {
  readonly value?: unknown;
  readonly label?: string;
  readonly values?: readonly unknown[];
  readonly labels?: readonly string[];
  readonly count: number;
  readonly sums?: Readonly<Record<string, number>>;
}

export function describeCounts(subject: Subject, model: () => Model): void {
  const { resource } = subject;
  const choices = countChoices(resource);
  const sums = sumChoices(resource);
  const address = `${subject.path}/counts`;
  const zone = timezones[subject.place];

  /** The values that a row counts for: one for each of several rows that it refers to, null for none. */
  const valuesIn = (row: Body, choice: string): readonly unknown[] => {
    const [name = '', part] = choice.split('.');
    const filter = resource.filters.get(name);
    const values = filter ? model().valuesOf(resource, filter, row) : [];
    return values.map((value) => (part ? periodOf(value, part, zone) : value));
  };
  /** The groups of rows by their values, as text. */
  const grouped = (rows: readonly Body[], keys: readonly string[]): ReadonlyMap<string, Body[]> => {
    const groups = new Map<string, Body[]>();
    for (const row of rows) {
      const ways = keys.map((key) => valuesIn(row, key));
      const pairs = ways.reduce<unknown[][]>(
        (all, way) => all.flatMap((one) => way.map((v) => [...one, v])),
        [[]],
      );
      for (const pair of pairs) {
        const key = JSON.stringify(pair);
        groups.set(key, [...(groups.get(key) ?? []), row]);
      }
    }
    return groups;
  };

  describe('counts', () => {
    const read = async (query: string): Promise<Count[]> => {
      const reply = await subject.client.get(`${address}?${query}`);
      expect(reply.status, `${query}: ${reply.text.slice(0, 300)}`).to.equal(200);
      expect(reply.body).to.have.all.keys('data');
      return reply.body.data;
    };
    const expectCounts = async (keys: readonly string[], query: string, counted: readonly Body[]) => {
      const sum = sums.length > 0 ? `&sum=${sums}` : '';
      const counts = await read(`by=${keys}${sum}${query}`);
      const wanted = grouped(counted, keys);
      const shape = keys.length === 1 ? ['value', 'label'] : ['values', 'labels'];
      for (const one of counts) {
        expect(one).to.have.all.keys(...shape, 'count', ...(sums.length > 0 ? ['sums'] : []));
        const group = wanted.get(JSON.stringify(valuesOf(one))) ?? [];
        expect(one.count, JSON.stringify(one)).to.equal(group.length);
        if (one.sums) expect(one.sums).to.deep.equal(summed(group, sums));
      }
      expect(counts, `${keys}${query}: no value twice`).to.have.lengthOf(wanted.size);
      expectOrder(subject, keys, counts);
    };

    for (const choice of choices) {
      it(`by ${choice}: the values of the rows, each with its label, and each opens the rows that it counts`, async () => {
        const { rows } = subject;
        await expectCounts([choice], '', rows);
        const one = rows[Math.floor(rows.length / 2)];
        await expectCounts([choice], `&id=${one?.id}`, one ? [one] : []);
        expect(await read(`by=${choice}&id=${missingId}`)).to.deep.equal([]);
        // Those that are counted as they are written are the same.
        const plain = await read(`by=${choice}`);
        expect(plain).to.deep.equal((await read(`by=${choice}${all}`)).map(({ sums: _, ...count }) => count));
        expect(plain.length > 0).to.equal(rows.length > 0);
        for (const { value, label, count } of plain) {
          expect(label, String(value)).to.equal(labelOf(subject, model(), choice, value));
          const query = queryOf(choice, value, zone, resource);
          const reply = await subject.client.get(`${subject.path}?per_page=1&${query}`);
          expect(reply.status, `${query}: ${reply.text.slice(0, 300)}`).to.equal(200);
          expect(reply.body.meta.total, query).to.equal(count);
        }
      });
    }

    it('by two: all pairs, in both orders, and each opens the rows of both', async () => {
      const half = Math.ceil(choices.length / 2);
      // The first with the last of the first half's other half, and so on: each is one of a pair.
      for (const [at, first] of choices.slice(0, half).entries()) {
        const second = choices[half + ((at + 1) % half)] ?? choices[at + 1] ?? '';
        if (second === '' || second === first) continue;
        await expectCounts([first, second], '', subject.rows);
        await expectCounts([second, first], '', subject.rows);
        for (const { values = [], count } of (await read(`by=${first},${second}`)).slice(0, 2)) {
          const names = [first, second].map((choice, place) =>
            queryOf(choice, values[place], zone, resource),
          );
          // Two ranges of the same date only make one list if their names differ.
          if (first.split('.')[0] === second.split('.')[0]) continue;
          const reply = await subject.client.get(`${subject.path}?per_page=1&${names.join('&')}`);
          // A row has several of many: it counts once for each pair, and is in the list of each.
          expect(reply.body.meta?.total, `${names}: ${reply.text.slice(0, 200)}`).to.equal(count);
        }
      }
    });

    it('by nothing: all rows at once, and zeros if there are none', async () => {
      expect(await read('')).to.deep.equal([{ count: subject.rows.length }]);
      const [one] = subject.rows;
      expect(await read(`id=${one?.id}`)).to.deep.equal([{ count: one ? 1 : 0 }]);
      expect(await read(`id=${missingId}`)).to.deep.equal([{ count: 0 }]);
      if (sums.length === 0) return;
      const whole = { count: subject.rows.length, sums: summed(subject.rows, sums) };
      expect(await read(`sum=${sums}`)).to.deep.equal([whole]);
      expect(await read(`sum=${sums}&id=${missingId}`)).to.deep.equal([{ count: 0, sums: summed([], sums) }]);
    });

    itOnce('refuse anything else to count by or to sum', async () => {
      const [first = '', second = '', third = ''] = choices;
      const wrong = ['nonsense', 'id', '', 'created_at', 'created_at.hour', 'constructor'];
      const together = [`${first},${first}`, `${first},${second},${third}`, `${first},`, `${first},nonsense`];
      for (const value of [...wrong, ...together]) await expectRefusal(subject.client, address, 'by', value);
      const strange = ['page', 'per_page', 'sort', 'fields', 'nonsense', ...(sums.length > 0 ? [] : ['sum'])];
      await expectRefusals(
        subject.client,
        `${address}?by=created_at.day`,
        strange.map((name) => [name, '1']),
      );
      for (const value of ['nonsense', '', 'id', 'name']) {
        await expectRefusal(subject.client, `${address}?by=created_at.day`, 'sum', value);
      }
    });
  });
}

/** A filter that every row meets, of which no count is kept. */
const all = '&created_at[gte]=2000-01-01T00:00:00Z';

const valuesOf = ({ value, values }: Count): readonly unknown[] => values ?? [value];

/** The sums of some fields, exact: in millionths, as no number has more decimals. */
function summed(rows: readonly Body[], sums: readonly string[]): Record<string, number> {
  const millionths = (value: unknown) => BigInt(Math.round(Number(value ?? 0) * 1e6));
  return Object.fromEntries(
    sums.map((name) => [name, Number(rows.reduce((sum, row) => sum + millionths(row[name]), 0n)) / 1e6]),
  );
}

/** The filter that opens the rows of a count. */
function queryOf(choice: string, value: unknown, zone: string, { fields }: Resource): string {
  const [name = '', part] = choice.split('.');
  if (part === undefined || value === null) return new URLSearchParams({ [name]: String(value) }).toString();
  const unit = part as 'day' | 'week' | 'month' | 'year';
  const [from, to] = periodBounds(String(value), unit, zone);
  const isDay = !scalarOf(fields.get(name)?.facts)?.zoned;
  const bound = (at: DateTime) => (isDay ? at.toISODate() : at.toUTC().toISO()) ?? '';
  return new URLSearchParams({ [`${name}[gte]`]: bound(from), [`${name}[lt]`]: bound(to) }).toString();
}

/** A period from its first moment on, up to the first of the next. */
function periodBounds(first: string, unit: 'day' | 'week' | 'month' | 'year', zone: string) {
  const from = DateTime.fromISO(first, { zone });
  return [from, from.plus({ [unit]: 1 })] as const;
}

/** The field whose values are counted, own or far. */
function countedField({ resource, registry }: Subject, name: string): FieldModel | undefined {
  const path = resource.definition.filtersThrough?.[name];
  const [first = '', second = ''] = typeof path === 'string' ? path.split('.') : [name];
  const own = resource.fields.get(first);
  return isReference(own?.facts) && second !== '' ? registry.get(own.facts.to)?.fields.get(second) : own;
}

/** How periods are written. */
export const formats: Readonly<Record<string, string>> = {
  week: "kkkk-'W'WW",
  month: 'yyyy-MM',
  year: 'yyyy',
};

function labelOf(subject: Subject, model: Model, choice: string, value: unknown): string {
  const [name = '', part] = choice.split('.');
  if (value === null) return subject.resource.fields.get(name)?.facts.nullLabel ?? 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const target = filterTarget(subject.registry, subject.resource, name);
  if (target) return model.nameOf(target.path, value) ?? `#${value}`;
  if (part) return DateTime.fromISO(String(value)).toFormat(formats[part] ?? 'yyyy-MM-dd');
  const word = countedField(subject, name)?.values.get(String(value));
  return word ? heading(word, 'en') : String(value);
}

/** By the first, then the second: words as declared, dates in time, rows by name, texts by letter; null last. */
function expectOrder(subject: Subject, keys: readonly string[], counts: readonly Count[]): void {
  const places = counts.map((count) =>
    keys.map((key, at) =>
      placeOf(subject, key, valuesOf(count)[at], (count.labels ?? [count.label])[at] ?? ''),
    ),
  );
  const sorted = [...places].sort((a, b) => {
    for (const [at, [rank, text]] of a.entries()) {
      const [otherRank = 0, otherText = ''] = b[at] ?? [];
      if (rank !== otherRank) return rank - otherRank;
      if (text !== otherText) return text < otherText ? -1 : 1;
    }
    return 0;
  });
  expect(places, `order by ${keys}`).to.deep.equal(sorted);
}

type PlaceOf = readonly [rank: number, text: string];

/** The place of a value among those of a key. */
export function placeOf(subject: Subject, key: string, value: unknown, label: string): PlaceOf {
  const [name = ''] = key.split('.');
  if (value === null) return [1000, ''];
  if (typeof value === 'boolean') return [Number(value), ''];
  if (filterTarget(subject.registry, subject.resource, name)) return [0, sortKey(label)];
  const words = [...(countedField(subject, name)?.values.keys() ?? [])];
  return words.length > 0 ? [words.indexOf(String(value)), ''] : [0, sortKey(String(value))];
}
