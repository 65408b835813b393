/** Tables of rules: the rows that exist, the request, and the expected result. */
import { expect } from 'chai';
import type { Client, Reply } from '../../harness/client.ts';
import { type Service, serveDemo } from '../../harness/service.ts';

/** A row or a part of one, as JSON has it. */
export type Json = Readonly<Record<string, unknown>>;
type Who = 'manager' | 'technician' | 'administrator';

/** The demo's people at work, and short ways to make rows at Plant North. */
export class World {
  /** Manager at Plant North. */
  readonly manager: Client;
  /** Technician at Plant North. */
  readonly technician: Client;
  /** Administrator, at the headquarters. */
  readonly administrator: Client;
  readonly service: Service;
  #names = 0;

  constructor(service: Service, people: Readonly<Record<Who, Client>>) {
    this.service = service;
    this.manager = people.manager;
    this.technician = people.technician;
    this.administrator = people.administrator;
  }

  /** A name that no other row has. */
  name(): string {
    this.#names += 1;
    return `Thing ${this.#names} of a test`;
  }

  /** Creates a row and gives its id. */
  async make(path: string, body: Json, who: Who = 'manager'): Promise<number> {
    const reply = await this[who].post(`/${path}`, body);
    expect(reply.status, `POST /${path}: ${reply.text}`).to.equal(201);
    return reply.body.data.id;
  }

  /** The row at a path, as the manager sees it. */
  async read(path: string): Promise<Reply['body']> {
    const reply = await this.manager.get(path);
    expect(reply.status, `GET ${path}: ${reply.text}`).to.equal(200);
    return reply.body.data;
  }

  zone(body: Json = {}): Promise<number> {
    return this.make('zones', { name: this.name(), ...body });
  }

  async material(body: Json = {}): Promise<number> {
    return this.make('materials', {
      name: this.name(),
      zone_id: body.zone_id ?? (await this.zone()),
      ...body,
    });
  }

  async maintenance(body: Json = {}): Promise<number> {
    const material_id = body.material_id ?? (await this.material());
    return this.make('maintenances', { name: this.name(), material_id, ...body });
  }

  /** A maintenance that an operator works on, in the given state. */
  async staffed(body: Json = {}): Promise<number> {
    return this.maintenance({ operator_ids: [await this.user('technician@demo.test')], ...body });
  }

  async incident(body: Json = {}): Promise<number> {
    const material_id = body.material_id ?? (await this.material());
    return this.make('incidents', { name: this.name(), material_id, ...body });
  }

  async cleaning(body: Json = {}): Promise<number> {
    return this.make('cleanings', {
      material_id: body.material_id ?? (await this.material()),
      type: 'daily',
      ...body,
    });
  }

  /** The id of a user by e-mail. */
  async user(email: string): Promise<number> {
    const row = await this.service.database.knex('users').where({ email }).first('id');
    return Number(row?.id);
  }

  /** The id of a company of the demo that offers (`types`) something, or does not. */
  async company(type: string, offers = true): Promise<number> {
    const { knex } = this.service.database;
    const offering = knex('company_types').where({ type }).select('company_id');
    const row = await knex('companies')[offers ? 'whereIn' : 'whereNotIn']('id', offering).first('id');
    return Number(row?.id);
  }
}

/** The sites of the demo data. */
export const sites = { headquarters: 1, north: 2, south: 3 } as const;

type Sent = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown];

interface RuleParts<Given> {
  readonly rule: string;
  /** Makes the rows that the rule is about. */
  given?(world: World): Promise<Given>;
  send(given: Given, world: World): Sent;
  /** The manager of Plant North, unless another user is named. */
  readonly by?: Who;
  readonly status: number;
  /** Exactly these fields have errors. */
  readonly errors?: readonly string[];
  /** What the answer's `data` includes. */
  data?(given: Given): Json;
  readonly contains?: readonly (string | RegExp)[];
  readonly lacks?: readonly string[];
  /** What is to be read somewhere afterwards. */
  afterwards?(given: Given): readonly [path: string, data: Json];
}

/** A row of a table, ready to run. */
export interface Rule {
  readonly rule: string;
  run(world: World): Promise<void>;
}

/** Writes one row: `given` names what `send`, `data` and `then` talk about. */
export function rule<Given = undefined>(parts: RuleParts<Given>): Rule {
  return {
    rule: parts.rule,
    run: async (world) => {
      // Without `given` its type is undefined, and that is what there is.
      const given = (await parts.given?.(world)) as Given;
      const [method, path, body] = parts.send(given, world);
      const reply = await world[parts.by ?? 'manager'].send(method, path, body);
      expect(reply.status, `${method} ${path}: ${reply.text}`).to.equal(parts.status);
      if (parts.errors) expect(Object.keys(reply.body.errors), reply.text).to.have.members(parts.errors);
      if (parts.data) expect(reply.body.data).to.deep.include(parts.data(given));
      for (const text of parts.contains ?? []) expect(reply.text).to.match(asPattern(text));
      for (const text of parts.lacks ?? []) expect(reply.text).not.to.include(text);
      if (!parts.afterwards) return;
      const [place, data] = parts.afterwards(given);
      expect(await world.read(place)).to.deep.include(data);
    },
  };
}

function asPattern(text: string | RegExp): RegExp {
  return typeof text === 'string' ? new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')) : text;
}

/** Runs a table against a service of its own with the demo data. `more` adds tests that a table cannot hold. */
export function describeRules(
  title: string,
  rules: readonly Rule[],
  more?: (world: () => World) => void,
): void {
  describe(title, () => {
    const { service } = serveDemo([]);
    let world: World;
    before(async () => {
      world = new World(service, {
        manager: await service.signedIn('manager@demo.test'),
        technician: await service.signedIn('technician@demo.test'),
        administrator: await service.signedIn('admin@demo.test'),
      });
    });
    for (const { rule: name, run } of rules) it(name, () => run(world));
    more?.(() => world);
  });
}
