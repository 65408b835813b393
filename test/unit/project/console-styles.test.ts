/** The console's looks: one scale of room, letters, corners, colours and motion, which stands in one file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const folder = resolve(import.meta.dirname, '../../../console');
const scale = 'styles/base.css';

/** What takes its value from the scale. A hairline, what follows the letters around it, and codes for cameras are what they are. */
const scaled =
  /^\s*(?:padding|margin|gap|row-gap|column-gap|font-size|border-radius|transition)[\w-]*:(.*)$/gm;
const own = /(?<![\w-])-?(?:[3-9]|\d\d+)(?:\.\d+)?px|[\d.]+rem|[\d.]+m?s\b/;
const colour = /#(?!fff;|000;)[\da-f]{3,8}\b|\brgba?\(|\bhsl/gi;

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

describe('the console’s styles', () => {
  it('take room, letters, corners and motion from one scale', () => {
    const found = files
      .filter(({ file }) => file !== scale)
      .flatMap(({ file, text }) =>
        [...text.matchAll(scaled)]
          .filter(([, value = '']) => own.test(value))
          .map(([line]) => `${file}: ${line.trim()}`),
      );
    expect(found).to.deep.equal([]);
  });

  it('take colours from one set', () => {
    const found = files
      .filter(({ file }) => file !== scale)
      .flatMap(({ file, text }) => [...text.matchAll(colour)].map(([one]) => `${file}: ${one}`));
    expect(found).to.deep.equal([]);
  });

  it('use each of its names, and no other', () => {
    const all = files.map(({ text }) => text).join('\n');
    const declared = new Set([...all.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name));
    const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
    expect([...declared].filter((name) => !used.has(name))).to.deep.equal([]);
    expect([...used].filter((name) => !declared.has(name))).to.deep.equal([]);
  });

  it('move for less than 150 ms, and not for users who want no motion', () => {
    const text = files.find(({ file }) => file === scale)?.text ?? '';
    const times = [...text.matchAll(/--quick: ([\d.]+)s/g)].map(([, time]) => Number(time));
    expect(times).to.deep.equal([0, 0.12]);
  });
});
