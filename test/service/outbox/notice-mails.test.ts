/** Notices by mail: bundled, judged when they are sent, as digests, and turned off by a link. */
import { expect } from 'chai';
import { storedNow } from '../../../engine/values.ts';
import { changePreferences } from '../../../service/outbox/notifications/preferences.ts';
import { createRegistry } from '../../../service/project/registry.ts';
import { type Service, startService } from '../../harness/service.ts';
import { type SmtpServer, startSmtpServer } from '../../harness/smtp-server.ts';

const email = 'manager@demo.test';

describe('notices by mail', () => {
  let service: Service;
  let server: SmtpServer;
  let userId: number;
  let items: { id: number; site_id: number; name: string }[];

  const db = () => service.database.knex;
  /** Makes the mails that are due, and sends them. */
  const round = () => service.outbox.once();

  before(async () => {
    server = await startSmtpServer();
    const env = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Mill <mill@plant.example>' };
    service = await startService({ seed: 'demo', env: { ...env, APP_NAME: 'Mill' } });
    userId = (await db()('users').where({ email }).first('id')).id;
    items = await db()('items').where({ site_id: 2 }).limit(3).select('id', 'site_id', 'name');
    await db()('sites').where({ id: 2 }).update({ timezone: 'Europe/Paris' });
    await service.outbox.once();
  });
  after(async () => {
    await server?.stop();
    await service?.stop();
  });

  beforeEach(async () => {
    for (const table of ['notifications', 'mails', 'links', 'notification_preferences'])
      await db()(table).delete();
    await db()('users').update({ notices_mailed_at: null, email_refusals: 0 });
    server.answer({});
    server.clear();
  });

  let edges = 0;
  /** Tells the manager of an item, with a mail that is due. */
  const tell = async (at = 0, changes: Record<string, unknown> = {}): Promise<number> => {
    const item = items[at];
    if (!item) throw new Error('There are too few items.');
    const stamps = { created_at: storedNow(), updated_at: storedNow(), version: 1 };
    const said = JSON.stringify({ values: { current_stock: 3 } });
    edges += 1;
    const row = {
      ...{ ...stamps, user_id: userId, kind: 'item.low_stock', resource: 'item', record_id: item.id },
      ...{ site_id: item.site_id, edge: String(edges), said, mail_due_at: 0, ...changes },
    };
    const [id = 0] = await db()('notifications').insert(row);
    return id;
  };
  const texts = () => server.taken.map(({ raw }) => raw.replace(/=\n/g, ''));

  it('follow from what others do', async () => {
    const admin = await service.signedIn('admin@demo.test');
    await admin.patch('/user/site', { site_id: 2 });
    const { id: material_id } = (await admin.get('/materials?per_page=1')).body.data[0];
    const scheduled_at = '2031-03-10T07:15:00Z';
    const work = { name: 'Grease the gate', material_id, operator_ids: [userId], scheduled_at };
    const { status, text } = await admin.post('/maintenances', work);
    expect(status, text).to.equal(201);
    await round();
    expect(server.taken).to.deep.equal([]);
    await db()('notifications').update({ mail_due_at: 1 });
    await round();
    const [mail = ''] = texts();
    expect(mail).to.match(/^Subject: Grease the gate .*$/m);
    // No moment but that of the work, by the clock of its site.
    expect(mail).to.match(/Scheduled for 10 Mar 2031, 08:15/);
    expect(mail.split('\n\n').slice(1).join()).not.to.include(String(new Date().getFullYear()));
  });

  it('come in one mail, with a line and an address for each, and half a minute between two', async () => {
    await tell(0);
    // It is not due yet, and goes with the one that is.
    await tell(1, { mail_due_at: 9_000_000_000_000 });
    await round();
    expect(server.taken).to.have.lengthOf(1);
    const [text = ''] = texts();
    expect(server.taken[0]?.to).to.equal(email);
    expect(text)
      .to.match(/^Subject: 2 notices of Mill$/m)
      .and.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    for (const item of items.slice(0, 2)) expect(text).to.include(`${service.url}/console/items/${item.id}`);
    expect(text).to.include('(Europe/Paris)').and.include(': 3 in stock.');
    await tell(2);
    await round();
    expect(server.taken).to.have.lengthOf(1);
    await db()('users').where({ id: userId }).update({ notices_mailed_at: 1 });
    await round();
    expect(texts()[1]).to.include(`/console/items/${items[2]?.id}`);
    expect(await db()('notifications').whereNotNull('mail_due_at')).to.deep.equal([]);
  });

  it('are judged when they are sent, and not sent where nothing is left to say', async () => {
    const ways: readonly ((id: number) => Promise<unknown>)[] = [
      (id) => db()('notifications').where({ id }).update({ read_at: storedNow() }),
      (id) => db()('notifications').where({ id }).update({ record_id: 999_999 }),
      async () =>
        changePreferences(db(), await createRegistry(), userId, { kinds: { 'item.low_stock': 'page' } }),
      () => db()('users').where({ id: userId }).update({ email_refusals: 3 }),
    ];
    for (const spoil of ways) {
      await spoil(await tell());
      await round();
    }
    expect(server.taken).to.deep.equal([]);
    expect(await db()('mails').select()).to.deep.equal([]);
    await db()('users').update({ email_refusals: 0 });
  });

  it('are sent with a link of their own where no key opens the one that they were made with', async () => {
    await tell();
    server.answer({ RCPT: '451 later' });
    await round();
    await db()('mails').update({ sealed: 'v1.a.b.c', due_at: 0 });
    server.answer({});
    await round();
    const [, token] = /unsubscribe\/([\w-]{43})/.exec(texts().join('')) ?? [];
    const reply = await fetch(`${service.url}/api/v1/unsubscribe/${token}`);
    expect([texts().length, reply.status]).to.deep.equal([1, 200]);
  });

  it('that come while a server takes nothing wait in the same mail, which is another one then', async () => {
    server.answer({ CONNECT: '421 later' });
    await tell(0);
    await round();
    const { uid } = await db()('mails').first('uid');
    await tell(1);
    server.answer({});
    await round();
    expect(server.taken).to.have.lengthOf(1);
    expect(texts()[0]).to.include('2 notices of Mill').and.not.include(uid);
  });

  it('are a hundred lines at most, and how many more there are', async () => {
    for (let at = 0; at < 103; at += 1) await tell(at % 3);
    await round();
    const text = texts()[0] ?? '';
    expect(text).to.include('Subject: 103 notices of Mill').and.include('And 3 more');
    expect(text.split('\n').filter((line) => line.startsWith('- '))).to.have.lengthOf(100);
  });

  it('wait for the digest of users who want one, and come in one mail then, with any number of nodes', async () => {
    const registry = await createRegistry();
    const hour = new Date(Date.now() + 3_600_000).toISOString().slice(11, 16);
    await db()('sites').where({ id: 2 }).update({ timezone: 'UTC' });
    await changePreferences(db(), registry, userId, { digest: 'daily', digest_time: hour });
    await tell(0);
    await tell(1);
    await round();
    expect(server.taken).to.deep.equal([]);
    const [row] = await db()('notifications').select('mail_due_at');
    expect(Number(row?.mail_due_at) - Date.now()).to.be.within(1, 3_700_000);
    // A day later.
    await db()('notifications').update({ created_at: '2026-01-01 00:00:00.000', mail_due_at: 0 });
    await Promise.all([round(), round(), round()]);
    expect(server.taken).to.have.lengthOf(1);
    // What is told late of the time before has to wait for the next one.
    await tell(2, { created_at: '2026-01-01 00:00:00.000' });
    await db()('users')
      .where({ id: userId })
      .update({ notices_mailed_at: Date.now() - 60_000 });
    await round();
    expect(server.taken).to.have.lengthOf(1);
  });

  it('are turned off by the link of their mail, without a session, by a page that changes nothing itself', async () => {
    await tell();
    await round();
    const url = /^List-Unsubscribe: <([^>]+)>$/m.exec(texts()[0]?.replace(/\n\s+/g, ' ') ?? '')?.[1] ?? '';
    expect(url).to.match(new RegExp(`^${service.url}/api/v1/unsubscribe/[\\w-]{43}$`));
    const registry = await createRegistry();
    const channel = async () => {
      const { readPreferences } = await import('../../../service/outbox/notifications/preferences.ts');
      return (await readPreferences(db(), registry, userId)).kinds['item.low_stock'];
    };
    const page = await fetch(url);
    const html = await page.text();
    expect([page.status, page.headers.get('set-cookie')]).to.deep.equal([200, null]);
    expect(html.match(/<button/g)).to.have.lengthOf(1);
    expect(html).not.to.include('<script');
    expect(await channel()).to.equal('mail');
    const bodies = [undefined, 'List-Unsubscribe=One-Click'];
    for (const body of bodies) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const off = await fetch(url, { method: 'POST', ...(body !== undefined && { body, headers }) });
      expect(off.status).to.equal(200);
    }
    expect(await channel()).to.equal('page');
    for (const method of ['GET', 'POST'])
      expect(
        (await fetch(`${service.url}/api/v1/unsubscribe/${'x'.repeat(43)}`, { method })).status,
      ).to.equal(404);
  });
});
