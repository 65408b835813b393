/** A name that two files of a part declare is one that a reader must look up twice: there are few of them, and fewer as time goes by. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');
const declaration =
  /^(?:export )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
/** How many names of a part two of its files declare at most. Only ever lower them. */
const most = { engine: 12, auth: 12, service: 37, commands: 13, package: 3, resources: 66, console: 134 };

/** In how many files of a part each name is declared, with the files. */
function declaredIn(part: string): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const file of readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.d)\.tsx?$/.test(file)) continue;
    const source = readFileSync(join(root, part, file), 'utf8');
    const names = [...source.matchAll(declaration)].map(([, name = '']) => name);
    for (const name of new Set(names)) places.set(name, [...(places.get(name) ?? []), file]);
  }
  return places;
}

describe('names', () => {
  for (const [part, atMost] of Object.entries(most)) {
    it(`of ${part} stand for one thing each, but for a few`, () => {
      const places = declaredIn(part);
      const twice = [...places].flatMap(([name, files]) =>
        files.length > 1 ? [`${name}: ${files.join(', ')}`] : [],
      );
      expect(places.size).to.be.above(20);
      expect(twice.length > atMost ? twice : [], `${twice.length} of ${atMost}`).to.deep.equal([]);
    });
  }
});
