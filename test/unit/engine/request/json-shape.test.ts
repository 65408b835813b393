/** How deep and how wide a JSON text may be, seen before it is parsed. */
import { expect } from 'chai';
import fc from 'fast-check';
import { Failure } from '../../../../engine/failure.ts';
import { checkShape } from '../../../../engine/request/json-body.ts';
import { announceSeed, seed } from '../../../harness/random/search.ts';

const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":0`).join();
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const mixed = (levels: number) => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`;
const values = (count: number) => `[${Array.from({ length: count }, () => '0').join()}]`;

const fine: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'what is no JSON, for the parser to refuse': '}}]]"',
  'a text that never ends': '"abc\\',
  '32 levels': nested(32),
  '32 levels of both kinds': mixed(32),
  'many levels one after the other': `[${Array.from({ length: 100 }, () => nested(20)).join()}]`,
  '200 keys': `{${keys(200)}}`,
  '200 keys in each of 50 objects': `[${Array.from({ length: 50 }, () => `{${keys(200)}}`).join()}]`,
  '10,000 values': values(10_000),
  'brackets, commas and colons in a text': `{"a":"${'[{,:'.repeat(20_000)}"}`,
  'quotation marks in a text': `["${'\\"['.repeat(20_000)}"]`,
  'a text that ends in backslashes': `["\\\\", "${'['.repeat(100)}"]`,
};

const tooMuch: Readonly<Record<string, readonly [text: string, status: number, sentence: RegExp]>> = {
  '33 levels': [nested(33), 422, /more than 32 levels deep/],
  '34 levels of both kinds': [mixed(34), 422, /more than 32 levels deep/],
  'levels without an end': ['['.repeat(100_000), 422, /more than 32 levels deep/],
  'levels behind a text that ends in backslashes': [
    `["\\\\",${nested(33)}]`,
    422,
    /more than 32 levels deep/,
  ],
  '201 keys': [`{${keys(201)}}`, 413, /An object in the body has more than 200 keys/],
  '201 keys around a list of objects': [
    `{${keys(100)},"list":[{${keys(50)}}],"m":0,${keys(99)}}`,
    413,
    /An object in the body has more than 200 keys/,
  ],
  '10,001 keys in all': [
    `[${Array.from({ length: 51 }, () => `{${keys(199)}}`).join()}]`,
    413,
    /more than 10,?000 keys in all/,
  ],
  'more than 10,000 values': [values(10_002), 413, /more than 10,?000 values in all/],
  'more than 10,000 values of several arrays': [
    `[${values(6000)},${values(6000)}]`,
    413,
    /more than 10,?000 values in all/,
  ],
};

describe('the shape of a JSON text', () => {
  before(announceSeed);

  for (const [name, text] of Object.entries(fine)) {
    it(`may be ${name}`, () => expect(() => checkShape(text)).not.to.throw());
  }

  for (const [name, [text, status, sentence]] of Object.entries(tooMuch)) {
    it(`may not be ${name}`, () => {
      const failure = refusalOf(text);
      expect(failure.status).to.equal(status);
      expect(JSON.stringify(failure.toBody('en'))).to.match(sentence);
    });
  }

  it('is that of the value, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 40 }), fc.constantFrom(0, 2), (value, space) => {
        const deep = depthOf(value) > 32;
        if (deep) expect(refusalOf(JSON.stringify(value, null, space)).status).to.equal(422);
        else expect(() => checkShape(JSON.stringify(value, null, space))).not.to.throw();
      }),
      { seed, numRuns: 300 },
    );
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** @throws Error where the text is taken */
function refusalOf(text: string): Failure {
  try {
    checkShape(text);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('The text was taken.');
}
