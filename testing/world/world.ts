/** A service with rows of every resource at three sites: what the whole conformance suite runs against. */
import { expect } from 'chai';
import type { Registry, Resource } from '../../engine/model/resource.ts';
import type { Permission } from '../../engine/policy.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { rulesOf } from '../specimens/rules.ts';
import { type Body, type Place, places, Specimens, siteIds } from '../specimens/specimens.ts';
import type { Client } from './client.ts';
import { addPeople, emailOf, roleIds } from './people.ts';

/** How many rows of a resource stand at a place before the tests begin. */
const crowd: Readonly<Record<Place, number>> = { hq: 2, north: 9, south: 3 };
/** A row that no table has. */
export const missingId = 2_147_483_640;

export class World {
  readonly service: Service;
  readonly registry: Registry;
  readonly specimens: Specimens;
  readonly #everything: Readonly<Record<Place, Client>>;
  readonly #limited: Readonly<Record<Place, Client>>;

  private constructor(
    service: Service,
    registry: Registry,
    everything: Readonly<Record<Place, Client>>,
    limited: Readonly<Record<Place, Client>>,
  ) {
    this.service = service;
    this.registry = registry;
    this.#everything = everything;
    this.#limited = limited;
    this.specimens = new Specimens(registry, (place) => this.at(place));
  }

  static async start(registry: Registry, resources: string): Promise<World> {
    const service = await startService({ resources });
    await addPeople(service.database.knex);
    const signIn = async (standing: 'everything' | 'limited'): Promise<Record<Place, Client>> => ({
      hq: await service.signedIn(emailOf(standing, 'hq')),
      north: await service.signedIn(emailOf(standing, 'north')),
      south: await service.signedIn(emailOf(standing, 'south')),
    });
    const world = new World(service, registry, await signIn('everything'), await signIn('limited'));
    for (const resource of registry.values()) await world.#populate(resource);
    return world;
  }

  /** Somebody who may do everything at a place. */
  at(place: Place): Client {
    return this.#everything[place];
  }

  /** Somebody who holds these permissions at a place and no other. */
  async limitedTo(permissions: readonly string[], place: Place): Promise<Client> {
    const { knex } = this.service.database;
    await knex('role_permissions').where({ role_id: roleIds.limited }).delete();
    const rows = permissions.map((permission) => ({ role_id: roleIds.limited, permission }));
    if (rows.length > 0) await knex('role_permissions').insert(rows);
    return this.#limited[place];
  }

  /** Every permission there is but some of a resource. */
  allBut(resource: Resource, operations: readonly Permission[]): string[] {
    return [...this.registry.values()].flatMap((one) =>
      one.operations
        .filter((operation) => one !== resource || !operations.includes(operation))
        .map((operation) => `${one.name}.${operation}`),
    );
  }

  async #populate(resource: Resource): Promise<void> {
    if (!resource.operations.includes('create')) return;
    const spread = resource.scope === 'site' || typeof resource.scope === 'object';
    for (const place of spread ? places : (['hq'] as const)) {
      const count = spread ? crowd[place] : crowd.north;
      for (let variant = 0; variant < count; variant += 1) {
        const { id } = await this.specimens.make(resource, place, { variant, whole: variant % 3 !== 2 });
        const { when } = resource.definition.alternative ?? {};
        if (when && variant === 0) await this.specimens.make(resource, place, { pin: { [when]: id } });
      }
    }
    for (const place of spread ? places : []) await rulesOf(resource.path)?.populate?.(place, this.specimens);
    if (typeof resource.scope === 'object') await this.#share(resource, resource.scope.members);
  }

  /** Makes a row that belongs to both plants, and bears the mark of neither. */
  async #share(resource: Resource, { table, key }: { readonly table: string; readonly key: string }) {
    const { id } = await this.specimens.make(resource, 'hq');
    const links = [siteIds.north, siteIds.south].map((site_id) => ({ [key]: id, site_id }));
    await this.service.database.knex(table).insert(links);
  }
}

/** A resource where it is at home: what every chapter of the suite looks at. */
export class Subject {
  readonly resource: Resource;
  readonly registry: Registry;
  readonly #world: () => World;

  /** @param world the world once it has begun: tests are declared before */
  constructor(resource: Resource, registry: Registry, world: () => World) {
    this.resource = resource;
    this.registry = registry;
    this.#world = world;
  }

  get world(): World {
    return this.#world();
  }

  get specimens(): Specimens {
    return this.world.specimens;
  }

  /** Where its rows are created and changed. */
  get place(): Place {
    const { scope } = this.resource;
    return scope === 'site' || typeof scope === 'object' ? 'north' : 'hq';
  }

  /** Somebody who may do everything there. */
  get client(): Client {
    return this.world.at(this.place);
  }

  get path(): string {
    return `/${this.resource.path}`;
  }

  can(operation: Permission): boolean {
    return this.resource.operations.includes(operation);
  }

  /** Whether the other plant has rows that do not exist here. */
  get isDivided(): boolean {
    return this.resource.scope !== 'global';
  }

  /** A new row here. */
  make(...[wish]: [Parameters<Specimens['make']>[2]?]) {
    return this.specimens.make(this.resource, this.place, wish);
  }

  /** The row under an id. */
  async read(id: number, client = this.client): Promise<{ data: Body; etag: string }> {
    const reply = await client.get(`${this.path}/${id}`);
    expect(reply.status, reply.text).to.equal(200);
    return { data: reply.body.data, etag: reply.headers.etag ?? '' };
  }

  /** A row that is here already; of a resource without `create` one that the service wrote. */
  async someId(client = this.client): Promise<number> {
    const reply = await client.get(`${this.path}?sort=created_at&per_page=1`);
    expect(reply.body.data, `${this.path} has a row`).to.have.lengthOf(1);
    return reply.body.data[0].id;
  }

  /** A row of the other plant, which is not to be seen from this one. */
  async foreignId(): Promise<number> {
    const { scope } = this.resource;
    if (scope === 'self') return siteIds.south;
    // A member of the other plant may be one of this plant too: a new one is not.
    if (scope !== 'site') return (await this.specimens.make(this.resource, 'south')).id;
    return this.someId(this.world.at('south'));
  }
}

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
