/** Settings of mail as a table. */
import { expect } from 'chai';
import type { MailSettings } from '../../../../service/config/mail.ts';
import { configOf, describeSettings, given, type Refused } from './config-table.ts';

const from = 'Mill <mill@plant.example>';
const mail = (environment: Record<string, string>): MailSettings => configOf(environment).mail;

const refused: readonly Refused[] = [
  ...[
    'smtp:host',
    'http://host',
    'smtp://',
    'smtp://host:0',
    'smtp://host/path',
    'smtp://host#x',
    'smtp://host?tls=never',
    'smtps://host?tls=optional',
    'smtp://user@host',
    'smtp://us%er:hidden@host',
  ].map((SMTP_URL): Refused => [{ SMTP_URL, MAIL_FROM: from }, /^SMTP_URL is ".*", .*give smtp:\/\//]),
  [{ SMTP_URL: 'smtp://host' }, /^MAIL_FROM is not set, .*required/],
  ...[
    'mill',
    'Mill <mill>',
    'Mill\r\nBcc: <a@b.example>',
    'a@b.example, c@d.example',
    '<a@b.example> Mill',
  ].map((MAIL_FROM): Refused => [{ MAIL_FROM }, /^MAIL_FROM is ".*", .*a name and an address/]),
  ...['/nowhere/at/all', '/dev/null', '/etc/passwd/x'].map(
    (MAIL_FOLDER): Refused => [{ MAIL_FOLDER }, /^MAIL_FOLDER is ".*", .*a folder that exists/],
  ),
  ...[
    'https://a.example/password',
    'https://a.example/?token={token}',
    'https://a.example/?x={token}#token={token}',
    'https://a.example/#{token}{token}',
    'https://a.example/#a#{token}',
    '/password#{token}',
    'ftp://a.example/#{token}',
  ].map((PASSWORD_URL): Refused => [{ PASSWORD_URL }, /^PASSWORD_URL is ".*", .*in its fragment/]),
];

describe('settings of mail', () => {
  describeSettings([], refused);

  it('write into a folder where no server is named, beside the embedded database', () => {
    expect(mail({ DATABASE_URL: 'sqlite:/tmp/plant.db', APP_NAME: 'Mill' })).to.deep.equal({
      smtp: null,
      from: { name: 'Mill', address: 'millwright@localhost' },
      folder: '/tmp/mail',
      passwordUrl: 'http://localhost:3000/console/-/password#token={token}',
    });
    for (const environment of [{}, { DATABASE_URL: 'mysql://a:b@h/d', APP_KEY: given }])
      expect(mail(environment).folder).to.match(/\/data\/mail$/);
  });

  const servers: readonly [string, MailSettings['smtp']][] = [
    ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'required', login: null }],
    ['smtp://mail.example:25?tls=optional', { host: 'mail.example', port: 25, tls: 'optional', login: null }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, tls: 'optional', login: null }],
    ['smtp://[::1]', { host: '::1', port: 587, tls: 'optional', login: null }],
    [
      'smtps://me%40a.example:p%3Aw@mail.example',
      { host: 'mail.example', port: 465, tls: 'at-once', login: { user: 'me@a.example', password: 'p:w' } },
    ],
  ];
  for (const [SMTP_URL, expected] of servers) {
    it(`take ${SMTP_URL}`, () => {
      expect(mail({ SMTP_URL, MAIL_FROM: from }).smtp).to.deep.equal(expected);
    });
  }

  it('take a sender with and without a name', () => {
    const senders: readonly [string, MailSettings['from']][] = [
      [from, { name: 'Mill', address: 'mill@plant.example' }],
      ['"Mill, North" <mill@plant.example>', { name: 'Mill, North', address: 'mill@plant.example' }],
      ['mill@plant.example', { name: '', address: 'mill@plant.example' }],
    ];
    for (const [MAIL_FROM, expected] of senders) expect(mail({ MAIL_FROM }).from).to.deep.equal(expected);
  });
});
