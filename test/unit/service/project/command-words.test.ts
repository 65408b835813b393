/** The names of commands in a place without this project's scripts: in its package, in its image, in a project on the package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { inWords } from '../../../../service/project/command-words.ts';

const root = resolve(import.meta.dirname, '../../../..');

describe('commands in words', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Draft it: npm run migration:new.', 'Draft it: millwright migration new.'],
    [
      'npm run check:resources tells (npm run check:resources -- --strict).',
      'millwright check tells (millwright check --strict).',
    ],
    [
      'npm run user:reset-2fa -- E-MAIL, npm run tasks -- --once; npm start',
      'millwright user reset-2fa E-MAIL, millwright tasks --once; millwright start',
    ],
    ['`npm run types` shows the line.', '`npx tsc --noEmit` shows the line.'],
    ['npm install openapi-fetch', 'npm install openapi-fetch'],
  ];
  for (const [said, wanted] of cases) {
    it(`says ${wanted}`, () => expect(inWords(said, 'millwright')).to.equal(wanted));
  }

  it('names scripts where they are', () => expect(inWords('npm run migrate')).to.equal('npm run migrate'));

  it('knows every script that a text of the service names', async () => {
    const { commands }: { commands: Readonly<Record<string, unknown>> } = await import(
      pathToFileURL(join(root, 'commands/bin/commands.mjs')).href
    );
    const folders = ['auth', 'commands', 'engine', 'locales', 'seeds', 'service'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(root, folder, name)),
    );
    const named = files.flatMap((file) => {
      const code = readFileSync(file, 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      return [...code.matchAll(/npm run [a-z0-9][a-z0-9:-]*/g)].map(([text]) => text);
    });
    expect(named).to.include('npm run migrate');
    const lost = named.filter((text) => {
      const told = inWords(text, 'millwright');
      return told.startsWith('millwright ') && !Object.hasOwn(commands, told.replace('millwright ', ''));
    });
    expect(lost).to.deep.equal([]);
  });
});
