/** Laws for every list of options: it has pages, and rows can be requested by their ids. */
import { expect } from 'chai';
import type { Body } from '../specimens/rules.ts';
import { allRows, idsOf } from '../world/lists.ts';
import type { Subject } from '../world/subject.ts';
import { expectRefusals } from './reads/filters.ts';

/**
 * @param rows all that the list has
 * @param strange parameters that it does not take
 */
export async function expectOptionPages(
  { client, world }: Subject,
  address: string,
  rows: readonly Body[],
  strange: readonly string[],
): Promise<void> {
  const { body } = await client.get(`${address}?per_page=1&page=2`);
  expect(body.data).to.deep.equal(rows.slice(1, 2));
  expect(body.meta).to.include({ total: rows.length, current_page: 2, per_page: 1 });
  expect(body.links.first).to.equal(`${world.service.url}/api/v1${address}?per_page=1&page=1`);
  const picked = idsOf(rows).slice(0, 2);
  const named = await allRows(client, address, `id=${picked.join(',')},2147483640`);
  expect(idsOf(named).sort()).to.deep.equal(picked.sort());
  await expectRefusals(client, address, [
    ...strange.map((name) => [name, '1'] as const),
    ['page', '0'],
    ['per_page', '101'],
    ['id', 'abc'],
  ]);
}
