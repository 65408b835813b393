/**
 * The suite as a project on `people` runs it: a process of its own, Node's runner, definitions and rules in TypeScript beside each
 * other, a database that the suite makes. On an embedded one the walk of docs/building.md does that.
 */
import { expect } from 'chai';
import { copyExample, type ExampleProject, failedIn } from '../../harness/example-project.ts';
import { onlyOn } from '../../harness/only-on.ts';

onlyOn('mysql', 'test/nightly/service/package/package.test.ts runs it there').describe(
  'the example project',
  () => {
    let project: ExampleProject;
    before(async () => {
      project = await copyExample();
    });
    after(() => project.remove());

    it('is held to the laws, at a server of databases', async () => {
      const told = await project.conform({ TEST_RESOURCE: 'books,authors' });
      expect(failedIn(told)).to.deep.equal([]);
      expect(Number(/^# pass (\d+)$/m.exec(told)?.[1]), told.slice(-2000)).to.be.above(200);
    });
  },
);
