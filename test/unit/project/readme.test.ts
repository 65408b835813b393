/** What the README names is there, scripts and files, and so are the settings that any page names. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

/** Made by following the README, or by starting the service. */
const made = ['resources/tools.ts', 'data/millwright.db', 'data/millwright.db.key', 'dist/'];

function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))];
}

describe('the README', () => {
  let readme: string;
  before(async () => {
    readme = await read('README.md');
  });

  it('names scripts that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    const named = all(readme, /npm run ([a-z0-9:-]+)/g);
    expect(named).to.include('migrate');
    expect(Object.keys(scripts)).to.include.members(named);
  });

  it('names files and folders that exist', () => {
    // In the map of the code, what is inside a folder or a room of the engine stands below it.
    const rooms = readdirSync(join(root, 'engine')).map((room) => join('engine', room));
    const folders = ['', 'engine', 'auth', 'service', 'test', ...rooms];
    const named = all(readme, /`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.ts|\.md|\.db|\.key|\.example))`/g);
    const missing = named.filter((path) => !folders.some((folder) => existsSync(join(root, folder, path))));
    expect(named).to.include.members(['service/server.ts', 'engine/serve/pipeline.ts', 'docs/']);
    expect(missing.filter((path) => !made.includes(path))).to.deep.equal([]);
  });

  it('is short: what is longer stands in docs/', () => {
    expect(readme.split('\n')).to.have.length.below(300);
  });
});

/** Variables that are of Node.js, of the databases and of the tests. */
const elsewhere = /^(?:NODE_|TEST_|TELL_PAUSES|TWO_WRITERS|WAIT_FOR_EXECUTED_GTID_SET|MASTER_GTID_WAIT)/;

describe('settings', () => {
  it('that the pages name are in .env.example', async () => {
    const settings = all(await read('.env.example'), /^#([A-Z_]+)=/gm);
    const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)];
    for (const page of pages.filter((file) => file.endsWith('.md'))) {
      const named = all(await read(page), /`([A-Z]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g);
      const unknown = named.filter((name) => !settings.includes(name) && !elsewhere.test(name));
      expect(unknown, page).to.deep.equal([]);
    }
  });
});
