/** What a kind of value is, and what holds it, stands in its own file: everything else asks its object, and none asks which it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');
/** A kind compared with one of them, or one chosen among them: `scalar === text`, `switch (scalar.type)`. */
const comparison =
  /\b(?:scalar|scalarOf\([^;{]*?\)|kindName\([^;{]*?\))(?:\??\.type)?\s*(?:===|!==)\s*(?:'|(?:text|integer|money|bool|instant|day|time|choice|json)\b)|switch \([^{]*(?:scalar|kindName)/;
/** What holds the value of a field, asked by its name: `facts.kind === 'reference'`, `switch (facts.kind)`. */
const structure =
  /\bfacts?\??\.kind\b|\bkind\s*(?:===|!==)\s*'(?:column|references?|words|aggregate|pairs|derived|alias|nested|labels)'/;
const folders = ['engine', 'auth', 'commands', 'package', 'service', 'resources'];

describe('kinds of fields', () => {
  it('are told apart in their own room alone', () => {
    const files = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    );
    const own = readFileSync(join(root, 'engine/kinds/kind.ts'), 'utf8');
    expect(files).to.have.length.above(400);
    for (const [question, apart] of [
      [comparison, /^(?:engine\/kinds|package\/testing)\//],
      [structure, /^engine\/kinds\//],
    ] as const) {
      const asked = files
        .filter((file) => file.endsWith('.ts') && !apart.test(file))
        .filter((file) => question.test(readFileSync(join(root, file), 'utf8')));
      expect(asked).to.deep.equal([]);
      expect(question.test(own), 'the test finds comparisons').to.equal(true);
    }
  });
});
