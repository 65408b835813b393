/** The measured work: the repeated request for each row of the table. */
import type { Request } from 'autocannon';
import type { BenchSite } from './bench-site.ts';

export const workNames = [
  'list',
  'middle page',
  'last page',
  'search',
  'view',
  'create',
  'update',
  'mix',
] as const;
export type WorkName = (typeof workNames)[number];

/** A request, without cookies and headers. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The number of concurrent connections. */
export function connectionsOf(work: WorkName): number {
  return work === 'mix' ? 32 : 8;
}

/**
 * The request of a work at `count`.
 *
 * @param run distinguishes runs, so that names are unique
 */
export function askFor(work: WorkName, site: BenchSite, count: number, run: string): Ask {
  switch (work) {
    case 'list':
      return get('/materials?status=down');
    case 'middle page':
      return get(`/materials?status=operational&page=${Math.floor(pages(site) / 2)}`);
    case 'last page':
      return get(`/materials?status=operational&page=${pages(site)}`);
    case 'search':
      return get(`/materials?search=${site.rareWord}`);
    case 'view':
      return get(`/materials/${rowAt(site, count)}`);
    case 'create':
      return { method: 'POST', path: '/materials', body: newMaterial(site, count, run) };
    case 'update':
      return {
        method: 'PATCH',
        path: `/materials/${rowAt(site, count)}`,
        body: { description: `Seen by ${run} for the ${count}th time` },
      };
    case 'mix':
      return mixed(site, count, run);
  }
}

/** Of twenty: nine lists, nine views, one create and one update. */
function mixed(site: BenchSite, count: number, run: string): Ask {
  const turn = count % 20;
  if (turn === 5) return askFor('create', site, count, run);
  if (turn === 15) return askFor('update', site, count, run);
  return askFor(turn % 2 === 0 ? 'list' : 'view', site, count, run);
}

function get(path: string): Ask {
  return { method: 'GET', path };
}

function pages({ operational }: BenchSite): number {
  return Math.ceil(operational / 20);
}

/** Visits rows in strides, so that consecutive requests are for distant rows. */
function rowAt({ firstMaterial, materials }: BenchSite, count: number): number {
  return firstMaterial + ((count * 7919) % materials);
}

function newMaterial({ zoneId }: BenchSite, count: number, run: string) {
  return {
    name: `Bench pump ${run} ${count}`,
    zone_id: zoneId,
    manufacturer: 'Grundfos',
    serial_number: `${run}-${count}`,
  };
}

/** A request with the headers of the browser client, as the load sends it. */
export function requestFor(ask: Ask, headers: Readonly<Record<string, string>>): Request {
  const request = { method: ask.method, path: `/api/v1${ask.path}`, headers: { ...headers } };
  if (ask.body === undefined) return request;
  return {
    ...request,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(ask.body),
  };
}
