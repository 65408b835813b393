import { expect } from 'chai';
import type { AnyDefinition } from '../../../../engine/definition/definition.ts';
import { buildRegistry } from '../../../../engine/features/index.ts';
import { createDocument } from '../../../../engine/features/openapi/document.ts';
import {
  BelongsTo,
  Bool,
  CountOf,
  defineResource,
  Enum,
  Instant,
  Integer,
  ManyToMany,
  Money,
  Nullable,
  Optional,
  ReadOnly,
  Text,
  WriteOnly,
} from '../../../../engine/index.ts';
import { describeApi } from '../../../../service/http/document/api-document.ts';

const bare = { scope: 'global', sort: ['name'], defaultSort: 'name' } as const;
const site = defineResource({
  ...bare,
  name: 'site',
  path: 'sites',
  table: 'sites',
  scope: 'self',
  operations: ['list', 'view'],
  headquartersOnly: ['list'],
  fields: { name: Text() },
});
const user = defineResource({
  ...bare,
  name: 'user',
  path: 'users',
  table: 'users',
  operations: ['view'],
  display: 'full_name',
  fields: {
    name: Text(),
    full_name: ReadOnly(Text()),
    email: Text({ format: 'email' }),
    password: WriteOnly(Text({ format: 'password', max: 72 })),
    locale: Text({ format: 'locale', default: 'en' }),
  },
});
const crate = defineResource({
  name: 'crate',
  path: 'crates',
  table: 'crates',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    code: Optional(Text({ max: 8 })),
    status: Enum(['open', 'sealed', 'gone'], { default: 'open' }),
    inside_id: Nullable(BelongsTo('crates', { tree: true })),
    keeper_ids: ManyToMany('users', { table: 'crate_user', own: 'crate_id', other: 'user_id' }),
    weight: Integer({ minimum: 1, maximum: 90 }),
    price: Money({ default: 0 }),
    fragile: Bool({ default: false }),
    packed_at: Instant({ default: 'now', past: true }),
    opened_at: Nullable(Instant()),
    crate_count: CountOf('crates', 'inside_id'),
    undo_id: Nullable(BelongsTo('crates')),
  },
  alternative: { when: 'undo_id', fields: ['undo_id', 'code'] },
  states: { field: 'status', transitions: { open: ['sealed'], sealed: ['open', 'gone'], gone: [] } },
  filters: ['status', 'inside_id', 'keeper_ids', 'fragile', 'price', 'opened_at'],
  filtersThrough: { guard_id: 'keeper_ids', around_id: 'inside_id.inside_id' },
  search: ['name'],
  sort: ['name', 'created_at'],
  defaultSort: '-created_at',
  actions: {
    reseal: {
      on: 'row',
      permission: 'update',
      label: 'seal again',
      summary: 'Seals a crate again.',
      danger: true,
      when: { status: ['open', 'sealed'] },
      input: { seal: Text() },
      run: async ({ update }) => update({ status: 'sealed' }),
    },
  },
});

function describeAll(definitions: readonly AnyDefinition[], fields = false) {
  const loaded = definitions.map((definition) => ({ file: `${definition.path}.ts`, definition }));
  const registry = buildRegistry(loaded, { sites: 'sites', users: 'users' });
  const document = describeApi({ appUrl: 'http://service', locales: ['en', 'fr'] }, registry, fields);
  // What a client reads: plain JSON, without the symbols that TypeBox and the engine keep on schemas.
  return JSON.parse(JSON.stringify(document));
}

