/** What the pages name is there: scripts, files, tests, and what links lead to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');
const pages = ['README.md', 'CHANGELOG.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const tests = readdirSync(join(root, 'test'), { recursive: true }).join('\n/');

/** Headings as a link names them, without those in examples. */
function anchorsOf(text: string): string[] {
  const headings = text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the pages', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );

  for (const { file, text } of pages) {
    it(`${file} names scripts that exist, and links lead somewhere`, () => {
      const named = [...text.matchAll(/`npm run ([a-z0-9:-]+)/g)].map(([, name = '']) => name);
      expect(named.filter((name) => !(name in scripts))).to.deep.equal([]);
      const broken = [
        ...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g),
      ].filter(([, path = '', anchor]) => {
        const target = path === '' ? join(root, file) : join(root, dirname(file), path);
        if (!existsSync(target)) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
      });
      expect(broken.map(([link]) => link)).to.deep.equal([]);
    });

    it(`${file} names files and tests that are there`, () => {
      const named = [...text.matchAll(/`((?:auth|commands|console|engine|service|unit)\/[\w./-]+)`/g)];
      const isThere = (path = '') => existsSync(join(root, path)) || tests.includes(`/${path}`);
      expect(named.flatMap(([, path]) => (isThere(path) ? [] : path))).to.deep.equal([]);
    });
  }
});
