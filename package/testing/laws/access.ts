/** Access: no session, no token, no permission, a row of another site, a path or a method that does not exist. */
import { expect } from 'chai';
import { permissionNames } from '../../../auth/index.ts';
import type { Permission } from '../../../engine/policy.ts';
import { before, describe, it, itOnce } from '../runner.ts';
import type { Body, Place } from '../specimens/rules.ts';
import { actionBody, rowFor } from '../specimens/walks.ts';
import { Client, type Reply } from '../world/client.ts';
import { allRows, idsOf, missingId } from '../world/lists.ts';
import type { Subject } from '../world/subject.ts';
import { type Attempt, attemptsOf, isOnRow, usualOf } from './attempts.ts';

/** Texts in the place of an id that are not ids. */
const noIds = ['abc', '99999999999', '0', '-1', '1.5', '2147483648', '1e3', '0x1', '%20', '%D9%A3', '01'];

export function describeAccess(subject: Subject): void {
  const { resource } = subject;
  const attempts = attemptsOf(subject);
  let id = 0;
  let body: Body = {};

  const send = async (
    client: Client,
    { method, path, creates, input }: Attempt,
    headers = {},
  ): Promise<Reply> => {
    const sent = method === 'PATCH' ? {} : creates || input ? body : undefined;
    const address = creates ? await subject.createPath() : `${subject.path}${path.replace('ID', String(id))}`;
    return client.send(method, address, sent, headers);
  };
  const expectCode = (reply: Reply, status: number, code: string) => {
    expect([reply.status, reply.body?.code], reply.text).to.deep.equal([status, code]);
  };
  /** Everything in the table, to see that nothing was written. */
  const stored = (): Promise<unknown[]> => subject.world.service.database.knex(resource.table).orderBy('id');

  describe('access', () => {
    before(async () => {
      id = subject.can('create') ? (await subject.make()).id : await subject.someId();
      if (subject.can('create')) body = await subject.specimens.body(resource, subject.place);
    });

    for (const attempt of attempts) {
      itOnce(`${attempt.what}: 401 without a session`, async () => {
        const stranger = subject.world.service.client();
        await stranger.get('/spa/csrf-cookie');
        const rows = await stored();
        expectCode(await send(stranger, attempt), 401, 'unauthenticated');
        const stateless = new Client(subject.world.service.url, { origin: null });
        for (const [name, value] of subject.client.cookies) stateless.cookies.set(name, value);
        expectCode(await send(stateless, attempt), 401, 'unauthenticated');
        stateless.close();
        expect(await stored()).to.deep.equal(rows);
      });

      if (attempt.method !== 'GET') {
        itOnce(`${attempt.what}: 419 without the token, or with another`, async () => {
          const rows = await stored();
          for (const token of [undefined, '', 'wrong', subject.world.at('south').cookies.get('XSRF-TOKEN')]) {
            expectCode(await send(subject.client, attempt, { 'X-XSRF-TOKEN': token }), 419, 'csrf_mismatch');
          }
          expect(await stored()).to.deep.equal(rows);
        });
      }

      // Rows that belong to one person need no permission: `describeOwn`. What hangs on rows has their rights: `describeHanging`.
      if (resource.scope === 'own' || resource.hung) continue;

      it(`${attempt.what}: 403 without the permission`, async () => {
        const { world, place } = subject;
        const lacking = world.allBut(resource, attempt.needs);
        const rows = await stored();
        const reply = await send(await world.limitedTo(lacking, place), attempt);
        expectCode(reply, 403, 'forbidden');
        expect(reply.body.message).to.include(`${resource.name}.${attempt.needs[0]}`);
        expect(await stored()).to.deep.equal(rows);
      });

      for (const permission of attempt.needs) {
        it(`${attempt.what}: ${permission} is enough`, async () => {
          const { world, place, specimens } = subject;
          if (subject.can('create')) {
            id =
              attempt.input && isOnRow(attempt)
                ? await rowFor(specimens, resource, attempt.what, place)
                : (await subject.make()).id;
            body = await specimens.body(resource, place);
          }
          if (attempt.input) body = await actionBody(specimens, resource, { input: attempt.input }, place);
          const client = await world.limitedTo(
            [`${resource.name}.${permission}`, ...(subject.rules.asks ?? [])],
            place,
          );
          const reply = await send(client, attempt);
          expect(attempt.statuses, reply.text).to.include(reply.status);
        });
      }
    }

    for (const { what, method, path } of attempts.filter(isOnRow)) {
      it(`${what}: 404 for a row that does not exist, or an id that is not a number`, async () => {
        const sent = method === 'PATCH' ? {} : undefined;
        // Every method reads an id as a view does.
        const strange = method === 'GET' ? noIds : noIds.slice(0, 2);
        const texts = new Set<string>();
        for (const row of [String(missingId), ...strange]) {
          const reply = await subject.client.send(method, `${subject.path}${path.replace('ID', row)}`, sent);
          expectCode(reply, 404, 'not_found');
          texts.add(reply.text);
        }
        expect(texts, 'one and the same body').to.have.lengthOf(1);
      });
    }

    if (subject.can('viewAny')) {
      it('list: the whole of it is a file, also for a user whose permissions are named', async () => {
        const { world, registry, place, path } = subject;
        const client = await world.limitedTo(permissionNames([...registry.values()]), place);
        const [heading, ...lines] = (await client.get(`${path}?fields=id&format=csv`)).text
          .trim()
          .split('\r\n');
        expect(heading).not.to.equal(undefined);
        const ids = idsOf(await allRows(client, path, 'fields=id'));
        expect(new Set(lines.map(Number))).to.deep.equal(new Set(ids));
      });
    }

    if (subject.isDivided) describeElsewhere(subject, attempts, expectCode);
    describeMethods(subject, expectCode);
  });
}

