/** What a kind of value is stands in its own file: everything else asks its object, and none asks which kind it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');
/** A kind compared with one of them, or one chosen among them: `scalar === text`, `switch (scalar.type)`. */
const comparison =
  /\b(?:scalar|scalarOf\([^;{]*?\)|kindName\([^;{]*?\))(?:\??\.type)?\s*(?:===|!==)\s*(?:'|(?:text|integer|money|bool|instant|day|time|choice|json)\b)|switch \([^{]*(?:scalar|kindName)/;
const folders = ['engine', 'auth', 'commands', 'service', 'resources'];

describe('kinds of values', () => {
  it('are told apart in their own room alone', () => {
    const files = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    );
    const asked = files
      .filter((file) => file.endsWith('.ts') && !file.startsWith('engine/kinds/'))
      .filter((file) => comparison.test(readFileSync(join(root, file), 'utf8')));
    expect(files).to.have.length.above(400);
    expect(asked).to.deep.equal([]);
    const own = readFileSync(join(root, 'engine/kinds/kind.ts'), 'utf8');
    expect(comparison.test(own), 'the test finds comparisons').to.equal(true);
  });
});
