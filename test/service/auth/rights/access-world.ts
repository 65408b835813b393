/** People made to measure: exactly these permissions at exactly these sites, signed in. */
import { expect } from 'chai';
import { searchText, sortKey, storedNow } from '../../../../engine/values.ts';
import type { Client, Reply } from '../../../harness/client.ts';
import type { Service } from '../../../harness/service.ts';
import { type Json, sites, type World } from '../../resources/world.ts';

export type Place = keyof typeof sites;

/** Permissions by the site where they are held; the first site named is the current one. */
export type Held = Readonly<Partial<Record<Place, readonly string[]>>>;

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly client: Client;
  /** The role made for what they hold at a site. */
  readonly roles: Readonly<Partial<Record<Place, number>>>;
}

/** Several of these may work on one service: names are never given twice. */
let made = 0;

function next(): number {
  made += 1;
  return made;
}

export class People {
  readonly service: Service;

  constructor(service: Service) {
    this.service = service;
  }

  /** A role with these permissions, straight into the tables: no rule is in its way. */
  async role(permissions: readonly string[]): Promise<number> {
    const { knex } = this.service.database;
    const name = `role ${next()}`;
    const [id = 0] = await knex('roles').insert({ ...named(name), search_text: searchText([name]) });
    const rows = permissions.map((permission) => ({ role_id: id, permission }));
    if (rows.length > 0) await knex('role_permissions').insert(rows);
    return id;
  }

  /** A user who holds these permissions, signed in at the first of the sites. */
  async person(held: Held): Promise<Person> {
    const { knex } = this.service.database;
    const places = Object.keys(held) as Place[];
    const [first] = places;
    const id = await this.#user(first === undefined ? null : sites[first]);
    const roles: Partial<Record<Place, number>> = {};
    for (const place of places) {
      const [membership_id] = await knex('memberships').insert({ user_id: id, site_id: sites[place] });
      const permissions = held[place] ?? [];
      if (permissions.length === 0) continue;
      const role_id = await this.role(permissions);
      roles[place] = role_id;
      await knex('membership_roles').insert({ membership_id, role_id });
    }
    const { email } = await knex('users').where({ id }).first('email');
    return { id, email, roles, client: await this.service.signedIn(email) };
  }

  /** The role ids of a user by site, as the tables have them. */
  async rolesOf(userId: number): Promise<Readonly<Record<number, number[]>>> {
    const rows = await this.service.database
      .knex('memberships')
      .leftJoin('membership_roles', 'membership_roles.membership_id', 'memberships.id')
      .where({ user_id: userId })
      .orderBy(['site_id', 'role_id'])
      .select('site_id', 'role_id');
    const roles: Record<number, number[]> = {};
    for (const { site_id, role_id } of rows) {
      roles[site_id] = [...(roles[site_id] ?? []), ...(role_id === null ? [] : [role_id])];
    }
    return roles;
  }

  async #user(current_site_id: number | null): Promise<number> {
    const { knex } = this.service.database;
    const { password_hash } = await knex('users').where({ email: 'admin@demo.test' }).first('password_hash');
    const number = next();
    const [id = 0] = await knex('users').insert({
      ...stamps(),
      ...keyed('username', `person${number}`),
      ...keyed('email', `person${number}@made.test`),
      ...keyed('first_name', 'Person'),
      ...keyed('last_name', `Number ${number}`),
      full_name: `Person Number ${number}`,
      password_hash,
      locale: 'en',
      current_site_id,
      live: 1,
      search_text: searchText(['Person', `Number ${number}`]),
    });
    return id;
  }
}

/** A body that makes a user, with names that no other has. */
export function newUser(name: string, more: Readonly<Record<string, unknown>> = {}) {
  const username = name.toLowerCase().replaceAll(/\W+/g, '-');
  return {
    username,
    email: `${username}@new.test`,
    first_name: 'New',
    last_name: name,
    password: 'correct horse',
    ...more,
  };
}

/** A new user, made at the headquarters. @returns their id */
export const makeUser = (world: World, more: Json = {}): Promise<number> =>
  world.make('users', newUser(world.name(), more), 'administrator');

/** A user of both plants, without roles. */
export const inBothPlants = (world: World): Promise<number> =>
  makeUser(world, {
    memberships: [
      { site_id: sites.north, role_ids: [] },
      { site_id: sites.south, role_ids: [] },
    ],
  });

/** Holds a reply against what a rule says of it. */
export function expectReply(reply: Reply, status: number, contains: readonly string[] = []): void {
  expect(reply.status, reply.text).to.equal(status);
  for (const text of contains) expect(reply.text).to.include(text);
}

function named(name: string) {
  return { ...stamps(), ...keyed('name', name) };
}

function keyed(column: string, text: string) {
  return { [column]: text, [`${column}_key`]: sortKey(text) };
}

function stamps() {
  const now = storedNow();
  return { created_at: now, updated_at: now };
}
