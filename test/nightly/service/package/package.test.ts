/** The package in an empty folder: the walk of docs/building.md, word for word, and the example project. */
import { cp, mkdir, readdir, readFile, realpath, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { Client, type Reply } from '../../../harness/client.ts';
import { startDev } from '../../../harness/dev-server.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import {
  emptyFolder,
  installPackage,
  type PackageFolder,
  type Packed,
  packProject,
} from '../../../harness/package-folder.ts';
import { freePort } from '../../../harness/port.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { startRegistry } from '../../../harness/registry.ts';
import { until } from '../../../harness/until.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Files and commands of the page, in their order. */
async function stepsOf(page: string): Promise<{ readonly file: string | null; readonly text: string }[]> {
  const source = await readFile(join(root, page), 'utf8');
  const block = /(?:^`([\w./-]+)`:\n\n)?^```(\w+)\n(.*?)^```/gms;
  return [...source.matchAll(block)].flatMap(([, file, language, text = '']) =>
    file !== undefined || language === 'sh' ? [{ file: file ?? null, text }] : [],
  );
}

onlyOn('sqlite', 'the package is the same').describe('the package', () => {
  let packed: Packed;
  let project: PackageFolder;
  let service: ServiceProcess | undefined;

  before(async () => {
    packed = await packProject();
  });
  after(() => packed?.remove());
  beforeEach(async () => {
    project = await installPackage(packed);
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    await project?.remove();
  });

  const start = async (env: Readonly<Record<string, string>> = {}, folder = ''): Promise<ServiceProcess> => {
    service = await startProcess({
      project: join(project.folder, 'node_modules/millwright'),
      folder: join(project.folder, folder),
      env: { APP_KEY: '', ...env },
      launcher: true,
    });
    return service;
  };
  const makeAda = (...words: readonly string[]) =>
    shell(
      `millwright migrate && echo 'a long passphrase' | millwright user create --admin ` +
        `--email=ada@library.test --username=ada --first-name=Ada --last-name=Ames ${words.join(' ')}`,
    );
  /** Installs what a developer has beside the package. */
  const linkPackages = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) {
      const place = join(project.folder, 'node_modules', name);
      await rm(place, { force: true });
      await mkdir(dirname(place), { recursive: true });
      await symlink(await realpath(join(root, 'node_modules', name)), place);
    }
  };
  /** One walk has npx begin the commands, as the page says; the rest finds them where npx does, without npx and its second each time. */
  const shell = (text: string) =>
    project.run('bash', '--norc', '-euo', 'pipefail', '-c', `PATH=node_modules/.bin:$PATH; ${text}`);

  const withoutNpx = (text: string) => text.replaceAll('npx millwright', 'millwright');

  /** What `millwright new` writes into a folder below, with the packages of the one above. */
  const newProject = async (name: string): Promise<string> => {
    const told = await shell(`millwright new ${name}`);
    await symlink('../node_modules', join(project.folder, name, 'node_modules'));
    return told;
  };

  it('is small, and holds neither tests nor sources', async () => {
    const files = await readdir(join(project.folder, 'node_modules/millwright'), { recursive: true });
    expect(files.filter((name) => /\.(?:png|test\.\w+)$|^test\//.test(name))).to.deep.equal([]);
    const sources = files.filter((name) => /(?<!\.d)\.tsx?$/.test(name));
    expect(sources.sort()).to.deep.equal(['package/client/calls.ts', 'package/client/index.ts']);
    expect(files).to.include.members([
      'dist/package/index.d.ts',
      'dist/package/definition.d.ts',
      'docs/building.md',
      'LICENSE',
      '.env.example',
    ]);
  });

  it('is installed by npm as the documentation says, with all that it needs', async () => {
    const [installation] = await stepsOf('docs/building.md');
    expect(installation?.text).to.match(
      /^npx --yes \.\.\/millwright-\S+ new library\ncd library\nnpm install$/m,
    );
    const registry = await startRegistry();
    await project.remove();
    project = await emptyFolder(packed.file, registry.url);
    try {
      await shell(installation?.text ?? '');
    } finally {
      await registry.stop();
    }
    const manifest = JSON.parse(await readFile(join(project.folder, 'library/package.json'), 'utf8'));
    expect(manifest.dependencies.millwright).to.match(/^file:\.\.\/\.\.\/millwright-[\d.]+\.tgz$/);
    const lost = await shell('library/node_modules/.bin/millwright resource new authors 2>&1 || true');
    expect(lost).to.include('it has no millwright.config');
    expect(await shell('cd library; npx millwright migration new; npx millwright check')).to.include(
      '5 definitions are correct.\n',
    );
  });

  it('does what the documentation says', async () => {
    const [, ...steps] = await stepsOf('docs/building.md');
    expect(steps).to.have.lengthOf(10);
    await linkPackages('chai', 'openapi-typescript');
    await newProject('library');
    for (const { file, text } of steps) {
      if (file !== null) await project.write(`library/${file}`, text);
      else
        await shell(
          `cd library; ${withoutNpx(text.replace(/^npx millwright start$|^npm install .*$/m, ''))}`,
        );
    }
    await stat(join(project.folder, 'library/client/schema.d.ts'));
    const { client } = await start({}, 'library');
    const ada = client();
    expect((await ada.login('ada@library.test', 'a long passphrase')).status).to.equal(200);
    const author = await ada.post('/authors', { name: 'Jules Verne' });
    expect(author.status, author.text).to.equal(201);
    const book = await ada.post('/books', { name: 'Michel Strogoff', author_id: author.body.data.id });
    expect(book.status, book.text).to.equal(201);
    const held = await ada.delete(`/authors/${author.body.data.id}`);
    expect(held.status, held.text).to.equal(409);
    expect(
      (await ada.get('/books?sort=name')).body.data.map(({ name }: { name: string }) => name),
    ).to.deep.equal(['Frankenstein', 'Michel Strogoff', 'The Last Man']);
    expect((await ada.get('/roles?search=librarian')).body.data[0].permissions).to.include('book.delete');
    const listed = await ada.get('/resources');
    const paths = listed.body.data.map(({ path }: { path: string }) => path);
    expect(paths.sort()).to.deep.equal(['activities', 'authors', 'books', 'roles', 'sites', 'users']);
    expect((await ada.get('/materials')).status).to.equal(404);
  });

  it('takes definitions and migrations in plain JavaScript, and says what is wrong with a configuration', async () => {
    await project.write('package.json', '{ "type": "module" }');
    await project.write('millwright.config.js', "export default { base: 'people' };\n");
    const told = await shell('millwright resource new work-orders');
    expect(told)
      .to.include('resources/work-orders.js is written.')
      .and.include('npx millwright migration new');
    await shell('millwright migration new && millwright check && millwright migrate');
    const again = await shell('millwright migration new && millwright migrate');
    expect(again).to.include('create all tables').and.include('is up to date');
    expect(await shell('millwright seed 2>&1 || true')).to.include('There are no seeds. ');
    const examined = await shell('millwright doctor');
    expect(examined).to.include('indexes: All ').and.not.include('npm run');
    await project.write('millwright.config.js', "export default { resource: ['x'] };\n");
    const refused = await shell('millwright migrate 2>&1 || true');
    expect(refused).to.include('millwright.config.js has an option “resource”, which is none');
  });

  it('writes a project that is sound, typed and tested, and nothing where anything is', async () => {
    await linkPackages('chai', '@types/node', '@types/koa', 'undici-types');
    expect(await newProject('my-app')).to.match(
      /^my-app is written\. Then:\n {2}cd my-app\n {2}npm install\n/,
    );
    const written = (await readdir(join(project.folder, 'my-app'), { recursive: true })).filter(
      (file) => !file.startsWith('node_modules'),
    );
    expect(written.sort()).to.deep.equal([
      ...['.gitignore', 'README.md', 'millwright.config.ts', 'package.json'],
      ...['resources', 'resources/notes.ts', 'seeds', 'seeds/01-notes.ts'],
      ...['test', 'test/conformance.test.ts', 'tsconfig.json'],
    ]);
    const sound = await shell('cd my-app; millwright migration new >/dev/null; millwright check --strict');
    expect(sound).to.equal('5 definitions are correct.\n');
    const compiler = join(root, 'node_modules/.bin/tsc');
    const typed = await project.run(compiler, '--project', 'my-app').catch(({ stdout }) => stdout);
    expect(typed).to.equal('');
    const passes = /^# fail 0$|^ℹ fail 0$/m;
    const one = await shell('cd my-app; npm test -- --resource notes 2>&1');
    expect(one).to.match(passes).and.include('notes');
    const seeded = await shell('cd my-app; millwright migrate; millwright seed; millwright seed');
    expect(seeded).to.include('role member').and.include('01-notes.ts').and.include('All seeds of');

    const refused = async (name: string) => (await shell(`millwright new ${name} 2>&1 || true`)).trim();
    expect(await refused('my-app')).to.equal(
      'my-app is not empty (it has .gitignore). Nothing was written. Give another folder.',
    );
    expect(await refused('.')).to.match(/is not empty|is not a name/);
    expect(await refused('My_App')).to.match(/^“My_App” is not a name for a package/);
    await project.write('taken', '');
    expect(await refused('taken')).to.equal('taken is a file. Nothing was written.');
    expect(await refused('')).to.equal('Use: millwright new FOLDER');
    await mkdir(join(project.folder, 'begun/.git'), { recursive: true });
    expect(await shell('cd begun; ../node_modules/.bin/millwright new .')).to.match(
      /^The project is written/,
    );
  });

  it('asks for a compiler that the writer of clients works with', async () => {
    const file = join(root, 'node_modules/openapi-typescript/package.json');
    const { peerDependencies, dependencies, version } = JSON.parse(await readFile(file, 'utf8'));
    const steps = await stepsOf('docs/building.md');
    const [line = ''] = steps.flatMap(({ text }) => text.match(/^npm install --save-dev openapi-.*$/m) ?? []);
    const [, writer, compiler] = /openapi-typescript@(\d+) typescript@(\d+)\./.exec(line) ?? [];
    expect(version).to.match(new RegExp(`^${writer}\\.`));
    expect(peerDependencies.typescript).to.equal(`^${compiler}.x`);
    await project.write('package.json', '{ "type": "module" }');
    await project.write('millwright.config.js', "export default { base: 'people' };\n");
    const told = () => shell('millwright client 2>&1 || true');
    expect(await told(), 'without either').to.include(line);
    // With a compiler that has no parts which others can call: of a copy, or the writer would find ours.
    const modules = join(project.folder, 'node_modules');
    await cp(dirname(file), join(modules, 'openapi-typescript'), { recursive: true });
    await linkPackages(...Object.keys(dependencies));
    await symlink(join(root, 'node_modules/@typescript/native'), join(modules, 'typescript'));
    expect(await told(), 'with TypeScript 7').to.include(line);
  });

  it('gives its types to definitions, routes and programs', async () => {
    await cp(join(root, 'docs/examples/library'), project.folder, { recursive: true });
    await linkPackages('@types/node', '@types/koa', 'undici-types');
    const compilerOptions = {
      ...{ target: 'ES2023', module: 'NodeNext', strict: true, noEmit: true },
      ...{ types: ['node'], skipLibCheck: true },
    };
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    await project.write(
      'client.ts',
      "import { createMillwrightClient } from 'millwright/client';\nimport { createMillwright } from 'millwright';\n" +
        "const { data } = await createMillwrightClient({ baseUrl: '' }).GET('/api/v1/zones');\n" +
        'const name: string | undefined = data?.data[0]?.name;\n' +
        'console.log(name, createMillwright);\n',
    );
    const compiler = join(root, 'node_modules/.bin/tsc');
    expect(await project.run(compiler).catch(({ stdout }) => stdout)).to.equal('');
    await project.write(
      'wrong.ts',
      "import { Text } from 'millwright/definition';\nexport default Text({ mx: 3 });\n",
    );
    expect(await project.run(compiler).catch(({ stdout }) => stdout)).to.match(/^wrong\.ts\(2,\d+\): error/);
  });

  it('writes the client of the definitions, with the package that it needs for it', async () => {
    await project.write('package.json', '{ "type": "module" }');
    await project.write('millwright.config.js', "export default { name: 'Library', base: 'people' };\n");
    await cp(join(root, 'docs/examples/library/resources'), join(project.folder, 'resources'), {
      recursive: true,
    });
    await linkPackages('openapi-typescript');
    expect(await shell('millwright client')).to.match(
      /^client\/index\.ts, calls\.ts and schema\.d\.ts are written\./,
    );
    const types = await readFile(join(project.folder, 'client/schema.d.ts'), 'utf8');
    expect(types).to.include('"/api/v1/loans"').and.not.include('"/api/v1/materials"');
  });

  const settings = {
    DATABASE_URL: 'sqlite::memory:',
    APP_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOG_LEVEL: 'silent',
  };

  it('listens in a program of its own, and ends with it', async () => {
    const port = await freePort();
    const program = `import { createMillwright } from 'millwright';
      const settings = ${JSON.stringify({ ...settings, PORT: String(port) })};
      const service = await createMillwright({ name: 'Shed', base: 'people', settings });
      const address = await service.listen();
      const answer = await fetch(address + '/api/v1/service');
      const again = await createMillwright({ base: 'people', settings }).catch(({ message }) => message);
      await service.close();
      console.log((await answer.json()).data.name);
      console.log(again);`;
    await project.write('program.mjs', program);
    expect(await project.run(process.execPath, 'program.mjs')).to.equal(
      'Shed\nThis process runs a project already: one more needs one of its own.\n',
    );
    const wrong = async (options: string) => {
      const text = `import { createMillwright } from 'millwright';
        await createMillwright(${options}).catch(({ message }) => console.log(message));`;
      await project.write('wrong.mjs', text);
      return project.run(process.execPath, 'wrong.mjs');
    };
    expect(await wrong("{ resource: ['x'] }")).to.match(
      /^What createMillwright was given has an option “resource”/,
    );
    const taken = '{ base: "people", settings: { DATABASE_URL: "mysql://a:b@127.0.0.1:1/c", APP_KEY: "x" } }';
    expect(await wrong(taken)).to.match(/^APP_KEY /);
  });

  it('answers behind a server of its own, and bears the name and version of its package', async () => {
    const name = '@a/<b> & "$&"';
    await project.write('package.json', JSON.stringify({ name, version: '2.5.0', type: 'module' }));
    const program = `import { createServer } from 'node:http';
      import { createMillwright } from 'millwright';
      const settings = ${JSON.stringify(settings)};
      const service = await createMillwright({ base: 'people', settings });
      const server = createServer(service.handle).listen(0, '127.0.0.1', async () => {
        const asked = (path) => fetch('http://127.0.0.1:' + server.address().port + path);
        const { data } = await (await asked('/api/v1/service')).json();
        const { info } = await (await asked('/api/v1/openapi.json')).json();
        const pages = [];
        for (const path of ['/console', '/docs']) pages.push(await (await asked(path)).text());
        console.log(JSON.stringify({ data, title: info.title, version: info.version, pages }));
        server.close();
        server.closeAllConnections();
        await service.close();
      });`;
    await project.write('program.mjs', program);
    const told = JSON.parse(await project.run(process.execPath, 'program.mjs'));
    expect(told.data).to.deep.equal({ name, version: '2.5.0', locales: ['en', 'fr'] });
    expect([told.title, told.version]).to.deep.equal([name, '2.5.0']);
    const inHtml = '@a/&#60;b&#62; &#38; &#34;$&#38;&#34;';
    const [page, reference] = told.pages;
    expect(page).to.include(`<title>${inHtml}</title>`).and.include(`data-name="${inHtml}"`);
    expect(reference).to.include(`<title>${inHtml} API reference</title>`);
    expect(page + reference).to.not.include('Millwright');
  });

  it('runs the example: a library, with a route and a task of its own, in French as well', async () => {
    await cp(join(root, 'docs/examples/library'), project.folder, { recursive: true });
    expect(await shell('millwright check --strict')).to.equal('7 definitions are correct.\n');
    expect(await shell('millwright migrate')).to.match(/role librarian\n {2}role reader$/m);
    expect(await shell('millwright seed')).to.include('01-books.ts');
    await makeAda('--locale=fr');
    const running = await start({ WORKERS: '2' });
    const { client, url } = running;
    const ada = client();
    await ada.login('ada@library.test', 'a long passphrase');
    const hoursFor = (headers: Record<string, string>) =>
      fetch(`${url}/api/v1/opening-hours`, { headers: { Origin: 'http://localhost:5173', ...headers } });
    expect((await hoursFor({})).status).to.equal(401);
    const made = async (path: string, body: object): Promise<number> => {
      const { status, text, body: answer } = await ada.post(path, body);
      expect(status, text).to.equal(201);
      return answer.data.id;
    };
    const author_id = await made('/authors', { name: 'Bram Stoker', born: 1847 });
    const book_id = await made('/books', { name: 'Dracula', author_id });
    await made('/loans', { name: 'Percy', book_id, due_on: '2020-01-31' });
    const second = await ada.post('/loans', { name: 'Claire', book_id, due_on: '2020-02-29' });
    expect(second.body.errors).to.deep.equal({ book_id: ['Ce livre n’est pas encore rendu.'] });
    const hours = await hoursFor({ Cookie: ada.cookieHeader() });
    expect(await hours.json()).to.deep.equal({ data: { monday_to_friday: '10:00 to 18:00', books: 4 } });
    expect(await shell('millwright tasks --once')).to.include('loan.remind: done');
    expect((await ada.get('/loans?late=true')).body.data).to.have.lengthOf(1);
    await until('all workers listen', () => running.stdout.includes('All workers listen.'));
  });

  it('puts routes of one’s own behind what all others pass', async () => {
    await project.write('package.json', '{ "type": "module" }');
    await project.write(
      'millwright.config.js',
      `import { Failure } from 'millwright/definition';
      export default {
        base: 'people',
        routes(router, { actorOf, readBody }) {
          router.get('/echoes/:id', (ctx) => { ctx.body = { data: actorOf(ctx).id }; });
          router.post('/echoes', async (ctx) => { ctx.body = { data: await readBody(ctx) }; });
          router.post('/taken', () => { throw new Failure('conflict'); });
          router.post('/broken', () => { throw new Error('a secret'); });
        },
      };\n`,
    );
    await makeAda();
    const running = await start();
    // Clients that look into no document: these routes are in none.
    const origin = 'http://localhost:5173';
    const [ada, stranger] = [new Client(running.url, { origin }), new Client(running.url, { origin })];
    await stranger.get('/spa/csrf-cookie');
    await ada.login('ada@library.test', 'a long passphrase');
    const told = async (answer: Promise<Reply>) => {
      const { status, body } = await answer;
      return [status, body];
    };
    const large = { name: 'x'.repeat(2 ** 20) };
    const elsewhere = { Origin: 'https://elsewhere.test' };
    const ways: readonly (readonly [string, (path: string) => Promise<Reply>, number])[] = [
      ['a stranger', (path) => stranger.post(path, {}), 401],
      ['a page of another origin', (path) => ada.post(path, {}, elsewhere), 401],
      ['a forged token', (path) => ada.post(path, {}, { 'X-XSRF-TOKEN': 'forged' }), 419],
      ['a large body', (path) => ada.post(path, large), 413],
      ['a text', (path) => ada.post(path, {}, { 'Content-Type': 'text/plain' }), 415],
      ['a page of another site', (path) => ada.post(path, {}, { 'X-Actor': '1@999' }), 422],
    ];
    for (const [what, ask, status] of ways) {
      const [own, ours] = [await told(ask('/echoes')), await told(ask('/sites'))];
      expect(own, what).to.deep.equal(ours);
      expect(own[0], what).to.equal(status);
    }
    expect(await told(ada.post('/echoes', { a: [1] }))).to.deep.equal([200, { data: { a: [1] } }]);
    expect((await ada.post('/taken', {})).body.code).to.equal('conflict');
    const broken = await ada.post('/broken', {});
    expect([broken.status, broken.body.code]).to.deep.equal([500, 'internal']);
    expect(broken.text).not.to.include('secret');
    expect((await ada.patch('/echoes', {})).status).to.equal(405);
    const echo = await ada.get('/echoes/7');
    expect([echo.status, echo.body.data]).to.deep.equal([200, 1]);
    const line = () =>
      running.stdout.split('\n').find((one) => one.includes(`"requestId":"${echo.headers['x-request-id']}"`));
    await until('it is in the log', () => line() !== undefined);
    expect(JSON.parse(line() ?? '{}')).to.include({
      route: '/api/v1/echoes/:id',
      id: 7,
      user: 1,
      status: 200,
    });
    ada.close();
    stranger.close();
  });

  for (const [program, ...words] of [
    ['npx', 'millwright', 'start'],
    ['npm', 'start'],
  ] as const) {
    it(`ends on SIGTERM to ${[program, ...words].join(' ')}, behind the shell that npm puts between`, async () => {
      await project.write('package.json', '{ "type": "module", "scripts": { "start": "millwright start" } }');
      await project.write('millwright.config.js', "export default { base: 'people' };\n");
      const server = await startDev(project.folder, { DATABASE_URL: 'sqlite::memory:' }, [program, ...words]);
      try {
        await server.until('it listens', () => server.starts > 0);
        server.terminate();
        await server.until('it ends in good order', () => server.told.includes('"signal":"SIGTERM"'));
        await server.until('nobody listens', async () => {
          return (await fetch(`${server.url}/health/live`).catch(() => null)) === null;
        });
      } finally {
        await server.stop();
      }
    });
  }

  it('follows what is written while `millwright dev` runs', async () => {
    await project.write('package.json', '{ "type": "module" }');
    await project.write('millwright.config.ts', "export default { base: 'people' as const };\n");
    const server = await startDev(project.folder, { DATABASE_URL: 'sqlite:dev.db' }, [
      'npx',
      'millwright',
      'dev',
    ]);
    try {
      await server.until('it listens', () => server.starts > 0);
      await shell('millwright resource new shelves');
      const missing =
        /resources\/shelves\.ts, table: there is no table “shelves”\. .*npx millwright migration new/;
      await server.until('it names the missing table', () => missing.test(server.told));
      await shell('millwright migration new');
      await server.until('the route answers', async () => {
        const { status } = await fetch(`${server.url}/api/v1/shelves`).catch(() => ({ status: 0 }));
        return status === 401;
      });
    } finally {
      await server.stop();
    }
  });
});
