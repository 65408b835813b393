/** `npm run client -- FOLDER` in a front end, and what the client does with the cookies of a browser. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createMillwrightClient } from '../../../package/client/index.ts';
import { keepUntilExit } from '../../harness/at-exit.ts';
import { runEntry } from '../../harness/process.ts';

const root = resolve(import.meta.dirname, '../../..');
const compiler = join(root, 'node_modules/.bin/tsc');

/** As bundlers set a front end up: browser types alone, names of files with `.ts` or without. */
const configuration = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: [],
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
  },
  include: ['src'],
};

const sound = `
  import { createMillwrightClient } from './api/index';
  const api = createMillwrightClient({ baseUrl: '' });
  const { data } = await api.GET('/api/v1/materials', { params: { query: { status: ['down'] } } });
  document.title = data?.data[0]?.name ?? '';
  export {};`;

const wrong = `${sound}
  document.title = data?.data[0]?.nom ?? '';
  await api.GET('/api/v1/materials', { params: { query: { status: ['broken'] } } });
  await api.GET('/api/v1/machines', {});`;

describe('npm run client', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-front-end-'));
    keepUntilExit(folder);
    const modules = join(folder, 'node_modules');
    await mkdir(modules);
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
      await symlink(join(root, 'node_modules', name), join(modules, name));
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('writes a client that compiles in a front end, with the code of its page, and with no wrong name', async () => {
    const { code, stdout, stderr } = await runEntry(['commands/client.ts', 'src/api'], { folder });
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.equal(
      'src/api/index.ts, calls.ts and schema.d.ts are written. The client needs: npm install openapi-fetch\n',
    );
    const page = await readFile(join(root, 'docs/client.md'), 'utf8');
    const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) => block);
    expect(blocks).to.have.lengthOf.above(0);
    const files: Record<string, string> = { 'sound.ts': sound, 'wrong.ts': wrong };
    for (const [at, block] of blocks.entries()) {
      files[`page-${at}.ts`] = `${block}\nexport {};`;
      files[`false-${at}.ts`] = `${block.replaceAll('error.code', 'error.reason')}\nexport {};`;
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'src', name), text);
    const run = promisify(execFile)(compiler, ['--pretty', 'false', '-p', folder], { cwd: folder });
    // It ends with 1 where it finds something: what it found is what is looked at.
    const found = await run.catch((error: { stdout: string }) => error);
    const told = found.stdout.split('\n').filter((line) => line.startsWith('src'));
    const [field, value, path, ...more] = told.filter((line) => line.startsWith('src/wrong.ts'));
    expect(field).to.contain('wrong.ts(7,').and.to.contain("Property 'nom' does not exist");
    expect(value).to.contain('wrong.ts(8,').and.to.contain('\'"broken"\' is not assignable');
    expect(path).to.contain('wrong.ts(9,').and.to.contain('\'"/api/v1/machines"\' is not assignable');
    expect(more).to.deep.equal([]);
    expect(told.filter((line) => !/^src\/(?:wrong|false-\d+)\.ts/.test(line))).to.deep.equal([]);
    for (const at of blocks.keys())
      expect(
        told.some((line) => line.startsWith(`src/false-${at}.ts`)),
        `block ${at}`,
      ).to.equal(true);
  });
});

describe('the client in a browser', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('reads the token from the cookies of the page, and leaves cookies and origin to the browser', async () => {
    const document = { cookie: 'theme=dark' };
    Reflect.set(globalThis, 'document', document);
    const requests: Request[] = [];
    const api = createMillwrightClient({
      baseUrl: 'http://millwright.test',
      fetch: async (request) => {
        requests.push(request);
        if (request.url.endsWith('/spa/csrf-cookie')) document.cookie += '; XSRF-TOKEN=a%2Fb';
        return new Response('{"two_factor":false}');
      },
    });
    await api.POST('/api/v1/auth/login', { body: { email: 'a@b.test', password: 'password' } });
    await api.GET('/api/v1/user');
    expect(requests.map(({ url, headers }) => [url, headers.get('X-XSRF-TOKEN')])).to.deep.equal([
      ['http://millwright.test/spa/csrf-cookie', null],
      ['http://millwright.test/api/v1/auth/login', 'a/b'],
      ['http://millwright.test/api/v1/user', null],
    ]);
    for (const { headers, credentials } of requests) {
      expect([headers.get('Cookie'), headers.get('Origin'), credentials]).to.deep.equal([
        null,
        null,
        'include',
      ]);
    }
  });
});
