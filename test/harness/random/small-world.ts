/** A headquarters and two plants with a few people, made once and restored before every random run. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { hashPassword } from '../../../auth/index.ts';
import { counterTable } from '../../../engine/counters/counter.ts';
import { searchText, sortKey, storedNow } from '../../../engine/values.ts';
import type { Client } from '../client.ts';
import { databaseKind, testPasswordCost, withoutComputed } from '../database.ts';
import { tablesOf } from '../release-dump.ts';
import { type Service, startService } from '../service.ts';

export const siteIds = { hq: 1, north: 2, south: 3 } as const;
/** A word that only texts of a site's rows contain. */
export const marks: Readonly<Record<number, string>> = { 1: 'Hoofdweg', 2: 'Noordzee', 3: 'Zuidpool' };

const roles = {
  everything: ['*'],
  manager: [
    ...[
      'zone',
      'material',
      'maintenance',
      'incident',
      'cleaning',
      'item',
      'item-movement',
      'user',
      'site',
      'activity',
    ],
  ].flatMap((name) =>
    ['viewAny', 'view', 'create', 'update', 'delete'].map((operation) => `${name}.${operation}`),
  ),
  worker: ['material', 'maintenance', 'incident', 'cleaning', 'item-movement', 'item', 'zone'].flatMap(
    (name) => ['viewAny', 'view', 'create'].map((operation) => `${name}.${operation}`),
  ),
} as const;
type Role = keyof typeof roles;

/** The people, their sites and their roles. No name or role contains the word of a site. */
const crew: Readonly<Record<string, Readonly<Partial<Record<keyof typeof siteIds, Role>>>>> = {
  root: { hq: 'everything', north: 'everything', south: 'everything' },
  // No second administrator: the last one must not be lost.
  deputy: { hq: 'manager' },
  norman: { north: 'manager' },
  sally: { south: 'manager' },
  both: { north: 'manager', south: 'manager' },
  worker: { north: 'worker' },
};
export const names = Object.keys(crew);

type Tables = readonly { readonly table: string; readonly rows: readonly Record<string, unknown>[] }[];

export class SmallWorld {
  readonly service: Service;
  readonly #clients: ReadonlyMap<string, Client>;
  readonly #tables: Tables;

  private constructor(service: Service, clients: ReadonlyMap<string, Client>, tables: Tables) {
    this.service = service;
    this.#clients = clients;
    this.#tables = tables;
  }

  static async start(): Promise<SmallWorld> {
    const service = await startService();
    await addCrew(service.database.knex);
    const clients = new Map<string, Client>();
    for (const name of names) clients.set(name, await service.signedIn(emailOf(name)));
    const client = (name: string) => clients.get(name) ?? service.client();
    await furnish(client('norman'), siteIds.north, client('root'));
    await furnish(client('sally'), siteIds.south, client('root'));
    return new SmallWorld(service, clients, await readAll(service.database.knex));
  }

  get knex(): Knex {
    return this.service.database.knex;
  }

  client(name: string): Client {
    const client = this.#clients.get(name);
    if (!client) throw new Error(`Nobody is called ${name}.`);
    return client;
  }

  /** Independent of their present name. */
  idOf(name: string): number {
    return names.indexOf(name) + 1;
  }

