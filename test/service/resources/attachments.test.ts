/** Files on rows: which are accepted, what is kept of them, who can read their bytes, and when these are removed. */
import { createHash } from 'node:crypto';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { expect } from 'chai';
import { Form, type FormPart } from '../../../package/testing/world/form.ts';
import type { Client, Headers } from '../../harness/client.ts';
import { jpeg, png, secret, webp, zip } from '../../harness/pictures.ts';
import { serveDemo } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';

const missing = 2_147_483_640;
const mebibyte = 2 ** 20;
const limit = mebibyte;
const quota = 2 * mebibyte;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const filePart = (value: Buffer | string, filename = 'pump.jpg', type?: string): FormPart => ({
  ...{ name: 'file', value, filename },
  ...(type !== undefined && { type }),
});
const form = (...parts: FormPart[]) => new Form(parts);
const text = (words: string, filename = 'note.txt') => form(filePart(words, filename));

type Attached = Readonly<Record<string, unknown>>;

describe('attachments', () => {
  const { service, admin, manager, technician, viewer } = serveDemo(
    ['admin', 'manager', 'technician', 'viewer'],
    { env: { FILE_LIMIT: '1', FILES_QUOTA: '2' } },
  );
  let row = '';
  let maintenance = 0;

  const add = (sent: unknown, by: Client = technician, headers: Headers = {}) =>
    by.post(`${row}/attachments`, sent, headers);
  const added = async (sent: Form, by: Client = technician) => {
    const reply = await add(sent, by);
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  const content = (id: number, headers: Headers = {}, by: Client = technician) =>
    by.get(`/attachments/${id}/content`, headers);
  const ledger = async () => {
    const { knex } = service.database;
    const files = await knex('files').where({ site_id: 2 }).select('name', 'uses', 'size');
    const [total] = await knex('file_totals').where({ site_id: 2 }).select('bytes');
    return { files, bytes: Number(total?.bytes ?? 0) };
  };
  const usesOf = async (bytes: Buffer | string) =>
    Number((await ledger()).files.find(({ name }) => name === sha256(bytes))?.uses ?? -1);

  before(async () => {
    const material = (await manager.get('/materials?per_page=1')).body.data[0].id;
    const made = await manager.post('/maintenances', { name: 'Mend the gate', material_id: material });
    expect(made.status, made.text).to.equal(201);
    maintenance = made.body.data.id;
    row = `/maintenances/${maintenance}`;
  });

  it('are there from the first day, on rows of every kind, and are counted', async () => {
    const { data } = (await manager.get('/attachments?per_page=100')).body;
    const expected = ['materials', 'maintenances', 'incidents', 'maintenance-steps', 'work-requests'];
    expect([...new Set(data.map(({ resource }: Attached) => resource))]).to.have.members(expected);
    expect(data).to.have.lengthOf(13);
    const place = ({ resource, record_id: id }: Attached) => `/${resource}/${id}`;
    const there: string[] = data.map(place);
    for (const one of data) {
      expect([one.width, one.height]).to.deep.equal([240, 180]);
      expect(sha256((await content(one.id, {}, manager)).bytes), place(one)).to.equal(one.sha256);
      const { attachment_count } = (await manager.get(place(one))).body.data;
      expect(there.filter((at) => at === place(one))).to.have.lengthOf(attachment_count);
    }
    const { files, bytes } = await ledger();
    expect(files.every(({ uses }) => uses > 0)).to.equal(true);
    expect(bytes).to.equal(files.reduce((sum, { size }) => sum + size, 0));
  });

  it('are added with what their bytes say, and change neither tag nor time of the row', async () => {
    const before = await technician.get(row);
    const behind = zip({ 'x.txt': 'x' });
    const sent = jpeg({ width: 40, height: 30, orientation: 6, metadata: true, behind });
    const small = png({ width: 4, height: 3 });
    const reply = await add(
      form(
        { name: 'caption', value: ' The left hinge ' },
        { name: 'thumbnail', value: small, filename: 'small' },
        filePart(sent, 'C:\\pictures\\pump \u202egpj.html', 'text/html'),
      ),
    );
    expect(reply.status, reply.text).to.equal(201);
    const { data } = reply.body;
    expect(data).to.include({
      ...{ name: 'pump gpj.html.jpg', caption: 'The left hinge', type: 'image/jpeg', is_image: true },
      ...{ width: 30, height: 40, resource: 'maintenances', record_id: maintenance, site_id: 2 },
      url: `${service.url}/api/v1/attachments/${data.id}/content`,
      thumbnail_url: `${service.url}/api/v1/attachments/${data.id}/thumbnail`,
    });
    expect(Object.keys(data).filter((key) => key.startsWith('thumbnail'))).to.deep.equal(['thumbnail_url']);
    expect(reply.headers.location).to.equal(`${service.url}/api/v1/attachments/${data.id}`);
    const { bytes, headers } = await content(data.id);
    expect([bytes.length, sha256(bytes)]).to.deep.equal([data.size, data.sha256]);
    expect(bytes.includes(secret)).to.equal(false);
    expect(bytes.includes('PK')).to.equal(false);
    expect(headers).to.include({
      'content-type': 'image/jpeg',
      etag: `"${data.sha256}"`,
      'content-length': String(data.size),
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-site',
      'content-disposition': 'inline; filename="pump gpj.html.jpg"',
    });
    const thumbnail = await technician.get(`/attachments/${data.id}/thumbnail`);
    expect([thumbnail.headers['content-type'], thumbnail.bytes.length]).to.deep.equal([
      'image/png',
      small.length,
    ]);
    const after = await technician.get(row);
    expect(after.headers.etag).to.equal(before.headers.etag);
    expect(after.body.data).to.deep.equal({ ...before.body.data, attachment_count: 1 });
    const told = await manager.get(
      `/activities?resource=maintenance&record_id=${maintenance}&sort=-id&per_page=1`,
    );
    expect(told.body.data[0]).to.deep.include({
      action: 'attach',
      changes: { attachments: [null, 'pump gpj.html.jpg'] },
    });
  });

  it('are what their bytes say, or are not taken', async () => {
    const html = '<!doctype html><script>alert(1)</script>';
    const cases: readonly [what: string, sent: Form, name: string | null, type?: string][] = [
      ['HTML called a picture', form(filePart(html, 'x.png', 'image/png')), null],
      ['HTML called a text', text(html, 'x.txt'), 'x.txt', 'text/plain'],
      ['a picture with a film’s name', form(filePart(webp(), 'a.mov')), 'a.mov.webp', 'image/webp'],
      ['no name at all', form(filePart(png(), '..')), 'file.png', 'image/png'],
    ];
    for (const [what, sent, name, type] of cases) {
      const reply = await add(sent);
      if (name === null) {
        expect([reply.status, Object.keys(reply.body.errors ?? {})], what).to.deep.equal([422, ['file']]);
        continue;
      }
      expect(
        [reply.status, reply.body.data?.name, reply.body.data?.type],
        `${what}: ${reply.text}`,
      ).to.deep.equal([...[201, name, type]]);
      const { headers } = await content(reply.body.data.id);
      if (type === 'text/plain')
        expect([headers['content-type'], headers['content-disposition']]).to.deep.equal([
          ...['text/plain; charset=utf-8', 'attachment; filename="x.txt"'],
        ]);
    }
  });

  /** Begins an upload, and sends of its body what is given, which is never all of it. */
  const begin = (path: string, by: Client, changed: Headers = {}, sent: string | Buffer = '') => {
    const headers: OutgoingHttpHeaders = {
      ...{ Cookie: by.cookieHeader(), Accept: 'application/json', 'Content-Length': 500_000 },
      ...{ Origin: new URL(service.url).origin, 'Content-Type': form().type },
      'X-XSRF-TOKEN': decodeURIComponent(by.cookies.get('XSRF-TOKEN') ?? ''),
      ...changed,
    };
    const outgoing = request(`${service.url}/api/v1${path}`, { method: 'POST', headers });
    outgoing.flushHeaders();
    if (sent.length > 0) outgoing.write(sent);
    const status = new Promise<number>((resolve, reject) => {
      outgoing.on('error', reject);
      outgoing.on('response', (reply) => {
        resolve(reply.statusCode ?? 0);
        outgoing.on('error', () => {});
        outgoing.destroy();
      });
    });
    return { outgoing, status };
  };

  it('are refused without a byte of them for all that is known before', async () => {
    const { id: zone } = (await viewer.get('/zones?per_page=1')).body.data[0];
    const cases: readonly [path: string, by: Client, headers: Headers, status: number][] = [
      [`${row}/attachments`, technician, { Cookie: '' }, 401],
      [`${row}/attachments`, technician, { 'X-XSRF-TOKEN': 'other' }, 419],
      [`/zones/${zone}/attachments`, viewer, {}, 403],
      [`/maintenances/${missing}/attachments`, technician, {}, 404],
      [`${row}/attachments`, admin, {}, 403],
      [`${row}/attachments`, technician, { 'Content-Type': 'application/json' }, 415],
      [`${row}/attachments`, technician, { 'Content-Type': 'multipart/form-data' }, 400],
      [`${row}/attachments`, technician, { 'Content-Length': String(limit + 200 * 1024) }, 413],
      [`${row}/attachments?with=nothing`, technician, {}, 422],
    ];
    for (const [path, by, headers, status] of cases)
      expect(await begin(path, by, headers).status, `${path} ${JSON.stringify(headers)}`).to.equal(status);
  });

  it('delay no other request while they arrive, except for the fifth of one person', async () => {
    const head = form(filePart('begun', 'a.txt')).bytes.toString().split('begun')[0] ?? '';
    const begun = [1, 2, 3, 4].map(() => begin(`${row}/attachments`, technician, {}, `${head}begun`));
    for (const { status } of begun) status.catch(() => {});
    await until('four are under way', async () => {
      const { files } = await ledger();
      return files.filter(({ size }) => size === null).length === 4;
    });
    expect(await begin(`${row}/attachments`, technician, {}, head).status).to.equal(429);
    // The row is locked by none of them, and no connection is taken.
    const replies = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((at) => manager.patch(row, { description: `${at}` })),
    );
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
    for (const { outgoing } of begun) outgoing.destroy();
    await until('their places are free', async () => (await add(text('after them'))).status === 201);
    const { files } = await ledger();
    expect(files.some(({ name }) => name === sha256('begun'))).to.equal(false);
  });

  it('of people without an account delay no other request while they arrive', async () => {
    const zone = (await manager.get('/zones?per_page=1')).body.data[0].id;
    const made = await manager.post('/request-points', { name: 'Gate', zone_id: zone });
    const { id, token } = made.body.data;
    const path = `/public/request-points/${token}/requests`;
    const sent = form(
      { name: 'description', value: 'It sticks.' },
      { ...filePart(png(), 'a.png'), name: 'photo' },
    );
    const begun = [1, 2, 3, 4].map(() =>
      begin(path, technician, { 'Content-Length': String(sent.bytes.length) }, sent.bytes.subarray(0, -40)),
    );
    for (const { status } of begun) status.catch(() => {});
    await until('four are under way', async () => {
      const { files } = await ledger();
      return files.filter(({ size }) => size === null).length === 4;
    });
    expect(await begin(path, technician, {}, '').status).to.equal(429);
    const replies = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((at) => manager.patch(`/request-points/${id}`, { hint: `${at}` })),
    );
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
    // It is the point as it is when the body has come.
    await manager.patch(`/request-points/${id}`, { photos: false });
    begun[0]?.outgoing.end(sent.bytes.subarray(-40));
    expect(await begun[0]?.status).to.equal(422);
    await manager.patch(`/request-points/${id}`, { photos: true });
    begun[1]?.outgoing.end(sent.bytes.subarray(-40));
    expect(await begun[1]?.status).to.equal(201);
    for (const { outgoing } of begun) outgoing.destroy();
    const found = (await manager.get(`/work-requests?request_point_id=${id}`)).body.data;
    expect(found.map((one: Record<string, unknown>) => one.attachment_count)).to.deep.equal([1]);
  });

  it('are refused for the rest of the form', async () => {
    const file = filePart('words', 'a.txt');
    const cases: readonly [what: string, sent: unknown, status: number, field: string][] = [
      ['JSON', { file: 'x' }, 415, ''],
      ['no file', form({ name: 'caption', value: 'x' }), 422, 'file'],
      ['two files', form(file, file), 422, 'file'],
      ['another part', form(file, { name: 'name', value: 'x' }), 422, 'name'],
      ['a long caption', form(file, { name: 'caption', value: 'x'.repeat(256) }), 422, 'caption'],
      ['a thumbnail that is a text', form(file, { ...file, name: 'thumbnail' }), 422, 'thumbnail'],
      [
        'a thumbnail that is large',
        form(file, { name: 'thumbnail', filename: 'x', value: Buffer.alloc(65 * 1024, 'x') }),
        ...[422, 'thumbnail'],
      ] as never,
      [
        'a thumbnail of many pixels',
        form(file, { name: 'thumbnail', filename: 'x', value: png({ width: 513, height: 1 }) }),
        ...[422, 'thumbnail'],
      ] as never,
    ];
    const before = await ledger();
    for (const [what, sent, status, field] of cases) {
      const reply = await add(sent);
      expect([reply.status, ...Object.keys(reply.body.errors ?? {})], `${what}: ${reply.text}`).to.deep.equal(
        field === '' ? [status] : [status, field],
      );
    }
    for (const [type, code] of [
      ['multipart/form-data', 'malformed_multipart'],
      ['multipart/form-data; boundary=other', 'malformed_multipart'],
    ])
      expect((await add(form(file), technician, { 'Content-Type': type })).body.code, type).to.equal(code);
    const packed = await add(form(file), technician, { 'Content-Encoding': 'gzip' });
    expect(packed.status).to.equal(415);
    expect(await ledger(), 'nothing of it is kept').to.deep.equal(before);
  });

  it('of exactly the limit are taken, and more is refused at once', async () => {
    const exact = await added(text('x'.repeat(limit), 'long.txt'));
    expect(exact.size).to.equal(limit);
    expect((await technician.delete(`/attachments/${exact.id}`)).status).to.equal(204);
    expect((await add(text('x'.repeat(limit + 1)))).status).to.equal(413);
    expect((await add(text('x'.repeat(limit + 200 * 1024)))).status).to.equal(413);
  });

  it('have bytes for users who may view the row, and a 404 for others', async () => {
    const { id } = await added(form(filePart(png(), 'here.png')));
    const absent = await viewer.get(`/attachments/${missing}/content`);
    for (const path of [`/attachments/${id}`, `/attachments/${id}/content`, `/attachments/${id}/thumbnail`]) {
      const reply = await viewer.get(path);
      expect([reply.status, reply.text], path).to.deep.equal([404, absent.text]);
    }
    expect((await content(id, {}, admin)).status).to.equal(200);
    expect((await technician.get(`/attachments/${id}/thumbnail`)).status, 'without one').to.equal(404);
  });

  it('are answered whole, in part, or not at all where the client has them', async () => {
    const words = 'The hinge is bent, and the bolt beside it is loose.';
    const { id } = await added(text(words, 'größe "1".txt'));
    const etag = `"${sha256(words)}"`;
    const size = words.length;
    const cases: readonly [headers: Headers, status: number, body: string, range?: string][] = [
      [{}, 200, words],
      [{ Range: 'bytes=4-8' }, 206, 'hinge', `bytes 4-8/${size}`],
      [{ 'If-None-Match': etag }, 304, ''],
    ];
    for (const [headers, status, body, range] of cases) {
      const reply = await content(id, { ...headers, 'Accept-Encoding': 'gzip' });
      expect(
        [reply.status, reply.text, reply.headers['content-range']],
        JSON.stringify(headers),
      ).to.deep.equal([...[status, body, range]]);
      expect([reply.headers.etag, reply.headers['content-encoding']]).to.deep.equal([etag, undefined]);
    }
    const beyond = await content(id, { Range: `bytes=${size}-` });
    expect([beyond.status, beyond.body.code, beyond.headers['content-range']]).to.deep.equal([
      ...[416, 'range_not_satisfiable', `bytes */${size}`],
    ]);
    const head = await technician.send('HEAD', `/attachments/${id}/content`, undefined, {
      Range: 'bytes=4-8',
    });
    expect([head.status, head.text, head.headers['content-length']]).to.deep.equal([200, '', String(size)]);
    expect(head.headers['content-disposition']).to.equal(
      'attachment; filename="gr__e _1_.txt"; filename*=UTF-8\'\'gr%C3%B6%C3%9Fe%20%221%22.txt',
    );
    const saved = await added(form(filePart(png(), 'a.png')));
    const reply = await technician.get(`/attachments/${saved.id}/content?download=true`);
    expect(reply.headers['content-disposition']).to.equal('attachment; filename="a.png"');
    expect((await technician.get(`/attachments/${saved.id}/content?x=1`)).status).to.equal(422);
  });

  it('are a failure, and no broken answer, where their bytes are lost', async () => {
    const { id, sha256: name } = await added(text('These words will be lost.'));
    const [lost] = await service.database.knex('files').where({ site_id: 2, name }).select('id');
    await service.database.knex('file_pieces').where({ file_id: lost.id }).delete();
    const reply = await content(id);
    expect([reply.status, reply.body.code]).to.deep.equal([500, 'internal']);
    expect(reply.headers['content-disposition']).to.equal(undefined);
    expect((await technician.delete(`/attachments/${id}`)).status).to.equal(204);
  });

  it('are the same for one key, by their digest, and leave nothing behind', async () => {
    const headers = { 'Idempotency-Key': 'the same file' };
    const first = await add(text('once', 'a.txt'), technician, headers);
    const second = await add(text('once', 'a.txt'), technician, headers);
    expect([first.status, second.status, second.headers['idempotent-replayed']]).to.deep.equal([
      201,
      201,
      'true',
    ]);
    expect(second.body).to.deep.equal(first.body);
    expect(await usesOf('once')).to.equal(1);
    const other = await add(text('another', 'a.txt'), technician, headers);
    expect([other.status, Object.keys(other.body.errors ?? {})]).to.deep.equal([422, ['Idempotency-Key']]);
    expect(await usesOf('another'), 'of what was refused').to.equal(-1);
    const dry = await add(text('tried', 'a.txt'), technician, { Prefer: 'dry-run' });
    expect([dry.status, dry.headers['preference-applied']]).to.deep.equal([201, 'dry-run']);
    expect(await usesOf('tried'), 'of a dry run').to.equal(-1);
    const batch = await technician.post('/batch', {
      operations: [{ method: 'POST', path: `${row}/attachments`, body: { file: 'x' } }],
    });
    expect([batch.status, batch.body.index], batch.text).to.deep.equal([415, 0]);
  });

  it('are called what people call them, by the rules of names', async () => {
    const { id, name } = await added(form(filePart(png(), 'pump.png')));
    expect(name).to.equal('pump.png');
    for (const [sent, kept] of [
      ['../../etc/bolt', 'bolt.png'],
      ['x.html', 'x.html.png'],
      ['.png', 'png.png'],
      ['gate.PNG', 'gate.PNG'],
    ]) {
      const reply = await technician.patch(`/attachments/${id}`, { name: sent, caption: 'new' });
      expect([reply.status, reply.body.data?.name], reply.text).to.deep.equal([200, kept]);
    }
  });

  it('let go of their bytes with the row that they are on', async () => {
    const { body } = await manager.post('/incidents', {
      ...{ name: 'Leak', material_id: (await manager.get('/materials?per_page=1')).body.data[0].id },
    });
    const path = `/incidents/${body.data.id}`;
    const words = 'twice at this site';
    const before = (await ledger()).bytes;
    for (const _ of [1, 2])
      expect((await technician.post(`${path}/attachments`, text(words))).status).to.equal(201);
    expect([await usesOf(words), (await ledger()).bytes]).to.deep.equal([2, before + words.length]);
    const [{ id }] = (await technician.get(`/attachments?resource=incidents&record_id=${body.data.id}`)).body
      .data;
    expect((await technician.delete(`/attachments/${id}`)).status).to.equal(204);
    expect([await usesOf(words), (await ledger()).bytes]).to.deep.equal([1, before + words.length]);
    expect((await manager.delete(path)).status).to.equal(204);
    expect([await usesOf(words), (await ledger()).bytes]).to.deep.equal([0, before]);
  });

  it('of a request are given to what it becomes, as rows of their own', async () => {
    const received = (await manager.get('/work-requests?status=received')).body.data;
    const request = received.find((one: Record<string, unknown>) => one.attachment_count === 0);
    const path = `/work-requests/${request.id}`;
    const sent = form({ name: 'caption', value: 'The leak' }, filePart(png(), 'leak.png'));
    const reply = await manager.post(`${path}/attachments`, sent);
    expect(reply.status, reply.text).to.equal(201);
    const uses = await usesOf(png());
    const [material] = (await manager.get('/materials?per_page=1')).body.data;
    const accepted = await manager.post(`${path}/accept`, { as: 'incident', material_id: material.id });
    expect(accepted.status, accepted.text).to.equal(200);
    const of = `resource=incidents&record_id=${accepted.body.data.incident_id}`;
    const [copy, ...others] = (await manager.get(`/attachments?${of}`)).body.data;
    expect(others).to.deep.equal([]);
    const { name, caption, sha256: digest } = reply.body.data;
    expect(copy).to.include({ name, caption, sha256: digest });
    expect(await usesOf(png())).to.equal(uses + 1);
    expect((await manager.delete(`/attachments/${reply.body.data.id}`)).status).to.equal(204);
    expect((await content(copy.id)).bytes.equals(png())).to.equal(true);
  });

  it('of a site stay below its quota, also where two come at once', async () => {
    const { bytes } = await ledger();
    const large = (sign: string) => text(sign.repeat(Math.min(limit, Math.floor((quota - bytes) * 0.6))));
    const replies = await Promise.all([add(large('a')), add(large('b'))]);
    expect(replies.map(({ status }) => status).sort(), replies.map((one) => one.text).join()).to.deep.equal([
      201, 422,
    ]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body.errors.file[0]).to.match(/have no room for it: [\d.]+ MiB are left/);
    expect((await ledger()).bytes).to.be.at.most(quota);
    const made = replies.find(({ status }) => status === 201)?.body.data.id;
    expect((await technician.delete(`/attachments/${made}`)).status).to.equal(204);
  });

  it('are 100 of a row at most', async () => {
    const { knex } = service.database;
    const [one] = await knex('attachments').where({ resource: 'maintenances', record_id: maintenance });
    const { body } = await manager.post('/maintenances', {
      ...{ name: 'Full', material_id: (await manager.get('/materials?per_page=1')).body.data[0].id },
    });
    const record_id = body.data.id;
    const rows = Array.from({ length: 99 }, () => ({ ...one, id: undefined, record_id }));
    await knex.batchInsert(
      'attachments',
      rows.map(({ id: _, ...rest }) => rest),
      20,
    );
    const path = `/maintenances/${record_id}/attachments`;
    expect((await technician.post(path, text('the hundredth'))).status).to.equal(201);
    const reply = await technician.post(path, text('one more'));
    expect([reply.status, reply.body.errors?.file]).to.deep.equal([
      422,
      ['There are 100 files here already.'],
    ]);
    await knex('attachments').where({ record_id, resource: 'maintenances' }).del();
  });

  it('are told of in the metadata', async () => {
    const { body } = await technician.get('/resources');
    const told = body.data.find(({ path }: { path: string }) => path === 'maintenances');
    expect([told.attachable, body.meta.attachments.max_bytes]).to.deep.equal(['add', limit]);
    expect(body.meta.attachments).to.include({
      url: `${service.url}/api/v1/attachments?resource={resource}&record_id={id}`,
      upload_url: `${service.url}/api/v1/{resource}/{id}/attachments`,
    });
    const files = body.data.find(({ path }: { path: string }) => path === 'attachments');
    const type = files.fields.find(({ name }: { name: string }) => name === 'type');
    expect(JSON.stringify(type)).to.include('image/jpeg').and.include('application/pdf');
  });
});
