/** Random requests to one endpoint of the registry, by a person of the demo data. */

import fc from 'fast-check';
import { routesOf } from '../../../engine/features/index.ts';
import { isNested } from '../../../engine/kinds/kind.ts';
import type { Registry, Resource } from '../../../engine/model/resource.ts';
import type { Route } from '../../../engine/serve/route.ts';
import { bodyText, likelyBody } from './body.ts';
import type { Pool } from './pool.ts';
import { escaped, queryFor } from './query.ts';
import { anyJson, anyText } from './values.ts';

/** The people, and their sites. */
export const people = {
  administrator: { email: 'admin@demo.test', site: 1 },
  manager: { email: 'manager@demo.test', site: 2 },
  technician: { email: 'technician@demo.test', site: 2 },
  viewer: { email: 'viewer@demo.test', site: 3 },
} as const;
export type Who = keyof typeof people;

/** A sent request: a failing search prints it. */
export interface Asked {
  readonly who: Who;
  readonly method: string;
  /** From the root. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** An action of a resource, and how its path is made. */
export interface Endpoint {
  readonly resource: Resource;
  readonly route: Route;
}

export const prefix = '/api/v1';

export function endpointsOf(registry: Registry): Endpoint[] {
  return [...registry.values()].flatMap((resource) =>
    routesOf(resource).map((route) => ({ resource, route })),
  );
}

/** Half of the people have the permission; the others are refused. */
function askers(resource: Resource): fc.Arbitrary<Who> {
  const [first, second] =
    resource.scope === 'global' || resource.scope === 'self'
      ? (['administrator', 'manager'] as const)
      : (['manager', 'administrator'] as const);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(first) },
    { weight: 2, arbitrary: fc.constant(second) },
    { weight: 1, arbitrary: fc.constantFrom('technician' as const, 'viewer' as const) },
  );
}

/** Last parts of a path in place of an id. */
const oddIds = [
  '0',
  '-1',
  '01',
  '1.5',
  '1e1',
  '+1',
  '2147483647',
  '2147483648',
  '9'.repeat(60),
  'null',
  'NaN',
  'counts',
  'options',
  '%31',
  '%00',
  '%',
  '%zz',
  '%E0%A4%A',
  '%2F',
  '..',
  '%2e%2e',
  '1;2',
  '1,2',
  "1'",
  '__proto__',
  'constructor',
  '*',
  ':id',
];

function pathOf({ resource, route }: Endpoint, pool: Pool, site: number): fc.Arbitrary<string> {
  const base = `${prefix}/${resource.path}`;
  const id = fc.oneof(
    { weight: 8, arbitrary: pool.ids(resource.path, site).map(String) },
    { weight: 1, arbitrary: fc.constantFrom(...oddIds) },
  );
  const field = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...referring(resource)) },
    { weight: 1, arbitrary: fc.constantFrom('name', '__proto__', 'constructor', ...oddIds) },
  );
  return fc
    .tuple(id, field)
    .map(([one, other]) => base + route.path.replace(':id', () => one).replace(':field', () => other));
}

function referring(resource: Resource): string[] {
  const names = [...resource.fields.values()]
    .filter(({ facts }) => 'to' in facts || isNested(facts))
    .map(({ name }) => name);
  return names.length > 0 ? names : ['name'];
}

/** Text that is valid in a header: Node refuses anything else. */
const headerText = fc.oneof(
  anyText.map((text) => escaped(text).slice(0, 300)),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 20,
  }),
);

const tags = ['*', '"1-', '"1-x"', '"1-AAAAAAAAAAAAAAAA"', 'W/"1-x"', '"2-x", "1-x"', '""', '1', ',,,', '"'];
const types = [
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'application/json; charset=latin1',
  'application/JSON',
  'application/vnd.api+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'json',
  '/',
];
const accepts = [
  '*/*',
  'text/html',
  'text/csv',
  'text/csv;q=0.5, application/json',
  'application/json;q=0',
  'image/png',
  ';;;',
  '*',
];

