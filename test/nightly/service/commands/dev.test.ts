/** `npm run dev` follows what a developer writes: files that are there, and those that are not there yet. */
import { expect } from 'chai';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../../harness/database.ts';
import { type DevServer, startDev } from '../../../harness/dev-server.ts';
import { anywhere } from '../../../harness/only-on.ts';
import { copyProject, type ProjectCopy } from '../../../harness/project-copy.ts';

const definition = `import { defineResource, Enum, Text } from '../engine/index.ts';

export default defineResource({
  name: 'gauge',
  path: 'gauges',
  table: 'gauges',
  scope: 'site',
  operations: ['list', 'view', 'create'],
  fields: { name: Text(), state: Enum(['good', 'worn'], { default: 'good' }) },
  sort: ['name', 'created_at'],
  defaultSort: 'name',
});
`;

const words = `  gauge: {
    title: { one: 'jauge', many: 'jauges' },
    fields: { name: 'nom', state: 'état' },
    values: { state: { good: 'en bon état', worn: 'usé' } },
  },
`;

describe('npm run dev', () => {
  let database: TestDatabase;
  let project: ProjectCopy;
  let server: DevServer;

  before(async () => {
    database = await createTestDatabase('blank');
    project = await copyProject({ DATABASE_URL: database.url });
    // Elsewhere than on SQLite a start never changes the schema.
    if (databaseKind !== 'sqlite') await project.run('commands/migrate.ts');
    server = await startDev(project.root, { DATABASE_URL: database.url, SEED_DEMO: 'false' });
    await server.until('it listens', () => server.starts > 0);
  });
  after(async () => {
    await server?.stop();
    await database?.drop();
    await project?.remove();
  });

  const fetched = async (path: string): Promise<{ status: number; text: string }> => {
    try {
      const response = await fetch(`${server.url}${path}`);
      return { status: response.status, text: await response.text() };
    } catch {
      // Between two servers the port is closed.
      return { status: 0, text: '' };
    }
  };
  /** Does something, and waits for a server that has begun after it. */
  const restarted = async (change: () => Promise<unknown>): Promise<void> => {
    const { starts } = server;
    await change();
    await server.until('it listens anew', () => server.starts > starts);
  };

  it('says what a new definition still needs', async () => {
    expect((await fetched('/api/v1/gauges')).status).to.equal(404);
    await project.write('resources/gauges.ts', definition);
    const missing = /resources\/gauges\.ts, table: there is no table “gauges”\. .*npm run migration:new/;
    await server.until('it names the missing table', () => missing.test(server.told));
  });

  it('serves it once its migration is there', async () => {
    await project.run('commands/migration-new.ts');
    if (databaseKind !== 'sqlite') {
      await server.until('it names the command', () => /npm run migrate\b/.test(server.told));
      await project.run('commands/migrate.ts');
      await project.write('resources/gauges.ts', definition);
    }
    await server.until('the route answers', async () => (await fetched('/api/v1/gauges')).status === 401);
  });

  anywhere.it('begins anew when a definition changes', async () => {
    expect((await fetched('/api/v1/openapi.json')).text).to.not.contain('broken_down');
    await restarted(() =>
      project.write('resources/gauges.ts', definition.replace("'worn'", "'worn', 'broken_down'")),
    );
    expect((await fetched('/api/v1/openapi.json')).text).to.contain('broken_down');
  });

  anywhere.it('begins anew when words change', async () => {
    const french = await project.read('locales/fr/words.ts');
    await restarted(() => project.write('locales/fr/words.ts', french.replace(/^};$/m, `${words}};`)));
    expect((await fetched('/health/live')).status).to.equal(200);
  });

  anywhere.it(
    'makes the console anew when its sources change, and says in one line what is wrong with them',
    async () => {
      const { starts } = server;
      const page = async () => (await fetched('/console')).text;
      const first = await page();
      const [, asset = ''] = /"(\/console\/assets\/[^"]+\.js)"/.exec(first) ?? [];
      expect((await fetched(asset)).status).to.equal(200);
      const source = await project.read('console/words/account-en.ts');
      await project.write('console/words/account-en.ts', source.replace("'Sign in'", "'Sign in here'"));
      const second = await page();
      expect(second).to.include('main-').and.not.equal(first);
      expect((await fetched(asset)).status, 'a file of the console before').to.equal(404);
      await project.write('console/words/account-en.ts', `${source}const = 1;\n`);
      expect(await page()).to.equal('The console could not be made; the log of the service says why.\n');
      expect((await fetched('/api/v1/service')).status).to.equal(200);
      const linesWith = (text: string) => server.told.split('\n').filter((line) => line.includes(text));
      const complaints = () => linesWith('The console could not be made');
      await server.until('it says why', () => complaints().length > 0);
      expect(complaints()).to.have.lengthOf(1);
      expect(complaints()[0]).to.match(
        /console\/words\/account-en\.ts:\d+:6: ERROR: Expected identifier but found \\"=\\""/,
      );
      await project.write('console/words/account-en.ts', source);
      expect(await page()).to.equal(first);
      expect(server.starts, 'the service goes on meanwhile').to.equal(starts);
      const answered = (status: number) =>
        linesWith('"route":"/console').join().includes(`"status":${status}`);
      await server.until('it has logged them', () => [200, 404, 503].every(answered));
      const found = linesWith('"route":"/console/assets/').filter((line) => line.includes('"status":200'));
      expect(found, 'files of the page that are found').to.deep.equal([]);
    },
  );

  anywhere.it('forgets a definition that is taken away', async () => {
    await restarted(() => project.erase('resources/gauges.ts'));
    expect((await fetched('/api/v1/gauges')).status).to.equal(404);
  });
});
