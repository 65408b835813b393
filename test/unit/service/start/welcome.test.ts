/** What a person reads at a start: addresses that work together, and nothing secret. */
import { expect } from 'chai';
import { readConfig } from '../../../../service/config/config.ts';
import { welcome } from '../../../../service/start/welcome.ts';

const key = Buffer.alloc(32).toString('base64');
const clients: readonly [string, Record<string, string>, string][] = [
  [
    'by the client’s name for this machine',
    {},
    'http://localhost:5173 (FRONTEND_URL), which calls http://localhost:3000',
  ],
  [
    'by the same name where the client has it',
    { FRONTEND_URL: 'http://127.0.0.1:5173', PORT: '8080' },
    'http://127.0.0.1:5173 (FRONTEND_URL), which calls http://127.0.0.1:8080',
  ],
  [
    'by a name that leads here where all addresses are listened on',
    { HOST: '0.0.0.0', FRONTEND_URL: 'http://127.0.0.1:5173' },
    'http://127.0.0.1:5173 (FRONTEND_URL), which calls http://127.0.0.1:3000',
  ],
  [
    'by APP_URL',
    { FRONTEND_URL: 'https://app.plant.example', APP_URL: 'https://api.plant.example/v/' },
    'https://app.plant.example (FRONTEND_URL), which calls https://api.plant.example/v',
  ],
  [
    'by APP_URL where the client alone is on this machine',
    { APP_URL: 'https://api.plant.example' },
    'http://localhost:5173 (FRONTEND_URL), which calls https://api.plant.example',
  ],
];

describe('the words at a start', () => {
  for (const [what, environment, expected] of clients) {
    it(`tell that the client calls ${what}`, () => {
      const config = readConfig({ ...environment, APP_KEY: key });
      const text = welcome({ config, address: 'http://127.0.0.1:3000', demoLogins: [] });
      expect(text).to.include(`Browser client ${expected}\n`);
    });
  }

  it('show an address of the reference that can be opened', () => {
    for (const HOST of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
      const text = welcome({
        config: readConfig({ HOST, APP_KEY: key }),
        address: 'http://x',
        demoLogins: [],
      });
      expect(text, HOST).to.include('  API reference  http://localhost:3000/docs\n');
    }
  });

  it('show the reference at APP_URL, and no password of the database', () => {
    const settings = {
      APP_KEY: key,
      APP_URL: 'https://a.example',
      DATABASE_URL: 'mysql://ann:hidden@db.example/plant',
    };
    const text = welcome({
      config: readConfig(settings),
      address: 'http://0.0.0.0:3000',
      demoLogins: ['admin@demo.test'],
    });
    expect(text).to.match(/^Millwright is listening on http:\/\/0\.0\.0\.0:3000\n/);
    expect(text).to.include('https://a.example/docs').and.include('    admin@demo.test\n');
    expect(text).not.to.include('hidden');
  });
});
