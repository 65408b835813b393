/**
 * Requests of people without an account: the public door, what it tells and what it does not, how often it may be used, and what becomes
 * of requests. On MariaDB two server processes are on one database, so that what comes at once comes on two nodes.
 */
import { expect } from 'chai';
import { Form, type FormPart } from '../../../package/testing/world/form.ts';
import type { Client } from '../../harness/client.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../harness/database.ts';
import { gif, jpeg, png, pngChunk, secret, webp } from '../../harness/pictures.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { startService } from '../../harness/service.ts';

interface Point {
  readonly id: number;
  readonly token: string;
  readonly url: string;
}

describe('requests of people without an account', () => {
  let database: TestDatabase;
  let nodes: ServiceProcess[] = [];
  let manager: Client;
  let technician: Client;
  let materialId = 0;
  let zoneId = 0;

  before(async () => {
    database = await createTestDatabase('demo');
    const env = {
      ...{ DATABASE_URL: database.url, LOG_LEVEL: 'error', TRUST_PROXY: '1' },
      ...{ PUBLIC_REQUEST_LIMIT: '3', APP_URL: 'http://plant.test', FILES_QUOTA: '8' },
    };
    const count = databaseKind === 'mysql' ? 2 : 1;
    nodes = await Promise.all(Array.from({ length: count }, () => startProcess({ env })));
    const signedIn = async (email: string) => {
      const client = nodes[0]?.client({ origin: 'http://plant.test' });
      if (!client) throw new Error('No node has been started.');
      expect((await client.login(email)).status).to.equal(200);
      return client;
    };
    manager = await signedIn('manager@demo.test');
    technician = await signedIn('technician@demo.test');
    const [material] = (await manager.get('/materials?status=operational&per_page=1')).body.data;
    materialId = material.id;
    zoneId = material.zone.id;
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database?.drop();
  });

  let addresses = 0;
  /** An address that has sent nothing yet. */
  const someone = () => {
    addresses += 1;
    return `198.51.${Math.floor(addresses / 200)}.${(addresses % 200) + 1}`;
  };
  const ask = async (
    path: string,
    { from = someone(), body, method, node = 0, ...headers }: Readonly<Record<string, unknown>> = {},
  ) => {
    const reply = await fetch(`${nodes[Number(node) % nodes.length]?.url}${path}`, {
      method: String(method ?? (body === undefined ? 'GET' : 'POST')),
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': String(from),
        ...(body !== undefined && {
          'Content-Type': body instanceof Form ? body.type : 'application/json',
        }),
        ...(headers as Record<string, string>),
      },
      ...(body !== undefined && { body: bytesOf(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text };
  };
  const bytesOf = (body: unknown) => {
    if (body instanceof Form) return new Uint8Array(body.bytes);
    return typeof body === 'string' ? body : JSON.stringify(body);
  };
  const api = '/api/v1/public';
  const point = async (values: Record<string, unknown> = {}): Promise<Point> => {
    const reply = await manager.post('/request-points', {
      name: 'A point',
      material_id: materialId,
      ...values,
    });
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  const send = (token: string, body: unknown, options: Record<string, unknown> = {}) =>
    ask(`${api}/request-points/${token}/requests`, { body, ...options });
  const referenceOf = ({ text, status }: { text: string; status: number }): string => {
    expect(status, text).to.equal(201);
    return JSON.parse(text).data.reference;
  };
  const found = async (reference: string) =>
    (await manager.get(`/work-requests?search=${reference}`)).body.data;
  const sentTo = async (token: string, description = 'It leaks.') =>
    (await found(referenceOf(await send(token, { description }))))[0];
  const progress = async (reference: string) =>
    JSON.parse((await ask(`${api}/requests/${reference}`)).text).data;

  it('tell of a point what it is about, and nothing else', async () => {
    const { token, url } = await point({ hint: 'Call 112 first.' });
    expect(token).to.match(/^[\w-]{22}$/);
    expect(url).to.equal(`http://plant.test/r/${token}`);
    const reply = await ask(`${api}/request-points/${token}`, { Cookie: 'millwright_session=x' });
    expect(JSON.parse(reply.text).data).to.have.all.keys('site', 'place', 'hint', 'contact', 'photos');
    expect(reply.headers.get('access-control-allow-origin')).to.equal('*');
    expect(reply.headers.get('access-control-allow-credentials')).to.equal(null);
    expect(reply.headers.get('cache-control')).to.equal('no-store');
    expect(reply.headers.get('set-cookie')).to.equal(null);
    expect(reply.headers.get('ratelimit')).to.equal(null);
  });

  it('are what the label of a material leads to: those of its oldest active point, else its page', async () => {
    const { id, zone_id: zone, site_id: site } = (await manager.get(`/materials/${materialId}`)).body.data;
    const made = await manager.post('/materials', { name: 'Labelled', zone_id: zone });
    const { id: material } = made.body.data;
    const page = `http://plant.test/console/materials/${material}?site=${site}`;
    expect(made.body.data.scan_url).to.equal(page);
    const address = async () =>
      (await manager.get(`/materials?id=${material},${id}&sort=-created_at`)).body.data;
    const older = await point({ material_id: material });
    const newer = await point({ material_id: material });
    expect((await address())[0].scan_url).to.equal(older.url);
    await manager.patch(`/request-points/${older.id}`, { active: false });
    expect((await manager.get(`/materials/${material}`)).body.data.scan_url).to.equal(newer.url);
    await manager.patch(`/request-points/${newer.id}`, { active: false });
    expect((await address())[0].scan_url).to.equal(page);
  });

  it('are not on labels if no one may send them', async () => {
    const { token, material } = { ...(await point()), material: materialId };
    const closed = await startService({
      database,
      env: { PUBLIC_REQUESTS: 'false', APP_URL: 'http://plant.test' },
    });
    try {
      const client = await closed.signedIn('manager@demo.test');
      const { scan_url: address, site_id: site } = (await client.get(`/materials/${material}`)).body.data;
      expect(address).to.equal(`http://plant.test/console/materials/${material}?site=${site}`);
      expect((await client.get(`/public/request-points/${token}`)).status).to.equal(404);
      const { body } = await client.get(`/request-points?material_id=${material}&fields=url`);
      expect(body.data).not.to.deep.equal([]);
      for (const { url } of body.data) expect(url).to.equal(null);
    } finally {
      await closed.stop();
    }
    const { scan_url: open } = (await manager.get(`/materials/${material}`)).body.data;
    expect(open).to.match(/^http:\/\/plant\.test\/r\/[\w-]{22}$/);
  });

  it('lead a person who scans a point to the machine or place of the point', async () => {
    const { token, url } = await point();
    for (const code of [token, url, token.toUpperCase(), url.toUpperCase()]) {
      const { body } = await manager.get(`/scan?code=${encodeURIComponent(code)}`);
      expect(body.data.map(({ resource, id }: Record<string, unknown>) => [resource, id])).to.deep.equal([
        ['materials', materialId],
      ]);
    }
    expect((await manager.get(`/scan?code=${'A'.repeat(22)}`)).body.data).to.deep.equal([]);
  });

  it('let pages of any host send them', async () => {
    const { token } = await point();
    const reply = await ask(`${api}/request-points/${token}/requests`, {
      ...{ method: 'OPTIONS', Origin: 'https://elsewhere.test' },
      'Access-Control-Request-Method': 'POST',
    });
    expect(reply.status).to.equal(204);
    expect(reply.headers.get('access-control-allow-methods')).to.contain('POST');
    expect(reply.headers.get('access-control-allow-headers')).to.contain('Content-Type');
    expect(reply.headers.get('access-control-expose-headers')).to.contain('Retry-After');
  });

  it('are kept, with the place of the point, and can be followed', async () => {
    const { token, id } = await point();
    const sent = await send(token, { description: '  It leaks.\nA lot. ', name: 'Ann', contact: '12 34' });
    const reference = referenceOf(sent);
    expect(reference).to.match(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(JSON.parse(sent.text).data.status_url).to.equal(`http://plant.test/r/status/${reference}`);
    const [row] = await found(reference);
    expect(row).to.deep.include({ name: 'It leaks.', status: 'received', request_point_id: id });
    expect(row).to.deep.include({ material_id: materialId, zone_id: zoneId, requester_name: 'Ann' });
    expect(await progress(reference.toLowerCase().replaceAll('-', ''))).to.deep.include({
      ...{ reference, status: 'received', note: null },
    });
    const journal = await manager.get(`/activities?resource=work-request&record_id=${row.id}`);
    expect(journal.body.data).to.have.lengthOf(1);
    expect(journal.text).not.to.contain('Ann');
  });

  it('are refused with every wrong field named', async () => {
    const { token } = await point({ contact: 'required' });
    const wrong = await send(token, { name: 'x'.repeat(101), photo: 'x', description: ' ' });
    expect(wrong.status).to.equal(422);
    expect(JSON.parse(wrong.text).errors).to.have.all.keys('name', 'photo', 'description', 'contact');
    const none = await point({ contact: 'none' });
    expect(
      JSON.parse((await send(none.token, { description: 'x', contact: 'me' })).text).errors,
    ).to.have.all.keys('contact');
    const unread = await send(token, 'x', { 'Content-Type': 'text/plain' });
    expect([unread.status, JSON.parse(unread.text).message]).to.deep.equal([
      ...[415, 'Send the body as application/json or multipart/form-data.'],
    ]);
    const told = JSON.parse((await send(token, { description: 'x', name: 'x'.repeat(101) })).text).errors;
    expect(told).to.deep.equal({
      name: ['The name must not be longer than 100 characters.'],
      contact: ['The contact is required.'],
    });
  });

  it('of programs that fill in all fields look the same and are not kept', async () => {
    const { token } = await point();
    const reference = referenceOf(
      await send(token, { description: 'Buy this', website: 'http://spam.test' }),
    );
    expect(await found(reference)).to.deep.equal([]);
  });

  it('are one where the same text comes twice from one address, also at once', async () => {
    const { token } = await point();
    const from = someone();
    const body = { description: 'It leaks.' };
    const both = await Promise.all([0, 1].map((node) => send(token, body, { from, node })));
    expect(new Set(both.map(referenceOf)).size).to.equal(1);
    expect(referenceOf(await send(token, body))).not.to.equal(both.map(referenceOf)[0]);
    // They were counted once.
    for (const description of ['Another one.', 'A third one.'])
      referenceOf(await send(token, { description }, { from }));
    const last = await send(token, { description: 'A fourth one.' }, { from });
    expect(last.status).to.equal(429);
    expect(Number(last.headers.get('retry-after'))).to.be.above(0);
  });

  it('of an IPv6 network count together', async () => {
    const { token } = await point();
    const statuses: number[] = [];
    for (let number = 1; number <= 4; number += 1) {
      const from = `2001:db8:77:1::${number}`;
      statuses.push((await send(token, { description: `No. ${number}` }, { from })).status);
    }
    expect(statuses).to.deep.equal([201, 201, 201, 429]);
  });

  it('of few addresses never shut a point for others', async () => {
    const { token } = await point();
    let number = 0;
    const sendFrom = async (from: string) => {
      number += 1;
      const { status, headers } = await send(token, { description: `No. ${number}` }, { from, node: number });
      if (status === 429) expect(Number(headers.get('retry-after'))).to.be.within(1, 3600);
      return status;
    };
    for (let count = 0; count < 30; count += 1)
      expect(await sendFrom(`203.0.113.${count % 10}`), `${count}`).to.equal(201);
    // Each network has a part, and each address in it.
    const beyond = [
      '192.0.2.1',
      '192.0.2.1',
      '192.0.2.2',
      '192.0.2.3',
      '192.0.2.4',
      '192.0.3.1',
      '203.0.113.1',
    ];
    const statuses: number[] = [];
    for (const from of beyond) statuses.push(await sendFrom(from));
    expect(statuses).to.deep.equal([201, 429, 201, 201, 429, 201, 429]);
    const photos = new Form([field('description', 'With one'), photo(png({ width: width() }))]);
    expect((await send(token, photos, { from: '192.0.2.4' })).status).to.equal(429);
    expect((await send(token, photos, { from: '192.0.4.4' })).status).to.equal(201);
  });

  it('get one and the same 404 for every problem', async () => {
    const never = 'AAAAAAAAAAAAAAAAAAAAAA';
    const [renewed, inactive, gone, old] = [await point(), await point(), await point(), await point()];
    expect((await manager.post(`/request-points/${renewed.id}/renew`, {})).status).to.equal(200);
    await manager.patch(`/request-points/${inactive.id}`, { active: false });
    await manager.delete(`/request-points/${gone.id}`);
    const zone_id = zoneId;
    const material = await manager.post('/materials', {
      name: `Old ${Date.now()}`,
      zone_id,
      status: 'decommissioned',
    });
    const scrapped = await point({ material_id: material.body.data.id });
    const paths = [never, renewed.token, inactive.token, gone.token, scrapped.token, `${old.token}%20`].map(
      (token) => `/request-points/${token}`,
    );
    const answers = await Promise.all(
      [...paths, '/requests/0000-0000-0000', '/requests/nothing'].map((path) => ask(api + path)),
    );
    const seen = answers.map(({ status, headers, text }) => {
      const told = Object.fromEntries(headers);
      for (const name of ['date', 'x-request-id', 'connection', 'keep-alive']) delete told[name];
      return JSON.stringify([status, told, text]);
    });
    expect(new Set(seen).size, seen.join('\n')).to.equal(1);
    expect(answers[0]?.status).to.equal(404);
    expect((await send(inactive.token, { description: 'x' })).text).to.equal(answers[0]?.text);
  });

  it('know no session at any address of theirs', async () => {
    const { paths } = JSON.parse((await ask('/api/v1/openapi.json')).text);
    const open = Object.keys(paths).filter((path) => path.startsWith(`${api}/`));
    expect(open).to.have.lengthOf(3);
    const cookie = manager.cookieHeader();
    expect(cookie).to.contain('session');
    for (const path of open) {
      const address = path.replaceAll(/\{\w+\}/g, 'AAAAAAAAAAAAAAAAAAAAAA');
      for (const [method, described] of Object.entries<Record<string, unknown>>(paths[path])) {
        const to = { method: method.toUpperCase(), ...(method === 'post' && { body: '{}' }) };
        expect(described.security, path).to.deep.equal([]);
        expect(described.responses, path).not.to.include.any.keys('401', '403', '419');
        const alone = await ask(address, to);
        const signedIn = await ask(address, { ...to, Cookie: cookie, Origin: 'https://elsewhere.test' });
        expect([signedIn.status, signedIn.text], path).to.deep.equal([404, alone.text]);
        expect(Object.fromEntries(signedIn.headers), path).to.deep.include({
          ...{ 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
        });
        for (const name of ['access-control-allow-credentials', 'set-cookie'])
          expect(signedIn.headers.get(name), path).to.equal(null);
      }
    }
  });

  it('let an address read 60 times a minute', async () => {
    const from = someone();
    const statuses = new Set<number>();
    for (let count = 0; count < 61; count += 1)
      statuses.add((await ask(`${api}/requests/0000-0000-0000`, { from })).status);
    expect([...statuses]).to.deep.equal([404, 429]);
  });

  it('are sent by a page without script, which shows what was typed and runs none of it', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { token } = await point({ hint: hostile, contact: 'required' });
    const page = await ask(`/r/${token}`, { 'Accept-Language': 'fr' });
    expect(page.status).to.equal(200);
    expect(page.text).to.contain('lang="fr"').and.not.to.contain('<script');
    expect(page.text.length).to.be.below(20_000);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).to.contain("frame-ancestors 'none'").and.not.to.contain('script-src');
    expect(page.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(page.headers.get('x-robots-tag')).to.equal('noindex');
    expect(page.headers.get('cache-control')).to.equal('no-store');
    expect(page.headers.get('set-cookie')).to.equal(null);
    const post = (fields: Record<string, string>, end = '') =>
      ask(`/r/${token}${end}`, {
        ...{ body: String(new URLSearchParams(fields)) },
        'Content-Type': 'application/x-www-form-urlencoded',
      });
    const wrong = await post({ description: hostile, contact: '', website: '' });
    expect(wrong.status).to.equal(422);
    expect(wrong.text).to.contain('&#60;script').and.not.to.contain('<script');
    const sent = await post({ description: `Broken. ${hostile}`, name: '', contact: '12', website: '' });
    expect(sent.status, sent.text).to.equal(303);
    const location = sent.headers.get('location') ?? '';
    expect(location).to.match(/^status\/[0-9A-Z-]{14}$/);
    expect((await ask(`/r/${location}`)).text).to.contain('It is received.');
    const again = await post({ description: 'With a slash', contact: '12' }, '/');
    const { pathname } = new URL(again.headers.get('location') ?? '', `http://plant.test/r/${token}/`);
    expect((await ask(pathname)).text).to.contain('It is received.');
    const unknown = [await ask('/r/AAAAAAAAAAAAAAAAAAAAAA'), await ask('/r/status/nothing')];
    for (const one of unknown) expect([one.status, one.text]).to.deep.equal([404, unknown[0]?.text]);
  });

  const field = (name: string, value: string): FormPart => ({ name, value });

  it('show markup in names of fields as text on the page, in every form of a body', async () => {
    const { token } = await point();
    const elements = (page: string) => page.match(/<[^>]*>/g)?.length;
    const names = [
      'x"><b>',
      "x'><b>",
      '<form action=//a.test>',
      '</form>',
      '&lt;',
      'a b',
      '__proto__',
      'constructor',
    ];
    for (const name of names) {
      const typed = { description: 'It leaks.', [name]: 'x' };
      const forms = [
        { body: String(new URLSearchParams(typed)), 'Content-Type': 'application/x-www-form-urlencoded' },
        { body: new Form(Object.entries(typed).map(([part, value]) => field(part, value))) },
      ];
      for (const form of forms) {
        const page = await ask(`/r/${token}`, form);
        const plain = await ask(`/r/${token}`, {
          ...{ body: 'description=x&unknown=x', 'Content-Type': 'application/x-www-form-urlencoded' },
        });
        expect([page.status, plain.status], name).to.deep.equal([422, 422]);
        expect(page.text, name).not.to.match(/<b>|a\.test>/);
        expect(elements(page.text), `${name}\n${page.text}`).to.equal(elements(plain.text));
      }
    }
  });

  const photo = (value: Buffer | string, filename = 'IMG 1.jpg'): FormPart => ({
    ...{ name: 'photo', value, filename },
  });
  let widths = 0;
  /** A size that no other picture has. */
  const width = () => {
    widths += 1;
    return 500 + widths;
  };
  /** A picture of so many bytes. */
  const large = (bytes: number) => {
    const small = png({ width: width() });
    const data = pngChunk('IDAT', Buffer.alloc(bytes));
    return Buffer.concat([small.subarray(0, -12), data, small.subarray(-12)]);
  };
  /** How many contents of files no row refers to. */
  const unused = async () => (await database.knex('files').where({ uses: 0 })).length;
  const filesOf = async (resource: string, id: number) =>
    (await manager.get(`/attachments?resource=${resource}&record_id=${id}&sort=name`)).body.data;

  it('come with photos, which what they become has, too', async () => {
    const { token } = await point();
    expect(JSON.parse((await ask(`${api}/request-points/${token}`)).text).data.photos).to.equal(true);
    const body = new Form([
      photo(jpeg({ width: width(), metadata: true }), 'a.jpg'),
      field('description', 'It drips.\r\nHere.'),
      ...[photo(webp({ width: width() }), 'c'), photo(''), photo(png({ width: width() }), 'b.html')],
    ]);
    const reference = referenceOf(await send(token, body));
    const [row] = await found(reference);
    expect(row).to.deep.include({ description: 'It drips.\nHere.', attachment_count: 3 });
    const files = await filesOf('work-requests', row.id);
    expect(files.map(({ name }: { name: string }) => name)).to.deep.equal(['a.jpg', 'b.html.png', 'c.webp']);
    expect(files[0]).to.deep.include({ type: 'image/jpeg', is_image: true, created_by_id: null });
    const { bytes } = await manager.get(`/attachments/${files[0].id}/content`);
    expect([bytes.length, bytes.includes(secret)]).to.deep.equal([files[0].size, false]);
    const accepted = await manager.post(`/work-requests/${row.id}/accept`, { as: 'incident' });
    expect(accepted.status, accepted.text).to.equal(200);
    const copies = await filesOf('incidents', accepted.body.data.incident_id);
    const digests = (all: { sha256: string }[]) => all.map(({ sha256 }) => sha256);
    expect(digests(copies)).to.deep.equal(digests(files));
    expect((await manager.delete(`/work-requests/${row.id}`)).status).to.equal(204);
    expect((await manager.get(`/attachments/${copies[0].id}/content`)).status).to.equal(200);
  });

  it('leave no photo behind where they are refused, sent again or trapped', async () => {
    const [taking, none] = [await point(), await point({ photos: false })];
    expect(JSON.parse((await ask(`${api}/request-points/${none.token}`)).text).data.photos).to.equal(false);
    const before = await unused();
    const said = field('description', 'It leaks.');
    const picture = () => photo(png({ width: width() }));
    const mebibyte = 2 ** 20;
    const cases: readonly [said: string, token: string, parts: FormPart[], on?: string][] = [
      ['takes none', none.token, [said, picture()]],
      ['JPEG, PNG', taking.token, [said, picture(), photo(gif({ width: width() }))]],
      ['damaged', taking.token, [photo(png({ width: width() }).subarray(0, 40)), picture(), said]],
      ['at most 5 MiB', taking.token, [said, photo(large(5 * mebibyte)), picture()]],
      ['At most 3', taking.token, [picture(), picture(), picture(), picture(), said]],
      ['no room for', taking.token, [photo(large(4.5 * mebibyte)), said, photo(large(4.5 * mebibyte))]],
      ['required', taking.token, [picture()], 'description'],
      ['colour', taking.token, [said, picture(), field('colour', 'red')], 'colour'],
      ['no part “file”', taking.token, [said, picture(), { ...picture(), name: 'file' }], 'file'],
    ];
    for (const [words, token, parts, on = 'photo'] of cases) {
      const reply = await send(token, new Form(parts));
      expect(reply.status, `${words}: ${reply.text}`).to.equal(422);
      expect(reply.text).to.contain(words);
      expect(Object.keys(JSON.parse(reply.text).errors), words).to.deep.equal([on]);
      expect(await unused(), words).to.equal(before);
    }
    const from = someone();
    const again = async (...parts: FormPart[]) =>
      referenceOf(await send(taking.token, new Form([said, picture(), ...parts]), { from }));
    const reference = await again();
    expect(await again()).to.equal(reference);
    expect((await found(reference))[0].attachment_count).to.equal(1);
    expect(await found(await again(field('website', 'http://spam.test')))).to.deep.equal([]);
    expect(await unused()).to.equal(before);
    expect((await send(none.token, new Form([said, photo('')]))).status).to.equal(201);
  });

  it('with photos are refused without their bodies where none can be sent', async () => {
    const [{ token }, inactive] = [await point(), await point({ active: false })];
    const from = someone();
    for (const description of ['One.', 'Two.', 'Three.'])
      referenceOf(await send(token, { description }, { from }));
    // A body without the end of its parts: the reader says so.
    const body = new Form([]).bytes.subarray(0, 4).toString();
    const sent = { from, 'Content-Type': new Form([]).type };
    expect((await send(token, body, sent)).status).to.equal(429);
    expect((await send(inactive.token, body, sent)).status).to.equal(404);
    expect((await send(token, body, { ...sent, from: someone() })).status).to.equal(400);
  });

  it('are sent with photos by the page, which comes again with what was typed', async () => {
    const [{ token }, none] = [await point(), await point({ photos: false })];
    const page = await ask(`/r/${token}`);
    expect(page.text).to.contain('enctype="multipart/form-data"').and.to.contain('type="file"');
    expect((await ask(`/r/${none.token}`)).text).not.to.contain('type="file"');
    const typed = [field('description', 'It leaks.\r\nBadly.'), field('name', 'Ann'), field('website', '')];
    const post = (...parts: FormPart[]) => ask(`/r/${token}`, { body: new Form(parts) });
    const wrong = await post(photo('no picture'), ...typed);
    expect(wrong.status, wrong.text).to.equal(422);
    expect(wrong.text).to.contain('id="photo-wrong"').and.to.contain('It leaks.\nBadly.');
    expect(wrong.text).to.contain('value="Ann"').and.to.contain('Choose the photos again.');
    const huge = await post(...typed, photo(Buffer.alloc(26 * 2 ** 20)));
    expect(huge.status).to.equal(413);
    expect(huge.text).to.contain('id="photo-wrong"');
    const sent = await post(...typed, photo(png({ width: width() })), photo('', ''));
    expect(sent.status, sent.text).to.equal(303);
    const reference = String(sent.headers.get('location')).replace('status/', '');
    expect((await found(reference))[0].attachment_count).to.equal(1);
  });

  it('become an incident, once, however many accept', async () => {
    const { token } = await point();
    const { id, reference } = await sentTo(token, 'It leaks.\nBadly.');
    const tries = await Promise.all(
      [0, 1, 2].map(() => manager.post(`/work-requests/${id}/accept`, { as: 'incident' })),
    );
    expect(tries.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422]);
    const refused = tries.find(({ status }) => status === 422);
    expect(Object.keys(refused?.body.errors)).to.deep.equal(['status']);
    const row = (await manager.get(`/work-requests/${id}`)).body.data;
    expect(row).to.deep.include({ status: 'accepted', maintenance_id: null });
    const incident = (await manager.get(`/incidents/${row.incident_id}`)).body.data;
    expect(incident).to.deep.include({ name: 'It leaks.', description: 'It leaks.\nBadly.' });
    expect(
      (await manager.get(`/incidents?search=leaks&material_id=${materialId}`)).body.data.length,
    ).to.equal(1);
    expect((await progress(reference)).status).to.equal('accepted');
    await manager.patch(`/incidents/${row.incident_id}`, { status: 'resolved' });
    expect((await progress(reference)).status).to.equal('done');
  });

  it('become a maintenance, and nothing without a material', async () => {
    const { token } = await point({ material_id: null, zone_id: zoneId });
    const { id } = await sentTo(token);
    const path = `/work-requests/${id}/accept`;
    const none = await manager.post(path, { as: 'maintenance' });
    expect(Object.keys(none.body.errors)).to.deep.equal(['material_id']);
    const strange = await manager.post(path, { as: 'maintenance', material_id: 999_999 });
    expect(Object.keys(strange.body.errors)).to.deep.equal(['material_id']);
    const made = await manager.post(path, { as: 'maintenance', material_id: materialId, name: 'Mend it' });
    expect(made.status, made.text).to.equal(200);
    const maintenance = await manager.get(`/maintenances/${made.body.data.maintenance_id}`);
    expect(maintenance.body.data).to.deep.include({ name: 'Mend it', material_id: materialId });
  });

  it('are decided by users who may, and changed while they are received', async () => {
    const { token } = await point();
    const { id, reference } = await sentTo(token);
    expect((await technician.post(`/work-requests/${id}/reject`, { reason: 'no' })).status).to.equal(403);
    expect(
      (await manager.post(`/work-requests/${id}/reject`, { reason: 'As it should be.' })).status,
    ).to.equal(200);
    expect(await progress(reference)).to.deep.include({ status: 'rejected', note: 'As it should be.' });
    const changed = await manager.patch(`/work-requests/${id}`, { material_id: null });
    expect(Object.keys(changed.body.errors)).to.deep.equal(['material_id']);
    expect((await manager.patch(`/work-requests/${id}`, { public_note: 'Sorry.' })).status).to.equal(200);
  });

  it('follow the request that they are a duplicate of, in no circle', async () => {
    const { token } = await point();
    const [first, second] = [await sentTo(token, 'One.'), await sentTo(token, 'Two.')];
    const merge = (one: { id: number }, of_id: number) =>
      manager.post(`/work-requests/${one.id}/duplicate`, { of_id });
    expect(Object.keys((await merge(first, first.id)).body.errors)).to.deep.equal(['of_id']);
    expect((await merge(second, first.id)).status).to.equal(200);
    expect(Object.keys((await merge(first, second.id)).body.errors)).to.deep.equal(['of_id']);
    await manager.post(`/work-requests/${first.id}/reject`, { reason: 'no' });
    expect(await progress(second.reference)).to.deep.include({ status: 'rejected', note: null });
  });
});