type ExpectCode = (reply: Reply, status: number, code: string) => void;

/** Rows of another site do not exist; at the headquarters they do, and stay as they are. */
function describeElsewhere(subject: Subject, attempts: readonly Attempt[], expectCode: ExpectCode): void {
  const { resource } = subject;
  const onRows = attempts
    .filter(isOnRow)
    .filter(({ needs }) => !needs.some((one) => resource.headquartersOnly.includes(one)));
  for (const { what, method, path } of onRows) {
    const addressOf = (id: number) => `${subject.path}${path.replace('ID', String(id))}`;
    it(`${what}: 404 for a row of another site, as if it did not exist`, async () => {
      const id = await subject.foreignId();
      const south = subject.world.at('south');
      const before = await subject.read(id, south);
      const sent = method === 'PATCH' ? {} : undefined;
      const ask = (row: number, headers = {}) =>
        subject.world.at('north').send(method, addressOf(row), sent, headers);
      const reply = await ask(id);
      expectCode(reply, 404, 'not_found');
      expect(reply.text).to.equal((await ask(missingId)).text);
      // Neither a match nor a stale tag may show that the row exists.
      expect((await ask(id, { 'If-Match': '"0-x"' })).status).to.equal(404);
      expect((await ask(id, { 'If-None-Match': before.etag })).status).to.equal(404);
      expect((await subject.read(id, south)).etag).to.equal(before.etag);
      if (method === 'GET') return;
      const operation = { method, path: addressOf(id), ...(sent && { body: sent }) };
      const batch = await subject.world.at('north').post('/batch', { operations: [operation] });
      expectCode(batch, 404, 'not_found');
      expect(batch.body.index).to.equal(0);
    });

    if (method !== 'GET' && resource.scope === 'site') {
      it(`${what}: 403 from the headquarters for a row of another site`, async () => {
        const id = await subject.foreignId();
        const hq = subject.world.at('hq');
        const before = await subject.read(id, hq);
        const reply = await hq.send(method, addressOf(id), method === 'PATCH' ? {} : undefined);
        expectCode(reply, 403, 'forbidden');
        expect(reply.body.message).to.include('Switch to that site');
        expect(await subject.read(id, hq)).to.deep.equal(before);
      });
    }
  }

  for (const operation of resource.headquartersOnly) {
    it(`${operation} is reserved to the headquarters`, async () => {
      const attempt = attempts.find(({ needs }) => needs.includes(operation));
      const north: Place = 'north';
      const path = `${subject.path}${attempt?.path.replace('ID', String(missingId)) ?? ''}`;
      const reply = await subject.world.at(north).send(attempt?.method ?? 'GET', path);
      expectCode(reply, 403, 'forbidden');
      expect(reply.body.message).to.include('headquarters');
    });
  }
}

/** A method that no operation answers is a 405 that names those that are. */
function describeMethods(subject: Subject, expectCode: ExpectCode): void {
  const operations = usualOf(subject.resource);
  const served = (pairs: readonly (readonly [Permission, readonly string[]])[]) =>
    pairs.flatMap(([operation, methods]) => (operations.includes(operation) ? methods : []));
  const paths: readonly (readonly [string, readonly string[]])[] = [
    [
      subject.path,
      served([
        ['viewAny', ['GET', 'HEAD']],
        ...(subject.resource.hung ? [] : ([['create', ['POST']]] as const)),
      ]),
    ],
    [
      `${subject.path}/1`,
      served([
        ['view', ['GET', 'HEAD']],
        ['update', ['PATCH']],
        ['delete', ['DELETE']],
      ]),
    ],
  ];
  // A path of its own is not the id of a row.
  const listed = served([['viewAny', ['GET', 'HEAD']]]);
  const own = listed.length > 0 ? [[`${subject.path}/counts`, listed] as const] : [];
  itOnce('answers 405 with Allow to methods that no operation is', async () => {
    for (const [path, methods] of [...paths, ...own]) {
      const others = ['POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method));
      for (const method of others) {
        const reply = await subject.client.send(method, path, {});
        expectCode(reply, 405, 'method_not_allowed');
        expect(String(reply.headers.allow).split(', ').sort()).to.deep.equal([...methods].sort());
      }
    }
  });

  itOnce('answers 404 to every method if there is nothing to choose', async () => {
    for (const name of ['nothing', 'filter.nothing', 'filter.id']) {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const path = `${subject.path}/options/${name}`;
        const reply = await subject.client.send(method, path, method === 'GET' ? undefined : {});
        expectCode(reply, 404, 'not_found');
      }
    }
  });
}