/** Headers by name, each of which is sometimes present. */
export function headersOf(sends: boolean): fc.Arbitrary<Record<string, string>> {
  const among = (values: readonly string[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: headerText });
  const known: Readonly<Record<string, fc.Arbitrary<string>>> = {
    'If-Match': among(tags),
    'If-None-Match': among(tags),
    'Idempotency-Key': among(['a', 'b', 'x'.repeat(255), 'x'.repeat(256), '0', ' ']),
    Prefer: among(['dry-run', 'DRY-RUN, wait=1', 'return=minimal', 'dry-run=?', ',']),
    Accept: among(accepts),
    'Accept-Language': among(['fr', 'de;q=0.9', '*']),
    'X-Request-Id': among(['abcdefgh', 'x', 'x'.repeat(65), '../../etc']),
    ...(sends
      ? { 'Content-Type': among(types), 'Content-Encoding': among(['identity', 'gzip', 'br', 'x']) }
      : {}),
  };
  const one = fc
    .constantFrom(...Object.keys(known))
    .chain((name) => (known[name] ?? headerText).map((value) => [name, value] as const));
  const some = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(one, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }) },
  );
  return some.map((entries) => Object.fromEntries(entries));
}

/** The body of an own action, a create or an update. */
function bodyOf({ resource, route }: Endpoint, pool: Pool, site: number): fc.Arbitrary<string | undefined> {
  if (route.method === 'get' || route.method === 'delete') {
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: bodyText(anyJson) },
    );
  }
  const action = resource.actions.get(route.name);
  const fields = [...(action?.input ?? resource.fields).values()].filter(({ facts }) => !facts.readOnly);
  return bodyText(likelyBody(fields, pool, site, route.name === 'update' ? 'update' : 'create'));
}

/** Random requests to an endpoint. */
export function requestsTo(endpoint: Endpoint, pool: Pool): fc.Arbitrary<Asked> {
  const { resource, route } = endpoint;
  const method = route.method.toUpperCase();
  return askers(resource).chain((who) => {
    const { site } = people[who];
    const path = fc
      .tuple(pathOf(endpoint, pool, site), queryFor(resource, route.name))
      .map((parts) => parts.join(''));
    const body = bodyOf(endpoint, pool, site);
    const parts = fc.record({ path, headers: headersOf(method === 'POST' || method === 'PATCH'), body });
    return parts.map((sent) => ({ who, method, ...sent }));
  });
}

/** Random batches: operations like the requests above, some of them invalid. */
export function batches(registry: Registry, pool: Pool): fc.Arbitrary<Asked> {
  const writing = endpointsOf(registry).filter(({ route }) => route.method !== 'get');
  const operation = fc.constantFrom(...writing).chain((endpoint) => {
    const fields = [...endpoint.resource.fields.values()].filter(({ facts }) => !facts.readOnly);
    const site = people.manager.site;
    const body = likelyBody(fields, pool, site, endpoint.route.name === 'update' ? 'update' : 'create');
    const all = fc.record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(endpoint.route.method.toUpperCase()) },
        { weight: 1, arbitrary: anyJson },
      ),
      path: fc.oneof(
        { weight: 9, arbitrary: pathOf(endpoint, pool, site).map((path) => path.slice(prefix.length)) },
        {
          weight: 1,
          arbitrary: fc.oneof(
            anyJson,
            fc.constantFrom('/batch', '/user', '//', 'http://x/zones', '/zones?fields=id', '/zones?%ff=%'),
          ),
        },
      ),
      body: endpoint.route.method === 'delete' ? fc.constant(null) : body,
      if_match: fc.oneof(
        { weight: 6, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: anyJson },
        { weight: 1, arbitrary: fc.constantFrom(...tags) },
      ),
    });
    return fc.oneof({ weight: 12, arbitrary: all }, { weight: 1, arbitrary: anyJson });
  });
  const operations = fc.oneof(
    { weight: 9, arbitrary: fc.array(operation, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: anyJson },
  );
  return fc.record({
    who: fc.constantFrom('manager' as const, 'manager' as const, 'administrator' as const, 'viewer' as const),
    method: fc.constant('POST'),
    path: fc.constant(`${prefix}/batch`),
    // All of it is rolled back: a batch may delete anyone.
    headers: headersOf(true).map((headers) => ({ ...headers, Prefer: 'dry-run' })),
    body: bodyText(fc.record({ operations })),
  });
}

/** Whether a request could change the people of the test, their roles or their sites. */
export function touchesPeople({ method, path }: Asked): boolean {
  return (method === 'PATCH' || method === 'DELETE') && /^\/api\/v1\/(users|roles|sites)\//.test(path);
}
