/** A service with people and rows at three sites, for the whole suite. */
import { permissionNames } from '../../../auth/index.ts';
import { referredPath } from '../../../engine/kinds/kind.ts';
import type { Registry, Resource } from '../../../engine/model/resource.ts';
import type { Permission } from '../../../engine/policy.ts';
import { findMissingRules } from '../specimens/foreseen.ts';
import { type RuleBook, ruleFile } from '../specimens/rule-book.ts';
import { type Body, isSpread, type Place, places, roleIds, siteIds } from '../specimens/rules.ts';
import { Specimens } from '../specimens/specimens.ts';
import { actionBody, rowFor } from '../specimens/walks.ts';
import type { Client } from './client.ts';
import type { DatabaseMaker } from './database.ts';
import { addPeople, emailOf, type Standing } from './people.ts';
import { type Service, serve } from './service.ts';

/** The number of rows of a resource at a place before the tests begin. */
const crowd: Readonly<Record<Place, number>> = { hq: 2, north: 9, south: 3 };

type Clients = Readonly<Record<Place, Client>>;

export class World {
  readonly service: Service;
  readonly registry: Registry;
  readonly rules: RuleBook;
  readonly specimens: Specimens;
  /** Why rows of a resource cannot be made, by its path: the others are still tested. */
  readonly untold: Map<string, Error> = new Map();
  readonly #clients: Readonly<Record<Standing, Clients>>;

  private constructor(
    service: Service,
    registry: Registry,
    rules: RuleBook,
    clients: Readonly<Record<Standing, Clients>>,
  ) {
    this.service = service;
    this.registry = registry;
    this.rules = rules;
    this.#clients = clients;
    this.specimens = new Specimens(registry, rules, (place) => this.at(place));
  }

  /** Starts the service with people, and makes rows of some resources: `untold` has those of which none can be made. */
  static async start(
    registry: Registry,
    rules: RuleBook,
    resources: readonly Resource[],
    makeDatabase: DatabaseMaker,
  ): Promise<World> {
    const database = await makeDatabase();
    const service = await serve(database);
    try {
      await addPeople(database.knex);
      const signIn = async (standing: Standing): Promise<Clients> => ({
        hq: await service.signedIn(emailOf(standing, 'hq')),
        north: await service.signedIn(emailOf(standing, 'north')),
        south: await service.signedIn(emailOf(standing, 'south')),
      });
      const clients = { everything: await signIn('everything'), limited: await signIn('limited') };
      const world = new World(service, registry, rules, clients);
      await world.#fill(withSources(registry, resources));
      return world;
    } catch (error) {
      await service.stop();
      await database.drop();
      throw error;
    }
  }

  /** Ends it, and takes the database away. */
  async stop(): Promise<void> {
    await this.service.stop();
    await this.service.database.drop();
  }

  /** A user with all permissions at a place. */
  at(place: Place): Client {
    return this.#clients.everything[place];
  }

  /** A user who only has these permissions at a place. */
  async limitedTo(permissions: readonly string[], place: Place): Promise<Client> {
    const { knex } = this.service.database;
    await knex('role_permissions').where({ role_id: roleIds.limited }).delete();
    const rows = permissions.map((permission) => ({ role_id: roleIds.limited, permission }));
    if (rows.length > 0) await knex('role_permissions').insert(rows);
    return this.#clients.limited[place];
  }

  /** Does something while a limited user belongs to no site. */
  async withoutSite(place: Place, work: () => Promise<void>): Promise<void> {
    const { knex } = this.service.database;
    const ofRole = { role_id: roleIds.limited };
    const person = knex('users')
      .where({ email: emailOf('limited', place) })
      .select('id');
    const membership = await knex('memberships').whereIn('user_id', person).first();
    await knex('membership_roles').where({ membership_id: membership.id }).delete();
    await knex('memberships').where({ id: membership.id }).delete();
    try {
      await work();
    } finally {
      await knex('memberships').insert(membership);
      await knex('membership_roles').insert({ ...ofRole, membership_id: membership.id });
    }
  }

  /** All permissions except some of a resource. */
  allBut(resource: Resource, operations: readonly Permission[]): string[] {
    return permissionNames([...this.registry.values()]).filter(
      (name) => !operations.some((one) => name === `${resource.name}.${one}`),
    );
  }

