/** Handing a mail over to servers that are well, and to those that are not. */

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect } from 'chai';
import { readConfig } from '../../../../service/config/config.ts';
import type { SmtpSettings } from '../../../../service/config/mail.ts';
import { handOver, knock, NotTaken } from '../../../../service/outbox/mail/smtp.ts';
import { makeCertificate } from '../../../harness/certificate.ts';
import { askDoctor } from '../../../harness/doctor.ts';
import { type Replies, type SmtpServer, startSmtpServer } from '../../../harness/smtp-server.ts';

const mail = {
  from: 'mill@plant.example',
  to: 'ida@works.test',
  message: Buffer.from('Subject: x\r\n\r\nx\r\n'),
};

describe('handing a mail over', () => {
  let server: SmtpServer;
  before(async () => {
    server = await startSmtpServer();
  });
  after(() => server.stop());

  const to = (tls: SmtpSettings['tls'] = 'optional', login: SmtpSettings['login'] = null): SmtpSettings => ({
    ...{ host: '127.0.0.1', port: server.port, tls, login },
  });
  /** What became of it: whether it was taken, or how it was refused. */
  const outcome = (smtp: SmtpSettings, attemptMs?: number): Promise<string> =>
    handOver(smtp, mail, attemptMs === undefined ? {} : { attemptMs }).then(
      () => 'taken',
      (error: unknown) => (error instanceof NotTaken ? error.refused : String(error)),
    );

  const faults: readonly [title: string, replies: Replies, expected: string, attemptMs?: number][] = [
    ['takes it', {}, 'taken'],
    ['greets and says no more', { EHLO: null, HELO: null }, 'later', 200],
    ['says nothing at all', { CONNECT: null }, 'later', 200],
    ['says nothing to the mail', { '.': null }, 'later', 200],
    ['closes in the midst of it', { '.': 'close' }, 'later'],
    ['is too busy', { CONNECT: '421 later' }, 'later'],
    ['serves nobody', { CONNECT: '554 no' }, 'later'],
    ['has no room', { RCPT: '452 full' }, 'later'],
    ['does not know who it is for', { RCPT: '550 nobody' }, 'address'],
    ['does not want it', { '.': '554 spam' }, 'address'],
    ['does not want who it is from', { MAIL: '550 no' }, 'message'],
  ];
  for (const [title, replies, expected, attemptMs] of faults) {
    it(`to a server that ${title}`, async () => {
      server.answer(replies);
      expect(await outcome(to(), attemptMs)).to.equal(expected);
    });
  }

  it('says no word of it where STARTTLS is demanded and not offered, or the password is wrong', async () => {
    server.answer({ EHLO: '250-test\r\n250 AUTH PLAIN', AUTH: '535 wrong' });
    const before = server.taken.length;
    expect(await outcome(to('required'))).to.equal('later');
    expect(await outcome(to('optional', { user: 'a', password: 'b' }))).to.equal('later');
    expect(server.taken).to.have.lengthOf(before);
  });

  it('is given up when the service ends', async () => {
    server.answer({ '.': null });
    const ending = new AbortController();
    const trying = handOver(to(), mail, { signal: ending.signal }).catch((error: unknown) => error);
    ending.abort();
    expect(await trying).to.be.instanceOf(NotTaken);
  });

  it('accepts no certificate of an unknown authority', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-tls-'));
    const { cert, key } = makeCertificate('openssl', folder, 'mail', 'localhost');
    const secured = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
      socket.on('error', () => {});
      socket.write('220 test\r\n');
    });
    secured.on('tlsClientError', () => {});
    secured.listen(0, '127.0.0.1');
    await once(secured, 'listening');
    const address = secured.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const error = await knock({ ...to('at-once'), host: 'localhost', port }).catch((one: unknown) => one);
      expect(error).to.be.instanceOf(NotTaken);
      expect(String(error)).to.match(/self[- ]signed/i);
    } finally {
      secured.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('is tried by the doctor, who tells no password', async () => {
    const config = readConfig({ APP_KEY: Buffer.alloc(32).toString('base64') });
    const ask = (smtp: SmtpSettings | null) =>
      askDoctor('mail', { config: { ...config, mail: { ...config.mail, smtp } } });
    server.answer({});
    const login = { user: 'a', password: 'hidden' };
    const told = (await Promise.all([ask(null), ask(to()), ask(to('required', login))])).flat();
    expect(told.map(({ state }) => state)).to.deep.equal(['fine', 'fine', 'fault']);
    expect(JSON.stringify(told)).not.to.include('hidden');
  });
});
