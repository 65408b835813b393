/** Settings as a table: what each variable takes, and how it refuses. */

import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { expect } from 'chai';
import { ConfigError, readConfig } from '../../../../service/config/config.ts';
import { version } from '../../../../service/project/version.ts';
import { type Accepted, configOf, describeSettings, given, key, type Refused } from './config-table.ts';

const mysql = { APP_KEY: given, DATABASE_URL: 'mysql://ann:secret@db.example:3307/plant' };

const accepted: readonly Accepted[] = [
  [
    'defaults',
    {},
    { host: '127.0.0.1', port: 3000, workers: 1, appUrl: 'http://localhost:3000', seedDemo: 'when-empty' },
  ],
  ['defaults of sessions', {}, { sessionLifetimeMinutes: 120, rememberLifetimeDays: 30, trustProxy: 0 }],
  [
    'defaults of the rest',
    {},
    { locales: ['en', 'fr'], logLevel: 'info', frontendUrl: 'http://localhost:5173' },
  ],
  [
    'a domain of the CSRF cookie above the host of APP_URL',
    { APP_URL: 'https://api.plant.example', COOKIE_DOMAIN: '.Plant.example' },
    { cookieDomain: 'plant.example' },
  ],
  ['no domain of the CSRF cookie', {}, { cookieDomain: null }],
  ['usual cookies', {}, { cookies: { session: 'millwright_session', token: 'XSRF-TOKEN' } }],
  [
    'cookies of its own',
    { COOKIE_PREFIX: 'plant-1' },
    { cookies: { session: 'plant-1_session', token: 'plant-1-XSRF-TOKEN' } },
  ],
  ['empty is unset', { PORT: '', LOCALES: ' ' }, { port: 3000, locales: ['en', 'fr'] }],
  ['surrounding blanks', { PORT: ' 8080 ' }, { port: 8080 }],
  ...['127.0.0.1', '::1', '0:0:0:0:0:0:0:1', 'localhost', 'LocalHost'].map(
    (HOST): Accepted => [`APP_URL of ${HOST}`, { HOST, PORT: '81' }, { appUrl: 'http://localhost:81' }],
  ),
  ...['127.0.0.2', '0.0.0.0', 'plant-1', '[::]', '[2001:db8::1]'].map(
    (host): Accepted => [
      `APP_URL of ${host}`,
      { HOST: host.replace(/[[\]]/g, ''), PORT: '81' },
      { appUrl: `http://${host}:81` },
    ],
  ),
  [
    'the default STATEFUL_DOMAINS, with the own addresses',
    { PORT: '8080' },
    {
      statefulDomains: [
        ...['localhost', 'localhost:3000', 'localhost:5173', '127.0.0.1', '127.0.0.1:3000'],
        ...['localhost:8080', '127.0.0.1:8080', '[::1]:8080'],
      ],
    },
  ],
  [
    'FRONTEND_URL and APP_URL as stateful, whatever STATEFUL_DOMAINS says',
    {
      HOST: '0.0.0.0',
      STATEFUL_DOMAINS: 'a.example',
      APP_URL: 'https://api.example:8443',
      FRONTEND_URL: 'http://App.example:8080',
    },
    { statefulDomains: ['a.example', 'api.example:8443', 'app.example:8080'] },
  ],
  [
    'APP_URL without slash at the end',
    { APP_URL: 'https://a.example/base/' },
    { appUrl: 'https://a.example/base' },
  ],
  [
    'FRONTEND_URL as an origin',
    { FRONTEND_URL: 'https://App.example:443/' },
    { frontendUrl: 'https://app.example' },
  ],
  [
    'STATEFUL_DOMAINS with the host of APP_URL',
    {
      STATEFUL_DOMAINS: 'App.example, localhost:*,[::1]:81,*.a.example:81',
      APP_URL: 'https://api.example',
      FRONTEND_URL: 'https://app.example',
      HOST: '0.0.0.0',
    },
    { statefulDomains: ['app.example', 'localhost:*', '[::1]:81', '*.a.example:81', 'api.example'] },
  ],
  ['several processes', { WORKERS: '4' }, { workers: 4 }],
  ['a while before it ends', { LEAVE_SECONDS: '5' }, { leaveSeconds: 5 }],
  ['as many processes as processors', { WORKERS: 'auto' }, { workers: availableParallelism() }],
  ['one process on a database in memory', { DATABASE_URL: 'sqlite::memory:', WORKERS: '1' }, { workers: 1 }],
  ['SEED_DEMO', { ...mysql, SEED_DEMO: 'true' }, { seedDemo: true }],
  ['SEED_DEMO off', { SEED_DEMO: 'false' }, { seedDemo: false }],
  ['tasks', {}, { runTasks: true }],
  ['no console', { CONSOLE: 'false' }, { console: false }],
  ['no tasks', { RUN_TASKS: 'false' }, { runTasks: false }],
  ['LOCALES', { LOCALES: 'fr, en' }, { locales: ['fr', 'en'] }],
  ['a single language', { LOCALES: 'fr' }, { locales: ['fr'] }],
  ['our own name', {}, { appName: 'Millwright', appVersion: version }],
  [
    'a name and a version',
    { APP_NAME: ' Bibliothèque “Nord” & <Co> ', APP_VERSION: '2.0.0-rc.1' },
    { appName: 'Bibliothèque “Nord” & <Co>', appVersion: '2.0.0-rc.1' },
  ],
  ['no currency', {}, { currency: null }],
  ['a currency', { CURRENCY: ' CHF ' }, { currency: 'CHF' }],
  ['all addresses', { HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  ['an IPv6 address', { HOST: '::' }, { host: '::' }],
  ['a name', { HOST: 'node-1.plant_a' }, { host: 'node-1.plant_a' }],
  ['the bounds of numbers', { PORT: '65535', TRUST_PROXY: '100' }, { port: 65535, trustProxy: 100 }],
  ['SEED_DEMO as a number', { SEED_DEMO: '1' }, { seedDemo: true }],
  ['a metrics token', { METRICS_TOKEN: ' s3cret/+= ' }, { metricsToken: 's3cret/+=' }],
  ['files in the database', {}, { files: { folder: null, limit: 25 * 2 ** 20, quota: 10_240 * 2 ** 20 } }],
  [
    'files in a folder, without a quota',
    { FILES_FOLDER: import.meta.dirname, FILE_LIMIT: '100', FILES_QUOTA: '0' },
    { files: { folder: import.meta.dirname, limit: 100 * 2 ** 20, quota: null } },
  ],
  ['no exceptions for webhooks', {}, { webhookAllow: { networks: [], hosts: [] } }],
  [
    'networks, addresses and names for webhooks',
    { WEBHOOK_ALLOW: '10.20.0.0/16, 192.168.1.7,FD00:20::/32,ERP.plant.example' },
    {
      webhookAllow: {
        networks: ['10.20.0.0/16', '192.168.1.7/32', 'fd00:20::/32'],
        hosts: ['erp.plant.example'],
      },
    },
  ],
  ['a kept key', {}, { appKeys: [key] }],
  ['a given key', { APP_KEY: given }, { appKeys: [Buffer.from(given, 'base64')] }],
  [
    'earlier keys, without padding',
    { APP_PREVIOUS_KEYS: `${given.replace('=', '')}, ${Buffer.alloc(32, 3).toString('base64')}` },
    { appKeys: [key, Buffer.alloc(32, 2), Buffer.alloc(32, 3)] },
  ],
];

/** What no number is, each with what it must not be taken for. */
const noNumbers = [
  '-1',
  '+1',
  '1.0',
  '1e1',
  '0x10',
  '3000abc',
  'abc',
  '1 0',
  '1,0',
  '१',
  'NaN',
  'Infinity',
  '1'.repeat(10),
];
const numbers = [
  ...['PORT', 'SESSION_LIFETIME', 'REMEMBER_LIFETIME', 'TRUST_PROXY', 'REQUEST_LIMIT'],
  ...['FILE_LIMIT', 'FILES_QUOTA'],
];
const noHosts = [
  'a b',
  'a/b',
  'a:80',
  '-a',
  'a-',
  'a..b',
  '.a',
  'a.',
  '999.1.1.1',
  '1.2.3',
  '0',
  '[::1]',
  '::g',
  ':',
  '*',
  'é',
];
const notEach: readonly [name: string, values: readonly string[]][] = [
  ...numbers.map((name): [string, string[]] => [name, noNumbers]),
  ['HOST', noHosts],
  [
    'STATEFUL_DOMAINS',
    [
      ',',
      'a,',
      ',a',
      'a,,b',
      'a,a',
      'a, A',
      '*',
      '*.a',
      '*.1.2.3.4',
      '**.a.b',
      'a:',
      'a:0',
      'a:x',
      '[::g]',
      '::1',
    ],
  ],
  ['STATEFUL_DOMAINS', noHosts.filter((host) => !['a:80', '[::1]'].includes(host))],
  [
    'LOCALES',
    [
      ',',
      'en,',
      'en,,fr',
      'en,en',
      'xx',
      'xx,,en',
      'en,xx',
      'pt-br',
      'en_US',
      'e',
      'en-',
      '*',
      'en;fr',
      'en fr',
    ],
  ],
  ['LOCALES', ['de', 'en,pt-BR', 'fr-CA', 'en-GB', 'zh-Hans']],
  ['WORKERS', ['-1', '0', '257', '1.5', 'AUTO', 'all', '2x', '1000']],
  ['LEAVE_SECONDS', ['-1', '301', '1.5', '5s']],
  ['CONSOLE', ['yes', 'TRUE', '2', 'on']],
  ['RUN_TASKS', ['yes', 'TRUE', '2', 'on']],
  ['APP_NAME', ['a\nb', 'x'.repeat(101)]],
  ['CURRENCY', ['eur', 'EU', 'EURO', 'XYZ', '€', '978', 'EUR,USD']],
  ['LOG_LEVEL', ['INFO', 'verbose', 'info,debug', '30']],
  ['SEED_DEMO', ['TRUE', 'yes', 'on', '2', 'when-empty']],
  [
    'APP_URL',
    [
      '//a',
      'http://',
      'http:a b',
      'http://a:99999',
      'http://u@a',
      'http://a/#x',
      'http://*.a',
      'http://a..b',
      'file:///a',
      'a',
    ],
  ],
  [
    'FRONTEND_URL',
    [
      'null',
      'http://a/b',
      'http://a/?x',
      'https://*.a.example',
      'http://a http://b',
      'localhost:5173',
      'https://',
    ],
  ],
  [
    'WEBHOOK_ALLOW',
    [
      ...[
        '10.0.0.0/33',
        '10.0.0/8',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        'fd00::/129',
        'fe80::1%eth0',
        '256.0.0.1',
        '1.2',
      ],
      ...['https://a.example', 'a.example:443', 'a.example/x', '*.a.example', '[::1]', 'a,', 'a,A', '*'],
    ],
  ],
  ['FILES_FOLDER', ['/no/such/folder', import.meta.filename, '/proc/version']],
  ['COOKIE_PREFIX', ['a b', 'a=b', 'a;b', '__Host-a', 'é', 'x'.repeat(41)]],
  ['COOKIE_DOMAIN', ['.', 'a', '*.a.example', 'http://a.example', 'a.example:80', 'a.example,b.example']],
];

const refused: readonly Refused[] = [
  ...notEach.flatMap(([name, values]) =>
    values.map((value): Refused => [{ [name]: value }, new RegExp(`^${name} is ".*", .+[.]$`)]),
  ),
  [{ PORT: '0' }, /from 1 to 65535/],
  [{ SESSION_LIFETIME: '525601' }, /from 1 to 525600/],
  [{ REMEMBER_LIFETIME: '0' }, /from 1 to 3650/],
  [{ TRUST_PROXY: '101' }, /from 0 to 100/],
  [{ REQUEST_LIMIT: '1000001' }, /from 0 to 1000000/],
  [{ FILE_LIMIT: '0' }, /from 1 to 100/],
  [{ FILE_LIMIT: '101' }, /from 1 to 100/],
  [{ WORKERS: '0' }, /^WORKERS is "0", .*from 1 to 256, or auto\.$/],
  [{ WORKERS: '2', DATABASE_URL: 'sqlite::memory:' }, /^WORKERS is "2", .*of a single process; give 1,/],
  [{ STATEFUL_DOMAINS: ',' }, /^STATEFUL_DOMAINS is ",", .*an entry is empty; give hosts/],
  [{ STATEFUL_DOMAINS: 'a, A' }, /"a" is listed twice; give hosts/],
  [{ LOCALES: 'xx,,en' }, /^LOCALES is "xx,,en", .*an entry is empty; give language codes/],
  [{ LOCALES: 'en,xx' }, /^LOCALES is "xx", .*BCP 47/],
  [{ LOCALES: 'en,de' }, /^LOCALES is "de", .*no language file locales\/de\.ts; give some of en, fr\.$/],
  [{ CURRENCY: 'eur' }, /^CURRENCY is "eur", .*ISO 4217 code in capital letters, like EUR/],
  [{ METRICS_TOKEN: 'hid den' }, /^METRICS_TOKEN is a secret of 7 characters, /],
  [{ METRICS_TOKEN: 'hiddén' }, /^METRICS_TOKEN is a secret of 6 characters, /],
  [
    { APP_PREVIOUS_KEYS: `${given},${given.replace('=', '')}` },
    /^APP_PREVIOUS_KEYS is a list of 2 secrets, .*twice/,
  ],
  [{ APP_PREVIOUS_KEYS: `${given},` }, /^APP_PREVIOUS_KEYS is a secret of 0 characters/],
  [{ PORT: '0' }, /^PORT is "0", .*from 1 to 65535/],
  [{ PORT: '65536' }, /^PORT is "65536"/],
  [{ PORT: '80.5' }, /^PORT is "80\.5"/],
  [{ PORT: '0x50' }, /^PORT is "0x50"/],
  [{ PORT: '-1' }, /^PORT is "-1"/],
  [{ HOST: 'http://a' }, /^HOST is "http:\/\/a"/],
  [{ HOST: 'a\nb' }, /^HOST is "a\\nb"/],
  [{ SESSION_LIFETIME: '0' }, /^SESSION_LIFETIME is "0"/],
  [{ REMEMBER_LIFETIME: 'month' }, /^REMEMBER_LIFETIME is "month"/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY is "true", .*whole number from 0/],
  [{ SEED_DEMO: 'maybe' }, /^SEED_DEMO is "maybe", .*true or false/],
  [{ LOCALES: 'en,english' }, /^LOCALES is "english"/],
  [{ LOCALES: 'EN' }, /^LOCALES is "EN"/],
  [{ LOCALES: ',' }, /^LOCALES is ","/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud", .*fatal, error, warn, info/],
  [
    { APP_URL: 'https://api.plant.example', COOKIE_DOMAIN: 'other.example' },
    /^COOKIE_DOMAIN is "other\.example"/,
  ],
  [{ APP_URL: 'https://api.example', COOKIE_DOMAIN: 'example' }, /^COOKIE_DOMAIN/],
  [{ COOKIE_DOMAIN: '127.0.0.1' }, /^COOKIE_DOMAIN/],
  [{ APP_URL: 'assets.example' }, /^APP_URL is "assets\.example"/],
  [{ APP_URL: 'ftp://a.example' }, /^APP_URL/],
  [{ APP_URL: 'http://a.example/?x=1' }, /^APP_URL/],
  [{ FRONTEND_URL: '*' }, /^FRONTEND_URL is "\*"/],
  [{ FRONTEND_URL: 'https://a.example/app' }, /^FRONTEND_URL .*without a path/],
  [{ FRONTEND_URL: 'https://a.example,https://b.example' }, /^FRONTEND_URL/],
  [{ STATEFUL_DOMAINS: 'https://a.example' }, /^STATEFUL_DOMAINS is "https:\/\/a\.example"/],
  [{ STATEFUL_DOMAINS: 'a.example/x' }, /^STATEFUL_DOMAINS/],
  [{ STATEFUL_DOMAINS: '*.example' }, /^STATEFUL_DOMAINS/],
  [{ STATEFUL_DOMAINS: 'a.*.example.com' }, /^STATEFUL_DOMAINS/],
  [{ STATEFUL_DOMAINS: 'a..example' }, /^STATEFUL_DOMAINS/],
  [{ STATEFUL_DOMAINS: 'a:70000' }, /^STATEFUL_DOMAINS is "a:70000"/],
  [{ DATABASE_URL: 'mysql://ann:hidden@h/d' }, /^APP_KEY is not set, .*required.*openssl rand -base64 32/],
  [{ APP_KEY: 'hidden' }, /^APP_KEY is a secret of 6 characters, .*32 random bytes/],
  [{ APP_KEY: Buffer.alloc(16).toString('base64') }, /^APP_KEY is a secret of 24 characters/],
  [{ APP_PREVIOUS_KEYS: `${given},hidden` }, /^APP_PREVIOUS_KEYS is a secret of 6 characters/],
];

describe('config', () => {
  describeSettings(accepted, refused);

  it('makes the default path absolute', () => {
    const { database } = configOf({});
    expect(database.kind === 'sqlite' && isAbsolute(database.path)).to.equal(true);
  });

  it('makes no key when another setting is wrong', () => {
    expect(() => readConfig({ LOG_LEVEL: 'loud' }, () => expect.fail('a key was made'))).to.throw(
      ConfigError,
    );
  });
});
