/** A list in a query has the same meaning in every spelling; a parameter with one value refuses a second one. */

import { expect } from 'chai';
import { countChoices, sumChoices } from '../../../../engine/model/groups.ts';
import { sortNames } from '../../../../engine/sort.ts';
import { describe, itOnce } from '../../runner.ts';
import { idsOf, missingId } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { expectRefusal } from './filters.ts';
import type { Model } from './oracle.ts';

type Pair = readonly [name: string, value: string];
type Spelling = (name: string, values: readonly string[]) => Pair[];

const commas: Spelling = (name, values) => [[name, values.join(',')]];
const spellings: Readonly<Record<string, Spelling>> = {
  'a=1&a=2': (name, values) => values.map((value) => [name, value]),
  'a[]=1&a[]=2': (name, values) => values.map((value) => [`${name}[]`, value]),
  'a[0]=1&a[1]=2': (name, values) => values.map((value, index) => [`${name}[${index}]`, value]),
  'a=1,2&a[]=2': (name, values) => [...commas(name, values), ...commas(`${name}[]`, values.slice(-1))],
};

export function describeSpellings(subject: Subject, model: () => Model): void {
  const { resource } = subject;
  describe('lists in a query', () => {
    const read = async (
      path: string,
      lists: Readonly<Record<string, readonly string[]>>,
      spell: Spelling,
    ) => {
      const pairs = Object.entries(lists).flatMap(([name, values]) => spell(name, values));
      const address = `${path}?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]))}`;
      const reply = await subject.client.get(address);
      expect(reply.status, `${address}: ${reply.text.slice(0, 300)}`).to.equal(200);
      return { body: reply.body, pairs };
    };
    /** Every filter by the values of two rows, and everything else that takes a list. */
    const everything = () => {
      const two = [subject.rows[0], subject.rows.at(-1)].filter((row) => row !== undefined);
      const filters = [...resource.filters.values()].flatMap((filter) => {
        const values = two.flatMap((row) => model().valuesOf(resource, filter, row)).map(String);
        const unlisted = values.some((value) => value === '' || value.includes(','));
        return unlisted ? [] : [[filter.name, [...new Set(values)]] as const];
      });
      const [first, second] = sortNames(resource);
      return {
        ...Object.fromEntries(filters),
        'id[not]': [String(missingId), String(missingId + 1)],
        sort: [`-${first}`, `${second}`],
        fields: ['id', 'name'],
        with: ['can', 'etag', 'filters'],
      };
    };

    for (const [spelling, spell] of Object.entries(spellings)) {
      itOnce(`${spelling}: is a=1,2, and stays in the links`, async () => {
        const wanted = await read(subject.path, everything(), commas);
        expect(idsOf(wanted.body.data)).to.include.members(
          idsOf([subject.rows[0] ?? {}, subject.rows.at(-1) ?? {}]),
        );
        const { body, pairs } = await read(subject.path, everything(), spell);
        expect(body).to.deep.equal({ ...wanted.body, links: body.links });
        const kept = [...new URL(body.links.first).searchParams].filter(([name]) => name !== 'page');
        expect(kept.sort()).to.deep.equal(pairs.map(([name, value]) => [name, value]).sort());
      });

      itOnce(`${spelling}: is a=1,2 of counts and of options, too`, async () => {
        const counts = `${subject.path}/counts`;
        const asked = { by: countChoices(resource).slice(0, 2), sum: sumChoices(resource).slice(0, 2) };
        const lists = Object.fromEntries(Object.entries(asked).filter(([, values]) => values.length > 0));
        const mixed: Spelling = (name, values) =>
          values.length > 1 ? spell(name, values) : commas(name, values);
        // A key that is counted by twice is refused in any spelling.
        if (spelling !== 'a=1,2&a[]=2')
          expect((await read(counts, lists, mixed)).body).to.deep.equal(
            (await read(counts, lists, commas)).body,
          );
        const options = `${subject.path}/options/filter.created_by_id`;
        const id = {
          id: [...new Set(subject.rows.map((row) => String(row.created_by_id)))].filter(
            (one) => one !== 'null',
          ),
        };
        if (id.id.length === 0) return;
        const found = await read(options, id, spell);
        expect(found.body.data).to.deep.equal((await read(options, id, commas)).body.data);
      });
    }

    itOnce('are refused for a parameter with one value', async () => {
      const single = [
        'page',
        'per_page',
        'format',
        ...(resource.search ? ['search'] : []),
        'created_at[gte]',
      ];
      for (const name of single) {
        const value = name.endsWith(']') ? '2000-01-01T00:00:00Z' : name === 'format' ? 'json' : '1';
        await expectRefusal(subject.client, `${subject.path}?${name}=${value}`, name, value);
        await expectRefusal(subject.client, subject.path, `${name}[]`, value);
      }
    });
  });
}
