/** What a configuration may say, and in whose words commands are told. */
import { expect } from 'chai';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import { withKeepHook } from '../../../../service/project/keep-files.ts';
import { problemOf } from '../../../../service/project/options.ts';
import { resourcesFolder } from '../../../../service/project/project.ts';

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
    [{ beforeKeep: 'scan' }, /has beforeKeep that is no function/],
  ];
  for (const [options, wanted] of cases) {
    it(`${wanted === null ? 'are sound' : 'are refused'}: ${JSON.stringify(options)}`, () => {
      const problem = problemOf(options);
      if (wanted === null) expect(problem).to.equal(null);
      else expect(problem).to.match(wanted);
    });
  }

  it('give their hook to definitions of files that have none', async () => {
    const beforeKeep = () => {};
    const given = await loadDefinitions(resourcesFolder);
    const hookOf = (path: string, loaded: ReturnType<typeof withKeepHook>) =>
      loaded.find(({ definition }) => definition.path === path)?.definition.hooks;
    const kept = withKeepHook(given, beforeKeep);
    expect(hookOf('attachments', kept)).to.include({ beforeKeep });
    // Its other hooks stay.
    expect(hookOf('attachments', kept)).to.have.property('beforeValidate');
    expect(hookOf('comments', kept)).not.to.have.property('beforeKeep');
    expect(
      hookOf(
        'attachments',
        withKeepHook(kept, () => {}),
      ),
    ).to.include({ beforeKeep });
    expect(withKeepHook(given, undefined)).to.equal(given);
  });
});