  /** Makes rows of resources, at every site for those that belong to one. */
  async #fill(resources: readonly Resource[]): Promise<void> {
    for (const resource of resources) {
      await this.#populate(resource).catch((error: unknown) => {
        const [missing] = findMissingRules(this.registry, this.rules, [resource]);
        const told = missing && `${missing.file} ${missing.problem} ${missing.remedy}`;
        this.untold.set(resource.path, told ? new Error(told, { cause: error }) : asError(error));
      });
    }
    for (const resource of resources) {
      if (!resource.operations.includes('viewAny') || this.untold.has(resource.path)) continue;
      const { body } = await this.at('hq').get(`/${resource.path}?per_page=1`);
      if (body.data.length > 0) continue;
      const asked = `must define with \`populate\` how rows of ${resource.path} are created.`;
      this.untold.set(resource.path, new Error(`${ruleFile(resource)} ${asked}`));
    }
  }

  async #populate(resource: Resource): Promise<void> {
    const spread = isSpread(resource.scope);
    const here = spread ? places : (['hq'] as const);
    if (resource.operations.includes('create')) {
      for (const place of here) await this.#crowd(resource, place, spread ? crowd[place] : crowd.north);
      if (typeof resource.scope === 'object') await this.#share(resource, resource.scope.members);
    }
    for (const place of here)
      await this.specimens.rulesOf(resource).populate?.(place, this.specimens, this.service.database.knex);
    if (resource.operations.includes('create')) await this.#act(resource, spread ? 'north' : 'hq');
  }

  /** Runs own actions if a filter needs a value that no body sets and no row has yet. */
  async #act(resource: Resource, place: Place): Promise<void> {
    const { fields, filters, actions, path } = resource;
    const unset = [...filters.keys()].filter((name) => fields.get(name)?.facts.readOnly);
    if (unset.length === 0 || !resource.operations.includes('viewAny')) return;
    const { body } = await this.at(place).get(`/${path}?per_page=100`);
    if (unset.every((name) => body.data.some((row: Body) => row[name] !== null))) return;
    for (const [name, action] of actions) {
      if (action.definition.on !== 'row') continue;
      for (let times = 0; times < 2; times += 1) {
        const id = await rowFor(this.specimens, resource, name, place);
        const input = await actionBody(this.specimens, resource, action, place);
        await this.at(place).post(`/${path}/${id}/${action.definition.path ?? name}`, input);
      }
    }
  }

  async #crowd(resource: Resource, place: Place, count: number): Promise<void> {
    const { when } = resource.definition.alternative ?? {};
    for (let variant = 0; variant < count; variant += 1) {
      const wish = { variant, whole: variant % 3 !== 2, pin: stateOf(resource, variant) };
      const { id } = await this.specimens.make(resource, place, wish);
      if (when && variant === 0) await this.specimens.make(resource, place, { pin: { [when]: id } });
    }
  }

  /** Makes a row that belongs to both plants, and bears the mark of neither. */
  async #share(resource: Resource, { table, key }: { readonly table: string; readonly key: string }) {
    const { id } = await this.specimens.make(resource, 'hq');
    const links = [siteIds.north, siteIds.south].map((site_id) => ({ [key]: id, site_id }));
    await this.service.database.knex(table).insert(links);
  }
}

/**
 * Resources, and those that their filters need: resources whose rows refer to theirs (`items.material_ids`), and resources to
 * whose rows a field refers that no body sends. Rows of the latter make rows of the former.
 */
function withSources(registry: Registry, resources: readonly Resource[]): Resource[] {
  const sources = resources.flatMap(({ definition, filters, fields }) => [
    ...Object.values(definition.filtersThrough ?? {}).flatMap((path) =>
      typeof path === 'string' ? [path.split('.')[0]] : [],
    ),
    ...[...filters.keys()].map((name) => {
      const facts = fields.get(name)?.facts;
      return facts?.readOnly ? referredPath(facts) : undefined;
    }),
  ]);
  return [...registry.values()].filter((one) => resources.includes(one) || sources.includes(one.path));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** One state after the other, of rows that cannot be made in any. */
function stateOf({ definition: { states, operations } }: Resource, variant: number): Body {
  if (!states?.initial || !operations.includes('update')) return {};
  const names = Object.keys(states.transitions);
  return { [states.field]: names[variant % names.length] };
}
