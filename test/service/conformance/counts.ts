/** Counts by everything that can be counted by, against the rows of the list. */
import { expect } from 'chai';
import { DateTime } from 'luxon';
import { countChoices } from '../../../engine/model/groups.ts';
import type { Resource } from '../../../engine/model/resource.ts';
import type { Body } from '../../harness/specimen.ts';
import { expectRefusal } from './filters.ts';
import { type Model, periodOf } from './model.ts';
import { timezones } from './people.ts';
import { allRows, type Subject } from './world.ts';

interface Count {
  readonly value: unknown;
  readonly count: number;
}

export function describeCounts(subject: Subject, model: () => Model): void {
  const { resource } = subject;
  const choices = countChoices(resource);
  const address = `${subject.path}/counts`;

  /** What a row counts as: once for each of several rows that it refers to, null for none. */
  const valuesIn = (row: Body, choice: string): readonly unknown[] => {
    const [name = '', part] = choice.split('.');
    const filter = resource.filters.get(name);
    const values = filter ? model().valuesOf(resource, filter, row) : [];
    return values.map((value) => (part ? periodOf(value, part, timezones[subject.place]) : value));
  };
  const expected = (rows: readonly Body[], choice: string): ReadonlyMap<unknown, number> => {
    const counts = new Map<unknown, number>();
    for (const row of rows) {
      for (const value of valuesIn(row, choice)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return counts;
  };

  describe('counts', () => {
    let rows: Body[];
    before(async () => {
      rows = await allRows(subject.client, subject.path);
    });
    const read = async (query: string): Promise<Count[]> => {
      const reply = await subject.client.get(`${address}?${query}`);
      expect(reply.status, `${query}: ${reply.text.slice(0, 300)}`).to.equal(200);
      expect(reply.body).to.have.all.keys('data');
      return reply.body.data;
    };
    const expectCounts = async (choice: string, query: string, counted: readonly Body[]) => {
      const counts = await read(`by=${choice}${query}`);
      const wanted = expected(counted, choice);
      expect(new Map(counts.map(({ value, count }) => [value, count])), choice).to.deep.equal(wanted);
      expect(counts, 'no value twice').to.have.lengthOf(wanted.size);
      expectOrder(subject, choice, counts);
    };

    for (const choice of choices) {
      it(`by ${choice}`, async () => {
        await expectCounts(choice, '', rows);
        const one = rows[Math.floor(rows.length / 2)];
        await expectCounts(choice, `&id=${one?.id}`, one ? [one] : []);
        expect(await read(`by=${choice}&id=2147483640`)).to.deep.equal([]);
      });
    }

    for (const choice of choices) {
      it(`by ${choice}: each value opens the rows that it counts`, async () => {
        const counts = await read(`by=${choice}`);
        const step = Math.max(1, Math.floor(counts.length / opened));
        // A null stands apart from what comes in order.
        const tried = counts.filter(({ value }, at) => at % step === 0 || value === null);
        for (const { value, count } of tried) {
          const query = queryOf(choice, value, timezones[subject.place], resource);
          const reply = await subject.client.get(`${subject.path}?per_page=1&${query}`);
          expect(reply.status, `${query}: ${reply.text.slice(0, 300)}`).to.equal(200);
          expect(reply.body.meta.total, query).to.equal(count);
        }
        expect(tried.length > 0).to.equal(rows.length > 0);
      });
    }

    it('refuse anything else to count by', async () => {
      for (const value of ['nonsense', 'id', '', 'created_at', 'created_at.hour', 'constructor']) {
        await expectRefusal(subject.client, address, 'by', value);
      }
      for (const name of ['page', 'per_page', 'sort', 'fields', 'nonsense']) {
        await expectRefusal(subject.client, `${address}?by=created_at.day`, name, '1');
      }
      const reply = await subject.client.get(address);
      expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['by']]);
    });
  });
}

/** How many values of a chart are opened, about. */
const opened = 8;

/** The filter that opens what a count counts. */
function queryOf(choice: string, value: unknown, zone: string, { fields }: Resource): string {
  const [name = '', part] = choice.split('.');
  if (part === undefined || value === null) return new URLSearchParams({ [name]: String(value) }).toString();
  const unit = part as 'day' | 'week' | 'month' | 'year';
  const [from, to] = periodBounds(String(value), unit, zone);
  const isDay = fields.get(name)?.facts.kind === 'date';
  const bound = (at: DateTime) => (isDay ? at.toISODate() : at.toUTC().toISO()) ?? '';
  return new URLSearchParams({ [`${name}[gte]`]: bound(from), [`${name}[lt]`]: bound(to) }).toString();
}

/** A period from its first moment on, up to the first of the next. */
function periodBounds(first: string, unit: 'day' | 'week' | 'month' | 'year', zone: string) {
  const from = DateTime.fromISO(first, { zone });
  return [from, from.plus({ [unit]: 1 })] as const;
}

/** Words come in the order of their declaration, dates in time, other values by how many there are. */
function expectOrder({ resource }: Subject, choice: string, counts: readonly Count[]): void {
  const [name = '', part] = choice.split('.');
  const facts = resource.fields.get(name)?.facts;
  const words = facts && 'values' in facts ? facts.values : undefined;
  if (part) {
    const texts = counts.map(({ value }) => String(value ?? ''));
    expect(texts).to.deep.equal([...texts].sort());
  } else if (words) {
    const order = counts.map(({ value }) => words.indexOf(String(value)));
    expect(order).to.deep.equal([...order].sort((a, b) => a - b));
  } else {
    const order = counts.map(({ count }) => count);
    expect(order).to.deep.equal([...order].sort((a, b) => b - a));
  }
}
