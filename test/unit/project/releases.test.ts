/** The version is in one place, and each release has a section in the changelog and a database to migrate. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { version } from '../../../service/project/version.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
const released = headings
  .slice(1)
  .map((heading) => /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/.exec(heading));

describe('releases', () => {
  it('stand in the changelog, the newest first, below what is not released yet', () => {
    expect(headings[0]).to.equal('[Unreleased]');
    expect(released).not.to.include(null);
    const numbers = released.map((found) =>
      (found?.[1] ?? '')
        .split('.')
        .map((part) => part.padStart(4, '0'))
        .join('.'),
    );
    expect(numbers).to.deep.equal(numbers.toSorted().reverse());
    const days = released.map((found) => found?.[2] ?? '');
    expect(days).to.deep.equal(days.toSorted().reverse());
  });

  it('are numbered in package.json alone', () => {
    expect(JSON.parse(read('package.json')).version).to.equal(version);
    expect(JSON.parse(read('package-lock.json')).version).to.equal(version);
    expect(released[0]?.[1]).to.equal(version);
    const elsewhere = ['service', 'engine', 'auth', 'commands', 'package', 'console', 'docs/deploy'].flatMap(
      (folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .map((file) => join(folder, file))
          .filter(
            (file) =>
              /\.(?:ts|tsx|mjs|ya?ml|json|service)$|Dockerfile$/.test(file) && !file.endsWith('schema.d.ts'),
          )
          .filter((file) => read(file).includes(`'${version}'`) || read(file).includes(`"${version}"`)),
    );
    expect(elsewhere).to.deep.equal([]);
  });

  it('each have a database that is brought up to date, of each make, from 1.0 on', () => {
    const folder = 'test/fixtures/releases';
    const since = released.map((found) => found?.[1] ?? '').filter((one) => !one.startsWith('0.'));
    const versions = [...new Set(['1.0.0', ...since])];
    expect(readdirSync(join(root, folder)).sort()).to.deep.equal(versions.toSorted());
    for (const one of versions) {
      for (const file of ['sqlite.sql', 'mariadb.sql', 'mysql.sql'])
        expect(existsSync(join(root, folder, one, file))).to.equal(true);
    }
  });
});
