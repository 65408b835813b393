/** Lists as a client reads them. */
import { expect } from 'chai';
import type { Body } from '../specimens/rules.ts';
import type { Client } from './client.ts';

/** Every row of a list in its order, page by page. `query` without page and per_page. */
export async function allRows(client: Client, path: string, query = ''): Promise<Body[]> {
  const rows: Body[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const address = `${path}?per_page=100&page=${page}${query && `&${query}`}`;
    const reply = await client.get(address);
    expect(reply.status, `GET ${address}: ${reply.text.slice(0, 500)}`).to.equal(200);
    rows.push(...reply.body.data);
    last = reply.body.meta.last_page;
  }
  return rows;
}

export function idsOf(rows: readonly Body[]): number[] {
  return rows.map(({ id }) => Number(id));
}

/** A row that no table has. */
export const missingId = 2_147_483_640;
