/** Mails of real processes: sent while requests go on, by one of several workers, and taken over from one that was killed. */
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { type SmtpServer, startSmtpServer } from '../../../harness/smtp-server.ts';
import { until } from '../../../harness/until.ts';

describe('mails of a service that runs', () => {
  let database: TestDatabase;
  let server: SmtpServer;
  let node: ServiceProcess;

  const start = (): Promise<ServiceProcess> =>
    startProcess({
      env: {
        DATABASE_URL: database.url,
        APP_KEY: database.config.appKeys[0].toString('base64'),
        LOG_LEVEL: 'error',
        WORKERS: '2',
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        MAIL_FROM: 'Mill <mill@plant.example>',
      },
    });

  before(async () => {
    database = await createTestDatabase('demo');
    server = await startSmtpServer();
    node = await start();
  });
  after(async () => {
    await node?.kill();
    await server?.stop();
    await database?.drop();
  });

  const visitor = async (): Promise<Client> => {
    const client = node.client();
    await client.get('/spa/csrf-cookie');
    return client;
  };
  const forget = async (email: string): Promise<void> => {
    expect((await (await visitor()).post('/auth/forgot-password', { email })).status).to.equal(202);
  };
  // A mail that was taken waits until the service knows it.
  const noneWaits = async () => (await database.knex('mails').select()).length === 0;
  const idsOf = () => server.taken.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);

  /** Tasks of the service tell people of new work meanwhile: without those mails. */
  const letters = () => server.taken.filter(({ raw }) => !/^List-Unsubscribe:/m.test(raw));

  it('are sent once each, with a link that works', async () => {
    const people = ['admin', 'manager', 'technician', 'viewer'].map((name) => `${name}@demo.test`);
    for (const email of people) await forget(email);
    await until('all mails are taken', () => letters().length >= people.length);
    expect(
      letters()
        .map(({ to }) => to)
        .sort(),
    ).to.deep.equal([...people].sort());
    expect(new Set(idsOf()).size).to.equal(server.taken.length);
    const mail = letters().find(({ to }) => to === 'viewer@demo.test');
    const link = /\/console\/-\/password#token=3D([\w=\n-]{43,60}?)\n\n/.exec(mail?.raw ?? '')?.[1];
    const token = (link ?? /#token=([\w-]{43})/.exec(mail?.raw ?? '')?.[1] ?? '').replace(/=\n/g, '');
    const body = { token, password: 'a walk by the mill', password_confirmation: 'a walk by the mill' };
    const reply = await (await visitor()).post('/auth/reset-password', body);
    expect(reply.status, reply.text).to.equal(204);
    await until('that is told, too', () => letters().length === people.length + 1);
  });

  it('of a process that was killed are sent by the next one, under the same Message-ID', async () => {
    await until('nothing waits', noneWaits);
    const before = server.taken.length;
    server.answer({ '.': null });
    const connections = server.connections();
    await forget('admin@demo.test');
    await until('a mail is in hand', () => server.connections() > connections);
    await node.kill();
    // The service may have something else to tell by then, too.
    const waiting = await database.knex('mails').select('uid');
    expect(waiting).to.have.lengthOf.above(0);
    server.answer({});
    await database.knex('mails').update({ leased_until: 0 });
    node = await start();
    const isTaken = ({ uid }: { uid: string }) => idsOf().slice(before).includes(`<${uid}@plant.example>`);
    await until('it is taken', () => waiting.every(isTaken));
    await until('it waits no more', noneWaits);
  });
});
