/** Mails that wait: sent once by the process that takes them, tried again by the schedule, and ended if a server refuses them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { addLink } from '../../../auth/index.ts';
import { dialectOf } from '../../../engine/database/query.ts';
import type { Letter } from '../../../service/outbox/mail/letter.ts';
import { createMail, type Mail } from '../../../service/outbox/mail/mail.ts';
import { noticesKind } from '../../../service/outbox/mail/notices.ts';
import { countMails, queueMail } from '../../../service/outbox/mail/queue.ts';
import type { MailResult } from '../../../service/outbox/mail/sender.ts';
import { createTestDatabase, type TestDatabase, testConfig } from '../../harness/database.ts';
import { type SmtpServer, startSmtpServer } from '../../harness/smtp-server.ts';

const running = new AbortController().signal;
const noNotices = async () => null;

describe('mails that wait', () => {
  let database: TestDatabase;
  let server: SmtpServer;
  const results: MailResult[] = [];

  /** A node of its own. */
  const node = (
    environment: Record<string, string> = {},
    log = pino({ level: 'silent' }),
    notices: (() => Promise<Letter | null>) | undefined = noNotices,
  ): Mail => {
    const config = testConfig(database.url, {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'Mill <mill@plant.example>',
      ...environment,
    });
    const report = (result: MailResult) => void results.push(result);
    return createMail({ db: database.knex, config, log, notices, nudge: () => {}, report });
  };

  /** Until nothing more is due, or under way. */
  const run = async ({ work }: Mail): Promise<void> => {
    for (let round = 0; round < 200 && (await work.run(running)) === 0; round += 1);
  };

  const queue = async (mail: Mail): Promise<void> => {
    const user = await database.knex('users').where({ email: 'viewer@demo.test' }).first('id', 'email');
    await mail.mailer.queue(database.knex, { userId: user.id, to: user.email, kind: 'password-changed' });
  };

  /** Milliseconds until the one mail is due, about. */
  const wait = async (): Promise<number> => {
    const now = dialectOf(database.knex).milliseconds;
    const [row] = await database.knex('mails').select(database.knex.raw(`due_at - ${now} as wait`));
    return Number(row?.wait);
  };

  const refusals = async (): Promise<number> =>
    Number(
      (await database.knex('users').where({ email: 'viewer@demo.test' }).first('email_refusals'))
        .email_refusals,
    );

  before(async () => {
    database = await createTestDatabase('demo');
  });
  after(() => database.drop());
  beforeEach(async () => {
    server = await startSmtpServer();
    results.length = 0;
    await database.knex('mails').delete();
    await database.knex('users').update({ email_refusals: 0 });
  });
  afterEach(() => server.stop());

  it('are sent once, also if many processes look', async () => {
    const nodes = [node(), node(), node()];
    for (let at = 0; at < 6; at += 1) await queue(node());
    await Promise.all(nodes.map(run));
    expect(server.taken).to.have.lengthOf(6);
    expect(new Set(server.taken.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])).size).to.equal(6);
    expect(await countMails(database.knex)).to.equal(0);
  });

  it('are tried again on a 4xx, with the same Message-ID, and given up after the ninth attempt', async () => {
    const mail = node();
    await queue(mail);
    const uid = (await database.knex('mails').first('uid')).uid;
    server.answer({ RCPT: '451 later' });
    for (const seconds of [5, 30, 300, 1800, 7200, 21_600, 43_200, 86_400]) {
      await run(mail);
      expect(await wait()).to.be.within(seconds * 1000 - 4000, seconds * 1000);
      await database.knex('mails').update({ due_at: 0 });
    }
    server.answer({});
    await run(mail);
    expect(server.taken[0]?.raw).to.include(`Message-ID: <${uid}@plant.example>`);
    await queue(mail);
    await database.knex('mails').update({ attempts: 8 });
    server.answer({ RCPT: '451 later' });
    await run(mail);
    expect(results.slice(-2)).to.deep.equal(['sent', 'given_up']);
    expect(await countMails(database.knex)).to.equal(0);
  });

  const faults: readonly [title: string, replies: Record<string, string | null>][] = [
    ['closes at once', { CONNECT: 'close' }],
    ['closes in the midst of a mail', { '.': 'close' }],
    ['refuses the connection', { CONNECT: '554 not today' }],
    ['does not know STARTTLS where it is demanded', {}],
  ];
  for (const [title, replies] of faults) {
    it(`are kept where the server ${title}`, async () => {
      const mail = title.includes('STARTTLS') ? nodeDemanding() : node();
      await queue(mail);
      server.answer(replies);
      await run(mail);
      expect(results).to.deep.equal(['deferred']);
      expect(await countMails(database.knex)).to.equal(1);
      expect(await refusals()).to.equal(0);
      expect(server.taken).to.deep.equal([]);
    });
  }

  /** One whose settings demand STARTTLS, which loopback is spared. */
  function nodeDemanding(): Mail {
    const config = testConfig(database.url, {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'mill@plant.example',
    });
    const smtp = config.mail.smtp && { ...config.mail.smtp, tls: 'required' as const };
    const log = pino({ level: 'silent' });
    const report = (result: MailResult) => void results.push(result);
    return createMail({
      ...{ db: database.knex, log, notices: noNotices, nudge: () => {}, report },
      config: { ...config, mail: { ...config.mail, smtp } },
    });
  }

  it('end with a 5xx, which three times in a row makes the address a failing one', async () => {
    const mail = node();
    for (const [at, replies] of [
      { RCPT: '550 nobody' },
      { '.': '554 no' },
      {},
      { RCPT: '550 nobody' },
    ].entries()) {
      await queue(mail);
      server.answer(replies);
      await run(mail);
      expect(await countMails(database.knex)).to.equal(0);
      expect(await refusals()).to.equal([1, 2, 0, 1][at]);
    }
    // The sender is refused: that says nothing of who it goes to.
    await queue(mail);
    server.answer({ MAIL: '550 who are you?' });
    await run(mail);
    expect([results.at(-1), await refusals()]).to.deep.equal(['refused', 1]);
  });

  it('leave no address in the log, also if the server quotes it', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const mail = node({}, log);
    await queue(mail);
    server.answer({ RCPT: '550 5.1.1 <viewer@demo.test>: nobody, see a@b.example' });
    await run(mail);
    expect(lines.join('')).to.include('refused for good').and.include('5.1.1 ***').and.not.include('@');
  });

  it('are dropped if their link no longer works, for any reason', async () => {
    const mail = node();
    const { knex } = database;
    const { id } = await knex('users').where({ email: 'viewer@demo.test' }).first('id');
    const ask = async () => {
      const link = await addLink(knex, id, 'reset', null);
      await mail.mailer.queue(knex, { userId: id, to: 'viewer@demo.test', kind: 'reset', link });
      server.answer({ RCPT: '451 later' });
      await run(mail);
      await knex('mails').update({ due_at: 0 });
      server.answer({});
    };
    for (const end of [
      () => knex('links').update({ expires_at: '2020-01-01 00:00:00.000' }),
      () => knex('links').delete(),
      async () => {},
    ]) {
      await ask();
      await end();
      await run(mail);
    }
    expect(results.filter((one) => one !== 'deferred')).to.deep.equal(['dropped', 'dropped', 'sent']);
    expect(server.taken).to.have.lengthOf(1);
    expect(await countMails(knex)).to.equal(0);
  });

  it('of notices are over together with the pause that follows them', async () => {
    const { knex } = database;
    const { id } = await knex('users').where({ email: 'viewer@demo.test' }).first('id');
    const letter = {
      ...{ locale: 'en', subject: 'News', blocks: [{ text: 'News' }], footer: 'x', unsubscribe: null },
    };
    const mail = node({}, undefined, async () => letter);
    await queueMail(knex, [], { userId: id, kind: noticesKind, address: null, content: { ids: [] } });
    const statements: string[] = [];
    const hear = ({ sql }: { readonly sql: string }) => void statements.push(sql);
    knex.on('query', hear);
    await run(mail);
    knex.off('query', hear);
    expect(results).to.deep.equal(['sent']);
    const [rests, ends] = ['notices_mailed_at', 'delete from .mails.'].map((part) =>
      statements.findIndex((sql) => new RegExp(part).test(sql)),
    );
    expect(rests).to.be.at.least(0);
    expect(ends, statements.join('\n')).to.equal((rests ?? 0) + 1);
  });

  it('are left to who took them over, where the process pauses while it composes', async () => {
    const { now } = performance;
    const mail = node({}, undefined, async () => {
      performance.now = () => now.call(performance) + 20_000;
      await database.knex('mails').update({ holder: 'another' });
      return { locale: 'en', subject: 'News', blocks: [{ text: 'News' }], footer: 'x', unsubscribe: null };
    });
    const { id } = await database.knex('users').where({ email: 'viewer@demo.test' }).first('id');
    await queueMail(database.knex, [], {
      userId: id,
      kind: noticesKind,
      address: null,
      content: { ids: [] },
    });
    await run(mail).finally(() => {
      performance.now = now;
    });
    expect([server.taken, results]).to.deep.equal([[], []]);
    expect(await database.knex('mails').first('holder', 'attempts')).to.deep.equal({
      holder: 'another',
      attempts: 0,
    });
  });

  it('of a node that was killed are taken over once their lease ends', async () => {
    const mail = node();
    await queue(mail);
    const now = dialectOf(database.knex).milliseconds;
    await database
      .knex('mails')
      .update({ holder: 'dead', attempts: 1, leased_until: database.knex.raw(`${now} + 60000`) });
    expect(await mail.work.run(running)).to.be.above(0);
    expect(server.taken).to.deep.equal([]);
    await database.knex('mails').update({ leased_until: database.knex.raw(now) });
    await run(mail);
    expect(server.taken).to.have.lengthOf(1);
  });

  it('stay where a service that ends has not begun them', async () => {
    const mail = node();
    await queue(mail);
    await mail.work.run(AbortSignal.abort());
    expect(server.connections()).to.equal(0);
    expect(await database.knex('mails').first('attempts', 'holder')).to.deep.equal({
      attempts: 0,
      holder: null,
    });
  });

  it('are written into the folder where no server is named, for its owner alone', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'millwright-mail-')), 'mail');
    try {
      const mail = node({ SMTP_URL: '', MAIL_FROM: '', MAIL_FOLDER: folder });
      await queue(mail);
      await run(mail);
      const [name = '', ...more] = readdirSync(folder);
      expect(more).to.deep.equal([]);
      expect(name).to.match(/^\d{4}-.*\.eml$/);
      expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).to.deep.equal([
        0o700, 0o600,
      ]);
      expect(readFileSync(join(folder, name), 'utf8')).to.match(/^Subject: Your password has been changed$/m);
    } finally {
      rmSync(join(folder, '..'), { recursive: true, force: true });
    }
  });
});
