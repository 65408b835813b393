import { expect } from 'chai';
import { anywhere } from '../harness/only-on.ts';
import { type Service, startService } from '../harness/service.ts';

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

const path = '/api/v1/openapi.json';

anywhere.describe('GET /openapi.json', () => {
  let service: Service;
  let document: Document;
  before(async () => {
    service = await startService();
    document = (await service.client().get(path)).body;
  });
  after(() => service?.stop());

  it('needs no session, from whatever page it is asked', async () => {
    const reply = await service.client({ origin: null }).get(path);
    expect(reply).to.include({ status: 200 });
    expect(reply.headers).to.include({ 'content-type': 'application/json; charset=utf-8' });
    expect(reply.body).to.include({ openapi: '3.1.1' });
    expect(reply.body.servers).to.deep.equal([{ url: service.url }]);
  });

  it('is sent once: whoever has it already is told so', async () => {
    const client = service.client();
    const { etag } = (await client.get(path)).headers;
    expect(etag).to.match(/^W\/"[\w-]{22}"$/);
    const again = await client.get(path, { 'If-None-Match': String(etag) });
    expect(again).to.include({ status: 304, text: '' });
    expect(again.headers).to.include({ etag, 'cache-control': 'no-cache' });
    expect(await client.get(path, { 'If-None-Match': '"another"' })).to.include({ status: 200 });
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
      const allowed = visitor ? [403, 204] : session ? [401, 403] : [200, 204, 403];
      expect(allowed, `${method} ${address} → ${status} ${text}`).to.include(status);
    }
    expect(requests()).to.have.length.above(80);
  });

  it('asks for the token where something changes', async () => {
    const seeded = await startService({ seed: 'demo' });
    try {
      const client = await seeded.signedIn('manager@demo.test');
      client.cookies.delete('XSRF-TOKEN');
      const changing = requests().filter(({ method }) => method !== 'GET');
      for (const { method, address } of changing) {
        const { status, text } = await client.send(method, address);
        // Nobody owes a second factor here: who asks comes before the token.
        const expected = address.endsWith('/auth/two-factor-challenge') ? 401 : 419;
        expect(status, `${method} ${address} → ${text}`).to.equal(expected);
      }
      expect(changing).to.have.length.above(40);
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
      'headers',
      'from',
      'errors',
      'labels',
      'only',
      'required_with',
      'transitions',
      'list',
      'query',
      'answer',
      'with',
      'set',
      'when',
    ];
    const seen: string[] = [];
    const visit = (schema: Schema, name: string): void => {
      const types = [schema.type].flat();
      if (types.includes('object') && !open.includes(name.split('.').at(-1) ?? '')) {
        seen.push(name);
        expect(schema.additionalProperties, name).to.equal(false);
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
  });
});
