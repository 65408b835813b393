/** The shape of a page: numbers and links beside the data. */

import { exactly, nullable } from '../../json-schema.ts';
import type { Query } from '../../request/query-string.ts';
import { type Static, Type } from '../../typebox.ts';
import type { AnswerRow } from '../context.ts';

const fromOne = (description: string) => Type.Integer({ minimum: 1, description });
const addressOf = (page: string) =>
  nullable(Type.String({ format: 'uri', description: `The address of the ${page} page.` }));

export const pageMeta = exactly({
  current_page: fromOne('Which page this is, from 1.'),
  from: Type.Integer({ minimum: 0, description: 'The number of the first row here; 0 on an empty page.' }),
  last_page: fromOne('The number of the last page; 1 where there are no rows.'),
  per_page: Type.Integer({ minimum: 1, maximum: 100, description: 'How many rows a page has.' }),
  to: Type.Integer({ minimum: 0, description: 'The number of the last row here; 0 on an empty page.' }),
  total: Type.Integer({ minimum: 0, description: 'How many rows there are in all.' }),
});

export const pageLinks = exactly(
  {
    first: addressOf('first'),
    last: addressOf('last'),
    prev: addressOf('previous'),
    next: addressOf('next'),
  },
  { description: 'Addresses of other pages with the same parameters; null where there is no such page.' },
);

export interface Page {
  readonly data: readonly AnswerRow[];
  readonly meta: Static<typeof pageMeta>;
  readonly links: Static<typeof pageLinks>;
}

/** The address of a page, for its links: the absolute address of the list, and the query of the request. */
interface PageAddress {
  readonly url: string;
  readonly query: Query;
}

/**
 * A page with its numbers. Links keep every query parameter; they are null for pages that do not exist. On an empty page `from`
 * and `to` are 0; `last_page` is at least 1.
 */
export function pageOf(
  data: readonly AnswerRow[],
  total: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
  address: PageAddress,
): Page {
  const last = Math.max(1, Math.ceil(total / perPage));
  const before = (page - 1) * perPage;
  const list = listAddress(address);
  const link = (number: number) => `${list}page=${number}`;
  return {
    data,
    meta: {
      current_page: page,
      from: data.length > 0 ? before + 1 : 0,
      last_page: last,
      per_page: perPage,
      to: data.length > 0 ? before + data.length : 0,
      total,
    },
    links: {
      first: link(1),
      last: link(last),
      prev: page > 1 ? link(Math.min(page - 1, last)) : null,
      next: page < last ? link(page + 1) : null,
    },
  };
}

/** The address of a list, up to the page number. */
function listAddress({ url, query }: PageAddress): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name === 'page' || value === undefined) continue;
    for (const one of [value].flat()) parameters.append(name, one);
  }
  return parameters.size > 0 ? `${url}?${parameters}&` : `${url}?`;
}
