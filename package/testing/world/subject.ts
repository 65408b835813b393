/** The subject of every chapter of the suite. */
import { expect } from 'chai';
import type { Registry, Resource } from '../../../engine/model/resource.ts';
import type { Permission } from '../../../engine/policy.ts';
import type { RuleBook } from '../specimens/rule-book.ts';
import { type Body, isSpread, type Place, type SpecimenRules, siteIds } from '../specimens/rules.ts';
import type { Specimens } from '../specimens/specimens.ts';
import type { Client } from './client.ts';
import { allRows } from './lists.ts';
import type { World } from './world.ts';

/** A resource at its own place. */
export class Subject {
  readonly resource: Resource;
  readonly registry: Registry;
  /** The facts about it beyond its declarations. */
  readonly rules: SpecimenRules;
  /** The whole list as it was when it was read last. */
  rows: readonly Body[] = [];
  readonly #world: () => World;

  /** @param world the world once it has begun: tests are declared before */
  constructor(resource: Resource, registry: Registry, rules: RuleBook, world: () => World) {
    this.resource = resource;
    this.registry = registry;
    this.rules = rules.get(resource.path) ?? {};
    this.#world = world;
  }

  get world(): World {
    return this.#world();
  }

  get specimens(): Specimens {
    return this.world.specimens;
  }

  /** The place where its rows are created and changed. */
  get place(): Place {
    const { scope } = this.resource;
    return isSpread(scope) ? 'north' : 'hq';
  }

  /** A user with all permissions there. */
  get client(): Client {
    return this.world.at(this.place);
  }

  get path(): string {
    return `/${this.resource.path}`;
  }

  /** The place where its rows are created. */
  createPath(): Promise<string> {
    return this.specimens.createPath(this.resource, this.place);
  }

  can(operation: Permission): boolean {
    return this.resource.operations.includes(operation);
  }

  /** Whether the other plant has rows that do not exist here. */
  get isDivided(): boolean {
    return this.resource.scope !== 'global';
  }

  async readRows(): Promise<void> {
    this.rows = await allRows(this.client, this.path);
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
    const oldest = this.resource.sorts.has('created_at') ? 'sort=created_at&' : '';
    const reply = await client.get(`${this.path}?${oldest}per_page=1`);
    expect(reply.body.data, `${this.path} has a row`).to.have.lengthOf(1);
    return reply.body.data[0].id;
  }

  /** A row of the other plant, which is not to be seen from this one. */
  async foreignId(): Promise<number> {
    const { scope } = this.resource;
    if (scope === 'self') return siteIds.south;
    // A member of the other plant may be one of this plant too: a new one is not.
    if (scope !== 'site' && scope !== 'own') return (await this.specimens.make(this.resource, 'south')).id;
    return this.someId(this.world.at('south'));
  }
}
