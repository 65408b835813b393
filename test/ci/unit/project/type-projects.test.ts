/** What `npx tsc` checks in a fresh clone, and what only `npm run types` can check. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../../..');
const compiler = join(root, 'node_modules/.bin/tsc');
const outside = new Set(['node_modules', 'data', 'dist', '.git', '.tmp']);
/** Folders of other tests come and go meanwhile. */
const isOutside = (name: string): boolean => outside.has(name) || name.startsWith('resources-test-');

describe('the type checks', () => {
  const filesOf = (project: string): string[] =>
    execFileSync(compiler, ['--listFilesOnly', '--project', project], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .map((file) => relative(root, file))
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules/') && !file.startsWith('..'));

  const written = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return isOutside(entry.name) ? [] : written(path);
      return /\.tsx?$/.test(entry.name) && path !== 'package/client/schema.d.ts' ? [path] : [];
    });

  it('need nothing that a command makes, but those of the client; and leave nothing out together', () => {
    const [plain, client, browser] = [filesOf('.'), filesOf('package/client'), filesOf('console')];
    const [examples, worker] = [filesOf('docs/examples'), filesOf('console/worker')];
    expect(examples).to.include('docs/examples/library/millwright.config.ts');
    expect(plain.filter((file) => file.startsWith('package/client/'))).to.deep.equal([]);
    expect(client).to.include('package/client/index.ts');
    expect(browser).to.include('console/main.tsx');
    const checked = new Set([...plain, ...client, ...browser, ...examples, ...worker]);
    expect(written('').filter((file) => !checked.has(file))).to.deep.equal([]);
  });
});
