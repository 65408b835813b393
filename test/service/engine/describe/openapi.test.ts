import { expect } from 'chai';
import { Form } from '../../../../package/testing/world/form.ts';
import { anywhere } from '../../../harness/only-on.ts';
import { jpeg } from '../../../harness/pictures.ts';
import { type Service, startService } from '../../../harness/service.ts';

/** What this file reads of the document. */
interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, { readonly content?: unknown }>>;
}
type Schema = Readonly<Record<string, unknown>>;
interface Example {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example: unknown;
}

/** As its style says: lists with commas, objects with a name for each key. */
function writeExample({ name, example }: Example): string {
  if (typeof example !== 'object' || example === null || Array.isArray(example))
    return `${name}=${encodeURIComponent(String(example))}`;
  return Object.entries(example)
    .map(([key, value]) => `${name}[${key}]=${encodeURIComponent(String(value))}`)
    .join('&');
}

/** Whether one parameter is not sent without another: what must be there, and of an id the resource that it is of. */
const goesWith = (one: Example, other: Example): boolean =>
  other.required === true || (one.name === 'record_id' && other.name === 'resource');

const path = '/api/v1/openapi.json';

anywhere.describe('GET /openapi.json', () => {
  let service: Service;
  let document: Document;
  before(async () => {
    service = await startService();
    document = (await service.client().get(path)).body;
  });
  after(() => service?.stop());

  it('looks after other requests with each operation and schema that it describes, and with each that it writes', async () => {
    const { now } = performance;
    const parts = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
    let asked = 0;
    try {
      performance.now = () => {
        asked += 1;
        return now.call(performance);
      };
      expect((await service.client().get(`${path}?fields=true`)).status).to.equal(200);
    } finally {
      performance.now = now;
    }
    const written = Object.keys(document.paths).length;
    const schemas = Object.keys(document.components.schemas).length;
    expect(asked).to.be.at.least(parts + written + 3 * schemas);
  });

  it('needs no session, for pages of any origin', async () => {
    const reply = await service.client({ origin: null }).get(path);
    expect(reply).to.include({ status: 200 });
    expect(reply.headers).to.include({ 'content-type': 'application/json; charset=utf-8' });
    expect(reply.body).to.include({ openapi: '3.1.1' });
    expect(reply.body.servers).to.deep.equal([{ url: service.url }]);
  });

  it('is sent once: a client that has it gets a 304', async () => {
    const client = service.client();
    const { etag } = (await client.get(path)).headers;
    expect(etag).to.match(/^W\/"[\w-]{22}"$/);
    const again = await client.get(path, { 'If-None-Match': String(etag) });
    expect(again).to.include({ status: 304, text: '' });
    expect(again.headers).to.include({ etag, 'cache-control': 'no-cache' });
    expect(await client.get(path, { 'If-None-Match': '"another"' })).to.include({ status: 200 });
  });

  describe('in part', () => {
    /** Everything that a document refers to. */
    const refsIn = (part: unknown) => new Set(JSON.stringify(part).match(/#\/components\/[^"]+/g));
    /** Everything that it has to refer to, security aside. */
    const partsOf = ({ securitySchemes: _, ...components }: Readonly<Record<string, object>>) =>
      Object.entries(components).flatMap(([kind, all]) =>
        Object.keys(all).map((name) => `#/components/${kind}/${name}`),
      );
    const read = async (query: string) => (await service.client().get(`${path}?${query}`)).body;

    it('is what belongs to some resources, whole in itself', async () => {
      const part = await read('resources=zones,materials');
      expect(new Set(Object.keys(part.paths).map((one) => one.split('/')[3]))).to.deep.equal(
        new Set(['materials', 'zones']),
      );
      expect(part.tags.map(({ name }: { name: string }) => name)).to.deep.equal([
        ...['Materials', 'Zones', 'Option lists'],
      ]);
      expect(partsOf(part.components)).to.have.members([...refsIn(part)]);
      expect(part.paths['/api/v1/zones']).to.deep.equal(document.paths['/api/v1/zones']);
      expect(JSON.stringify(part).length * 3).to.be.below(JSON.stringify(document).length);
    });

    it('is what has some tags, and both beside each other', async () => {
      const signIn = await read('tags=Sign-in');
      expect(Object.keys(signIn.paths)).to.include('/api/v1/auth/login').and.to.have.length(7);
      expect(partsOf(signIn.components)).to.have.members([...refsIn(signIn)]);
      const both = await read('resources=closures&tags=Sign-in,Batches');
      expect(Object.keys(both.paths)).to.include.members([...Object.keys(signIn.paths), '/api/v1/batch']);
      expect(Object.keys(both.paths)).to.include('/api/v1/closures/{id}');
      const { BatchBody, BatchAnswerBody } = both.components.schemas;
      expect([...refsIn([BatchBody, BatchAnswerBody])]).to.deep.equal(
        ['ClosureCreate', 'ClosureUpdate', 'Closure'].map((name) => `#/components/schemas/${name}`),
      );
      expect(BatchAnswerBody.anyOf.at(-1)).to.deep.equal({ type: 'object', additionalProperties: true });
      expect(partsOf(both.components)).to.have.members([...refsIn(both)]);
    });

    it('has the choice of fields where that is asked for', async () => {
      const chosen = await read('resources=zones&fields=true');
      const usual = await read('resources=zones');
      const named = (part: typeof usual) =>
        part.paths['/api/v1/zones'].get.parameters.some((one: { name?: string }) => one.name === 'fields');
      expect([named(chosen), named(usual), named(await read('fields=true'))]).to.deep.equal([
        true,
        false,
        true,
      ]);
      expect(chosen.components.schemas.Zone).not.to.have.property('required');
      expect((await service.client().get(`${path}?fields=some`)).status).to.equal(422);
    });

    it('has a tag of its own, the same however it is asked for', async () => {
      const client = service.client();
      const tagOf = async (query: string) => String((await client.get(`${path}${query}`)).headers.etag);
      const [whole, one, other] = [
        await tagOf(''),
        await tagOf('?resources=zones,sites'),
        await tagOf('?resources=zones'),
      ];
      expect(new Set([whole, one, other]).size).to.equal(3);
      expect(await tagOf('?resources=sites,zones')).to.equal(one);
      const again = await client.get(`${path}?resources=zones`, { 'If-None-Match': other });
      expect(again).to.include({ status: 304, text: '' });
    });

    it('names what there is where something is asked for that is not', async () => {
      const reply = await service.client().get(`${path}?resources=zones,tools&tags=Tools&page=1`);
      expect(reply.status).to.equal(422);
      const { resources, tags, page } = reply.body.errors;
      expect(resources[0]).to.match(/^There is no “tools” to describe\. Allowed: activities, .*zones\.$/);
      expect(tags[0]).to.match(/^There is no “Tools” to describe\. Allowed: Sign-in, /);
      expect(page[0]).to.include('Allowed: fields, resources, tags.');
    });
  });

  /** Each operation with the request that asks for it, ids filled in. */
  const requests = () =>
    Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        address: template.replace(/\{\w+\}/g, '1'),
        operation,
      })),
    );

  it('describes addresses that are there, and asks for a session where there must be one', async () => {
    const client = service.client({ origin: null });
    for (const { method, address, operation } of requests()) {
      const { status, text } = await client.send(method, address);
      const session = operation.security.some((one) => 'session' in one);
      const token = operation.security.some((one) => 'token' in one);
      const visitor = token && !('401' in operation.responses);
      // No valid address with a secret in it is known here.
      const secret = '404' in operation.responses ? [404] : [];
      const allowed = visitor ? [403, 204] : session ? [401, 403] : [200, 204, 403, ...secret];
      expect(allowed, `${method} ${address} → ${status} ${text}`).to.include(status);
    }
    expect(requests()).to.have.length.above(80);
  });

  it('asks for the token where something changes', async () => {
    const seeded = await startService({ seed: 'demo' });
    try {
      const client = await seeded.signedIn('manager@demo.test');
      client.cookies.delete('XSRF-TOKEN');
      // What asks for nothing is no page's: an address with a secret in it.
      const changing = requests().filter(
        ({ method, operation }) => method !== 'GET' && operation.security.length > 0,
      );
      for (const { method, address } of changing) {
        const { status, text } = await client.send(method, address);
        // No user owes a second factor here: the check of the user comes before the token.
        const expected = address.endsWith('/auth/two-factor-challenge') ? 401 : 419;
        expect(status, `${method} ${address} → ${text}`).to.equal(expected);
      }
      expect(changing).to.have.length.above(40);
    } finally {
      await seeded.stop();
    }
  });

  it('has examples with which every reading request is answered, whether one of them is sent or all', async () => {
    const seeded = await startService({ seed: 'demo' });
    try {
      const client = await seeded.signedIn('admin@demo.test');
      // Of what is one's own there is none yet, and no file of the demo has a thumbnail.
      expect((await client.post('/calendar-feeds', { name: 'Mine', site_id: 1 })).body.data.id).to.equal(1);
      await client.patch('/user/site', { site_id: 2 });
      const [{ id: material }] = (await client.get('/materials?per_page=1')).body.data;
      const parts = ['file', 'thumbnail'].map((name) => ({ name, value: jpeg(), filename: 'pump.jpg' }));
      const added = await client.post(`/materials/${material}/attachments`, new Form(parts));
      expect(added.status, added.text).to.equal(201);
      const files = seeded.database.knex('attachments');
      const small = ['thumbnail_type', 'thumbnail_size', 'thumbnail_sha256'];
      const [thumbnail] = await files.clone().where({ id: added.body.data.id }).select(small);
      await files.clone().where({ id: 1 }).update(thumbnail);
      await client.patch('/user/site', { site_id: 1 });
      const { paths, components } = (await client.get(path)).body;
      const named = (one: Example | { $ref: string }): Example =>
        '$ref' in one ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one;
      let asked = 0;
      for (const [template, { get }] of Object.entries<Record<string, { parameters?: Example[] }>>(paths)) {
        const parameters = (get?.parameters ?? []).map(named);
        const address = template.replace(/\{(\w+)\}/g, (_, name) =>
          String(parameters.find((one) => one.name === name)?.example),
        );
        const queries = parameters.filter((one) => one.in === 'query');
        const each = template.endsWith('s')
          ? queries.map((one) => queries.filter((other) => other === one || goesWith(one, other)))
          : [];
        for (const sent of queries.length > 0 ? [queries, ...each] : []) {
          const query = sent.map(writeExample).join('&');
          const { status, text } = await client.get(`${address}?${query}`);
          expect(status, `${address}?${query} → ${text.slice(0, 300)}`).to.equal(200);
          asked += 1;
        }
      }
      expect(asked).to.be.above(300);
    } finally {
      await seeded.stop();
    }
  });

  it('says of every object in an answer which keys it has', () => {
    // What no schema can close: a JSON Schema, the changes of any resource, the answers of a batch, this document, and
    // conditions on the fields of any resource, filters of its list (`list`, `query`), what fills in a form of it (`with`), and the
    // answers of an overview.
    const open = [
      'schema',
      'changes',
      'body',
      'BatchBody',
      'headers',
      'transitions',
      'errors',
      'labels',
      'bounds',
      'input',
      'only',
      'payload',
      'periods',
      'required_with',
      'list',
      'query',
      'answer',
      'answers',
      'at',
      'with',
      'set',
      'start',
      'when',
      'while',
      'where',
      'not',
    ];
    const seen: string[] = [];
    const visit = (schema: Schema, name: string): void => {
      const types = [schema.type].flat();
      if (types.includes('object') && !open.includes(name.split('.').at(-1) ?? '')) {
        seen.push(name);
        expect(schema.properties, name).to.be.an('object');
        expect([false, undefined], name).to.include(schema.additionalProperties);
      }
      for (const [key, part] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
        visit(part, `${name}.${key}`);
      }
      for (const part of [schema.items, schema.anyOf, schema.oneOf].flat()) {
        if (part) visit(part as Schema, name);
      }
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name);
    expect(seen).to.have.length.above(60).and.to.include.members(['Material', 'PageMeta']);
    // A later version may answer more, and takes no more than it says.
    const { Material, MaterialCreate } = document.components.schemas;
    expect([Material, MaterialCreate].map((one) => one?.additionalProperties)).to.deep.equal([
      undefined,
      false,
    ]);
  });
});
