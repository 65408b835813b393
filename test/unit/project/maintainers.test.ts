/** What the page for maintainers says is so: the folders, the rooms from the ground up, and the files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/maintainers.md'), 'utf8');
const foldersIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  );
const chapter = (title: string) => page.slice(page.indexOf(`\n## ${title}\n`)).split(/\n## /)[1] ?? '';
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Made by tools, in no version. */
const made = ['node_modules', 'data', 'dist', 'coverage'];

describe('the page for maintainers', () => {
  it('has every folder with a line of its own', () => {
    const there = foldersIn('.').filter((name) => !/^\.|^resources-test-/.test(name) && !made.includes(name));
    expect(all(chapter('The folders'), /^\| `([\w-]+)\/` \|/gm)).to.deep.equal(there.sort());
  });

  it('has every room of the engine in the order of their floors', () => {
    const rooms = all(chapter('The rooms of the engine'), /^\| `(\w+)` \|/gm);
    expect(rooms.toSorted()).to.deep.equal(foldersIn('engine').sort());
    const floors = readFileSync(join(root, 'test/unit/project/imports.test.ts'), 'utf8');
    const [, list = ''] = /const floors = \[([\s\S]*?)\];/.exec(floors) ?? [];
    expect(rooms).to.deep.equal(all(list, /'(\w+)'/g).filter((room) => room !== 'engine'));
  });

  it('has a recipe, by its files, for what is added most', () => {
    for (const what of [
      'a resource',
      'a feature',
      'a kind of value',
      'an operator of filters',
      'a stage of a request',
      'a language',
      'a setting',
    ]) {
      const recipe = page.split(`\n**Add ${what}.**`)[1]?.split('\n**')[0] ?? '';
      expect(all(recipe, /`([\w.-]+\/[\w./-]+)`/g), what).to.have.length.above(2);
    }
  });

  it('names files that are there', () => {
    const named = all(page, /`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:tsx?|mjs|sh|example)))`/g);
    const near = ['', 'engine/database/dialect'];
    expect(named).to.have.length.above(50);
    expect(
      named.filter((path) => !near.some((folder) => existsSync(join(root, folder, path)))),
    ).to.deep.equal([]);
  });

  it('has the order of locks that the code says', () => {
    const source = readFileSync(join(root, 'resources/plan-work/lock.ts'), 'utf8');
    expect(source).to.contain('the site, the meter, the plan, its dates, their maintenances');
    expect(page).to.contain('site → meter → plan → date → maintenance');
  });
});
