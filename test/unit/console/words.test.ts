/** The console's own words: each is said in every language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { checkConsoleWords, compareWords } from '../../../commands/words/console.ts';
import { en } from '../../../console/words/en.ts';
import { console as fr } from '../../../locales/fr/console.ts';
import { languages, sentencesPlace } from '../../../locales/index.ts';

/** Words with their names; those that are made of something are called with it. */
function wordsOf(words: object, before = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, word]: [string, unknown]): [string, string][] => {
    const key = `${before}${name}`;
    if (typeof word === 'string') return [[key, word]];
    if (typeof word === 'function') return [[key, String(word('2', '3', '4'))]];
    return typeof word === 'object' && word !== null ? wordsOf(word, `${key}.`) : [];
  });
}

/** What a component of the console writes by itself: texts of its elements, and attributes that begin like a sentence. */
function writtenIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text.replace(/&\w+;/g, ''))) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && /^\S+=["']\p{Lu}\p{Ll}/u.test(node.getText())) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

describe('the words of the console', () => {
  const english = wordsOf(en);
  const french = new Map(wordsOf(fr));

  it('are the same ones in each language, and what differs is found', async () => {
    expect(english).to.have.length.above(150);
    expect(await checkConsoleWords(languages, sentencesPlace)).to.deep.equal([]);
    const { frame, ...rest } = fr;
    const changed = compareWords('locales/fr/console.ts', {
      ...rest,
      frame: { ...frame, skip: {} },
      odd: 'x',
    });
    expect(changed.map(({ key }) => key)).to.deep.equal(['frame.skip', 'odd']);
    expect(await checkConsoleWords(['en', 'xx'], sentencesPlace)).to.have.lengthOf(1);
  });

  it('are translated: what is equal is one short word', () => {
    const same = english.filter(([name, word]) => french.get(name) === word && / \p{L}/u.test(word));
    expect(same).to.deep.equal([]);
  });

  it('are not written in its components', () => {
    const root = resolve(import.meta.dirname, '../../../console');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx$/.test(name),
    );
    expect(files).to.have.length.above(50);
    expect(files.flatMap((name) => writtenIn(join(root, name)))).to.deep.equal([]);
  });

  it('count one row as one', () => {
    expect([1, 1200].map(en.views.tooMany)).to.deep.equal([
      '1 more row is not shown. Use filters to see it.',
      '1,200 more rows are not shown. Use filters to see them.',
    ]);
    expect([1, 2].map(fr.views.tooMany)).to.deep.equal([
      'Une autre ligne n’est pas affichée. Utilisez les filtres pour la voir.',
      '2 autres lignes ne sont pas affichées. Utilisez les filtres pour les voir.',
    ]);
  });

  it('are never empty', () => {
    expect([...english, ...french].filter(([, word]) => word.trim() === '')).to.deep.equal([]);
  });
});