  /** Restores everything to the start, including the sessions. */
  async restore(): Promise<void> {
    const sqlite = databaseKind === 'sqlite';
    await this.knex.transaction(async (trx) => {
      await trx.raw(sqlite ? 'pragma defer_foreign_keys = on' : 'set foreign_key_checks = 0');
      for (const { table } of this.#tables) await trx(table).delete();
      for (const { table, rows } of this.#tables) if (rows.length > 0) await trx(table).insert(rows);
      if (!sqlite) await trx.raw('set foreign_key_checks = 1');
    });
  }
}

export function emailOf(name: string): string {
  return `${name}@crew.test`;
}

async function addCrew(knex: Knex): Promise<void> {
  const stamps = { created_at: storedNow(), updated_at: storedNow() };
  const named = (name: string) => ({
    name,
    name_key: sortKey(name),
    search_text: searchText([name]),
    ...stamps,
  });
  for (const [index, id] of Object.values(siteIds).entries()) {
    const hq = id === siteIds.hq;
    const timezone = ['UTC', 'Europe/Paris', 'America/New_York'][index];
    await knex('sites').insert({
      id,
      ...named(`Place ${id}`),
      is_headquarters: hq ? 1 : 0,
      headquarters_slot: hq ? 1 : null,
      timezone,
    });
  }
  const roleIds = new Map<string, number>();
  for (const [name, permissions] of Object.entries(roles)) {
    const [id = 0] = await knex('roles').insert(named(name));
    roleIds.set(name, id);
    await knex('role_permissions').insert(permissions.map((permission) => ({ role_id: id, permission })));
  }
  const password_hash = await hashPassword('password', testPasswordCost);
  for (const [name, places] of Object.entries(crew)) {
    const texts = { username: name, email: emailOf(name), first_name: name, last_name: 'of the crew' };
    const keys = Object.fromEntries(
      Object.entries(texts).map(([field, text]) => [`${field}_key`, sortKey(text)]),
    );
    const full_name = `${name} of the crew`;
    const search_text = searchText([texts.first_name, texts.last_name, texts.username, texts.email]);
    const [first = 'hq'] = (['hq', 'north', 'south'] as const).filter((place) => places[place]);
    const [user_id] = await knex('users').insert({
      id: names.indexOf(name) + 1,
      ...texts,
      ...keys,
      full_name,
      search_text,
      password_hash,
      locale: 'en',
      live: 1,
      current_site_id: siteIds[first],
      ...stamps,
    });
    for (const [place, role] of Object.entries(places)) {
      const site_id = siteIds[place as keyof typeof siteIds];
      const [membership_id] = await knex('memberships').insert({ user_id, site_id });
      await knex('membership_roles').insert({ membership_id, role_id: roleIds.get(role) });
    }
  }
}

/** A few rows of every kind, created like a client. */
async function furnish(client: Client, site: number, root: Client): Promise<void> {
  const mark = marks[site] ?? '';
  const make = async (path: string, body: object, by = client): Promise<number> => {
    const reply = await by.post(`/${path}`, body);
    expect(reply.status, `POST /${path}: ${reply.text}`).to.equal(201);
    return reply.body.data.id;
  };
  const company_id = await make(
    'companies',
    { name: `Company ${site}`, types: ['item_provider', 'maintenance_provider'] },
    root,
  );
  const hall = await make('zones', { name: `Hall ${mark}` });
  const room = await make('zones', { name: `Room ${mark}`, parent_id: hall });
  await make('zones', { name: `Corner ${mark}`, parent_id: room, allow_material: false });
  const pump = await make('materials', {
    name: `Pump ${mark}`,
    zone_id: room,
    cleaning_every: 1,
    cleaning_unit: 'month',
  });
  await make('materials', { name: `Fan ${mark}`, zone_id: hall });
  await make('cleanings', {
    material_id: pump,
    type: 'daily',
    cleaned_at: '2026-01-31T23:30:00Z',
    name: `Rinse ${mark}`,
  });
  const maintenance_id = await make('maintenances', { name: `Repair ${mark}`, material_id: pump });
  await make('incidents', { name: `Leak ${mark}`, material_id: pump, maintenance_id });
  const item_id = await make('items', { name: `Seal ${mark}`, current_price: 0.35, company_id });
  await make('item-movements', { item_id, type: 'entry', quantity: 20, notes: mark });
  await make('item-movements', { item_id, type: 'exit', quantity: 3, maintenance_id, notes: mark });
}

async function readAll(knex: Knex): Promise<Tables> {
  const known = await tablesOf(knex);
  // Counters are computed from the rows.
  const kept = known.filter((table) => !table.startsWith('knex_') && table !== counterTable);
  return Promise.all(
    kept.map(async (table) => ({ table, rows: (await knex(table).select()).map(withoutComputed) })),
  );
}
