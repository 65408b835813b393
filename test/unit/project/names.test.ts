/** A name that two files of the engine declare is one that a reader must look up twice: there are few of them, and fewer as time goes by. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const engine = resolve(import.meta.dirname, '../../../engine');
const declaration =
  /^(?:export )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
/** Only ever lower it. */
const most = 12;

describe('names of the engine', () => {
  it('stand for one thing each, but for a few', () => {
    const places = new Map<string, string[]>();
    for (const file of readdirSync(engine, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const source = readFileSync(join(engine, file), 'utf8');
      const names = [...source.matchAll(declaration)].map(([, name = '']) => name);
      for (const name of new Set(names)) places.set(name, [...(places.get(name) ?? []), file]);
    }
    const twice = [...places].flatMap(([name, files]) =>
      files.length > 1 ? [`${name}: ${files.join(', ')}`] : [],
    );
    expect(places.size).to.be.above(1500);
    expect(twice.length > most ? twice : []).to.deep.equal([]);
  });
});