describe('the OpenAPI document of definitions', () => {
  const document = describeAll([site, user, crate]);
  const { schemas } = document.components;
  const crates = (path: string, method: string) => document.paths[`/api/v1/crates${path}`][method];
  const statuses = (path: string, method: string) => Object.keys(crates(path, method).responses).join(' ');

  it('has every path of the resources, and no other', () => {
    const paths = Object.entries(document.paths)
      .filter(([path]) => /^\/api\/v1\/(crates|sites|users)/.test(path))
      .map(([path, methods]) => `${path} ${Object.keys(methods as object).join(' ')}`);
    expect(paths).to.have.members([
      '/api/v1/crates get post',
      '/api/v1/crates/counts get',
      '/api/v1/crates/options/filter.around_id get',
      '/api/v1/crates/options/filter.created_by_id get',
      '/api/v1/crates/options/filter.guard_id get',
      '/api/v1/crates/options/filter.inside_id get',
      '/api/v1/crates/options/filter.under_id get',
      '/api/v1/crates/options/filter.keeper_ids get',
      '/api/v1/crates/options/filter.site_id get',
      '/api/v1/crates/options/inside_id get',
      '/api/v1/crates/options/keeper_ids get',
      '/api/v1/crates/options/undo_id get',
      '/api/v1/crates/{id} get patch delete',
      '/api/v1/crates/{id}/related get',
      '/api/v1/crates/{id}/reseal post',
      '/api/v1/sites get',
      '/api/v1/sites/counts get',
      '/api/v1/sites/options/filter.created_by_id get',
      '/api/v1/sites/{id} get',
      '/api/v1/sites/{id}/related get',
      '/api/v1/users/{id} get',
      '/api/v1/users/{id}/related get',
    ]);
  });

  it('says how each operation can end', () => {
    expect(statuses('', 'get')).to.equal('200 401 403 422 429 500 503');
    expect(statuses('', 'post')).to.equal('201 400 401 403 409 413 415 419 422 429 500 503');
    expect(statuses('/{id}', 'get')).to.equal('200 304 401 403 404 422 429 500 503');
    expect(statuses('/{id}', 'patch')).to.equal('200 400 401 403 404 409 412 413 415 419 422 429 500 503');
    expect(statuses('/{id}', 'delete')).to.equal('204 401 403 404 409 412 419 422 429 500 503');
    expect(statuses('/{id}/reseal', 'post')).to.equal(
      '200 400 401 403 404 409 412 413 415 419 422 429 500 503',
    );
  });

  it('asks for the session, for the page it is used from, and for the token where something changes', () => {
    expect(crates('', 'get').security).to.deep.equal([{ session: [], origin: [] }]);
    expect(crates('', 'post').security).to.deep.equal([{ session: [], origin: [], token: [] }]);
    expect(document.components.securitySchemes.origin).to.include({ in: 'header', name: 'Origin' });
    expect(document.components.securitySchemes.session).to.include({
      in: 'cookie',
      name: 'millwright_session',
    });
    expect(document.components.securitySchemes.token).to.include({ in: 'header', name: 'X-XSRF-TOKEN' });
  });

  it('names the permission, and the headquarters where it is held there alone', () => {
    expect(crates('', 'post').description).to.equal('Needs the permission `crate.create`.');
    expect(document.paths['/api/v1/sites'].get.description).to.match(/`site.viewAny`, and the headquarters/);
  });

  it('lists every parameter with its values', () => {
    const parameters: { name?: string; $ref?: string; schema: Record<string, unknown> }[] = crates(
      '',
      'get',
    ).parameters;
    const find = (name: string) => parameters.find((one) => one.name === name)?.schema;
    expect(parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1))).to.deep.equal([
      ...['Page', 'PerPage', 'Format', 'sort', 'ListWith', 'search'],
      ...['status', 'inside_id', 'keeper_ids', 'fragile', 'price', 'opened_at', 'under_id'],
      ...['guard_id', 'around_id'],
      ...['id', 'site_id', 'created_by_id', 'created_at', 'updated_at'],
    ]);
    const filter = (name: string) => schemas[String(find(name)?.$ref).split('/').at(-1) ?? ''].anyOf;
    const [status, statuses, asked] = filter('status');
    expect(status).to.deep.equal({ type: 'string', enum: ['open', 'sealed', 'gone'] });
    expect(statuses).to.deep.include({ type: 'array', items: status, maxItems: 100 });
    expect(asked.properties.not.anyOf).to.deep.equal([status, { type: 'string', pattern: ',' }]);
    expect(filter('inside_id')[0]).to.deep.equal({
      anyOf: [{ type: 'integer' }, { type: 'string', const: 'null' }],
    });
    const words = (name: string) => Object.keys(filter(name)[2].properties).join(' ');
    expect(words('status')).to.equal('not');
    expect(words('inside_id')).to.equal('not null');
    expect(words('id')).to.equal('not gt gte lt lte');
    expect(words('opened_at')).to.equal('not null gt gte lt lte open');
    expect(filter('opened_at')[2].properties.null).to.include({ type: 'boolean' });
    expect(filter('opened_at')[2].properties.gte).to.include({ type: 'string', format: 'date-time' });
    expect(filter('opened_at')[2]).to.include({ additionalProperties: false, minProperties: 1 });
    expect(find('sort')).to.deep.include({
      items: {
        type: 'string',
        enum: ['name', 'created_at', 'id', 'updated_at', 'inside', 'undo', 'site', 'created_by'].flatMap(
          (name) => [name, `-${name}`],
        ),
      },
    });
  });

  it('says what of a row a filter looks at', () => {
    const parameters: { name?: string; description: string }[] = crates('', 'get').parameters;
    const told = (name: string) => parameters.find((one) => one.name === name)?.description;
    expect(told('guard_id')).to.include('Rows whose `keeper_ids` (of users)');
    expect(told('around_id')).to.include('Rows whose `inside_id.inside_id` (of crates)');
    expect(told('inside_id')).to.include('Rows whose `inside_id` (of crates)');
  });

  it('shows every key of an answer as required, what `with` adds as not, and leaves later ones open', () => {
    const { can, etag, ...properties } = schemas.ListedCrate.properties;
    expect([can.type, etag.type]).to.deep.equal(['object', 'string']);
    const keys = Object.keys(properties);
    expect(keys).to.deep.equal([
      ...['id', 'name', 'code', 'status', 'inside_id', 'inside', 'keeper_ids', 'keepers', 'weight', 'price'],
      ...['fragile', 'packed_at', 'opened_at', 'crate_count', 'undo_id', 'undo'],
      ...['site_id', 'site', 'created_by_id', 'created_by', 'created_at', 'updated_at'],
    ]);
    expect(schemas.ListedCrate.required).to.deep.equal(keys);
    // At any depth, inside of anything.
    const closedIn = (part: unknown) => JSON.stringify(part).includes('"additionalProperties":false');
    expect([schemas.ListedCrate, schemas.CratePage, schemas.Error].some(closedIn)).to.equal(false);
    expect(closedIn(schemas.CrateCreate)).to.equal(true);
    expect(schemas.User.properties).not.to.have.property('password');
  });

  it('lets keys be missing where a request may choose them, and only there', () => {
    const chosen = describeAll([site, user, crate], true);
    const { required: _listed, ...listed } = schemas.ListedCrate;
    expect(chosen.components.schemas.ListedCrate).to.deep.equal(listed);
    const { required: _one, ...one } = schemas.Crate;
    expect(chosen.components.schemas.Crate).to.deep.equal(one);
    expect(chosen.components.schemas.CrateReference).to.deep.equal(schemas.CrateReference);
    const choosing: string[] = [];
    for (const [path, methods] of Object.entries<Record<string, { parameters?: { name?: string }[] }>>(
      chosen.paths,
    )) {
      for (const [method, operation] of Object.entries(methods)) {
        if (!/^\/api\/v1\/(crates|sites|users)/.test(path)) continue;
        if (operation.parameters?.some(({ name }) => name === 'fields')) choosing.push(`${method} ${path}`);
        const parameters = operation.parameters?.filter(({ name }) => name !== 'fields') ?? [];
        const usual = document.paths[path][method];
        expect({ ...operation, parameters }).to.deep.equal({ ...usual, parameters: usual.parameters ?? [] });
      }
    }
    expect(choosing.sort()).to.deep.equal([
      ...['get /api/v1/crates', 'get /api/v1/crates/{id}', 'get /api/v1/sites', 'get /api/v1/sites/{id}'],
      ...['get /api/v1/users/{id}', 'patch /api/v1/crates/{id}', 'post /api/v1/crates'],
      'post /api/v1/crates/{id}/reseal',
    ]);
  });

  it('lets a row begin in the states for that alone, and change to all of them', () => {
    const states = {
      field: 'status',
      initial: ['sealed'],
      transitions: { open: [], sealed: ['open'], gone: [] },
    };
    const reseal = { ...crate.actions?.reseal, input: { status: Enum(['gone', 'open']) } };
    const fields = { ...crate.fields, status: Enum(['open', 'sealed', 'gone']) };
    const { components, paths } = describeAll([
      site,
      user,
      { ...crate, fields, states, actions: { reseal } },
    ] as AnyDefinition[]);
    const words = (schema: string) => components.schemas[schema].properties.status.enum;
    expect(words('CrateCreate')).to.deep.equal(['sealed']);
    expect(words('CrateUpdate')).to.deep.equal(['open', 'sealed', 'gone']);
    expect(words('CrateResealInput'), 'another field of that name').to.deep.equal(['gone', 'open']);
    const { examples } = paths['/api/v1/crates'].post.requestBody.content['application/json'];
    expect(examples.create.value.status).to.equal('sealed');
  });

  it('shows open transitions on a row by itself alone', () => {
    const { status_transitions: transitions, ...others } = schemas.Crate.properties;
    expect(transitions.items).to.deep.equal({
      type: 'string',
      'x-extensible-enum': ['open', 'sealed', 'gone'],
    });
    expect(others).to.deep.equal(schemas.ListedCrate.properties);
    expect(schemas).not.to.have.property('ListedUser');
  });

  it('shows the name of a row that is referred to', () => {
    expect(schemas.Crate.properties.inside).to.deep.equal({
      title: 'Inside',
      anyOf: [{ $ref: '#/components/schemas/CrateReference' }, { type: 'null' }],
    });
    expect(Object.keys(schemas.UserReference.properties)).to.deep.equal(['id', 'full_name']);
    const options = crates('/options/keeper_ids', 'get').responses[200].content['application/json'];
    const item = schemas[options.schema.$ref.split('/').at(-1)].properties.data.items;
    expect(Object.keys(schemas[item.$ref.split('/').at(-1)].properties)).to.have.members([
      'id',
      'name',
      'full_name',
    ]);
  });

  it('takes in a body what can be set, and says what must be', () => {
    const { CrateCreate: create, CrateUpdate: update } = schemas;
    const settable = [
      ...['name', 'code', 'status', 'inside_id', 'keeper_ids', 'weight', 'price', 'fragile'],
      ...['packed_at', 'opened_at', 'undo_id'],
    ];
    expect(Object.keys(create.properties)).to.have.members(settable);
    expect(create).to.deep.include({ required: ['name', 'weight'], additionalProperties: false });
    expect(Object.keys(update.properties)).to.have.members(settable);
    expect(update).not.to.have.property('required');
    expect(create.properties.status).to.include({ default: 'open' });
    expect(update.properties.status).not.to.have.property('default');
    expect(update.properties.status.description).to.match(
      /open → sealed; sealed → open \| gone; gone → nothing/,
    );
    expect(create.properties.price).to.deep.include({ type: 'number', description: 'At most two decimals.' });
  });

  it('takes the other body of a create', () => {
    const { schema, examples } = crates('', 'post').requestBody.content['application/json'];
    const names = schema.oneOf.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1));
    expect(names).to.deep.equal(['CrateCreate', 'CrateCreateByUndo']);
    expect(schemas.CrateCreate.properties.undo_id.type).to.equal('null');
    expect(schemas.CrateCreateByUndo).to.deep.include({ required: ['undo_id'] });
    expect(schemas.CrateCreateByUndo.properties.undo_id.type).to.equal('integer');
    expect(Object.keys(examples)).to.deep.equal(['create', 'undo_id']);
  });

  it('describes an action of the definition’s own', () => {
    const { operationId, summary, description, requestBody, parameters } = crates('/{id}/reseal', 'post');
    expect({ operationId, summary }).to.deep.equal({
      operationId: 'resealCrate',
      summary: 'Seal again',
    });
    expect(description)
      .to.match(/^Seals a crate again\. /)
      .and.include('Possible only where `status` is `open` or `sealed`, else a 422.')
      .and.include('ask once more')
      .and.include('Needs the permission `crate.update`');
    expect(requestBody.content['application/json'].schema.$ref).to.match(/\/CrateResealInput$/);
    expect(schemas.CrateResealInput).to.deep.include({ required: ['seal'] });
    expect(JSON.stringify(parameters))
      .to.match(/IfMatch/)
      .and.match(/IdempotencyKey/);
  });

  it('describes what `with` adds to rows', () => {
    const { can, etag } = schemas.Crate.properties;
    expect(schemas.Crate.required).not.to.include.members(['can']);
    expect(etag.type).to.equal('string');
    expect(can.properties.transitions.items['x-extensible-enum']).to.deep.equal(['open', 'sealed', 'gone']);
    expect(can.properties.actions.items['x-extensible-enum']).to.deep.equal(['reseal']);
    for (const [path, parameter] of Object.entries({
      '': 'parameters/ListWith',
      '/{id}': 'parameters/With',
    })) {
      expect(JSON.stringify(crates(path, 'get').parameters), path).to.include(parameter);
    }
    expect(JSON.stringify(crates('', 'post').parameters)).to.include('parameters/With');
    expect(JSON.stringify(crates('/{id}', 'delete').parameters)).not.to.include('With');
    const { filters } = schemas.CratePage.properties;
    expect(schemas.CratePage.required).to.deep.equal(['data', 'meta', 'links']);
    expect(Object.keys(filters.properties)).to.include.members(['inside_id', 'keeper_ids', 'created_by_id']);
    expect(filters.properties.inside_id.items.$ref).to.match(/schemas/);
  });

  it('refuses two endpoints of one address, and two schemas of one name', () => {
    const parts = {
      title: '',
      version: '',
      description: '',
      server: '',
      cookie: '',
      tokenCookie: '',
      tokenHeader: '',
    };
    const chapter = { name: 'A', description: '', schemas: {}, endpoints: [] };
    const endpoint = {
      method: 'get',
      path: '/x',
      id: 'x',
      summary: '',
      access: 'open',
      answers: {},
      failures: [],
    } as const;
    const twice = [{ ...chapter, endpoints: [endpoint, endpoint] }];
    expect(() => createDocument({ ...parts, chapters: twice })).to.throw(/get \/x \(x\) is described twice/);
    const schema = (type: string) => ({ ...chapter, schemas: { Thing: { type } } });
    expect(() => createDocument({ ...parts, chapters: [schema('string'), schema('string')] })).not.to.throw();
    expect(() => createDocument({ ...parts, chapters: [schema('string'), schema('number')] })).to.throw(
      /Thing/,
    );
  });
});
