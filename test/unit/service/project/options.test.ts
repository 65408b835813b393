/** What a configuration may say, and in whose words commands are told. */
import { expect } from 'chai';
import { problemOf } from '../../../../service/project/options.ts';

describe('the options of a project', () => {
  const cases: readonly (readonly [unknown, RegExp | null])[] = [
    [{}, null],
    [{ base: 'people', resources: ['a'], name: 'Library' }, null],
    [undefined, /exports no options/],
    ['people', /exports no options/],
    [{ resource: ['a'] }, /an option “resource”, which is none: there are name, base,/],
    [{ name: 7 }, /has a name that is no text/],
    [{ base: 'toString' }, /another base/],
    [{ migrations: 'migrations' }, /has migrations that are no list/],
  ];
  for (const [options, wanted] of cases) {
    it(`${wanted === null ? 'are sound' : 'are refused'}: ${JSON.stringify(options)}`, () => {
      const problem = problemOf(options);
      if (wanted === null) expect(problem).to.equal(null);
      else expect(problem).to.match(wanted);
    });
  }
});
