/** Everything the contract promises of every resource, as tests: a resource added tomorrow is covered by being there. */
import { expect } from 'chai';
import { findProject } from '../../service/project/project.ts';
import { createRegistry } from '../../service/project/registry.ts';
import { describeAccess } from './laws/access.ts';
import { expectCounted } from './laws/counters.ts';
import { describeHanging } from './laws/hung.ts';
import { expectReplayed } from './laws/journal.ts';
import { describeOwn } from './laws/own.ts';
import { describeQueries } from './laws/queries.ts';
import { describeCounts } from './laws/reads/counts.ts';
import { describeFilterOptions } from './laws/reads/filter-options.ts';
import { describeFilters } from './laws/reads/filters.ts';
import { describeIsolation } from './laws/reads/isolation.ts';
import { Model } from './laws/reads/oracle.ts';
import { describePages } from './laws/reads/pages.ts';
import { describeReports } from './laws/reads/reports.ts';
import { describeSearch, describeSorting } from './laws/reads/sorting.ts';
import { describeSpellings } from './laws/reads/spellings.ts';
import { describeTasks } from './laws/tasks.ts';
import { describeActions } from './laws/writes/actions.ts';
import { describeBodies } from './laws/writes/bodies.ts';
import { describeCreates } from './laws/writes/creates.ts';
import { describeDeletes } from './laws/writes/deletes.ts';
import { describeOptions } from './laws/writes/options.ts';
import { describeOwnedRows } from './laws/writes/owned-rows.ts';
import { describeUpdates } from './laws/writes/updates.ts';
import { describeVersions } from './laws/writes/versions.ts';
import type { ConformanceOptions } from './options.ts';
import { after, before, begin, describe, describeWhere, holdToAll, it } from './runner.ts';
import { readRules } from './specimens/rule-book.ts';
import { createDatabase } from './world/database.ts';
import { Subject } from './world/subject.ts';
import { World } from './world/world.ts';

/** @throws Error with a sentence for a person */
export async function declare(options: ConformanceOptions): Promise<void> {
  holdToAll(options.everywhere ?? true);
  const registry = await createRegistry();
  const rules = await readRules(registry, options.specimens);
  const resources = askedPaths() ?? options.resources ?? (await ownPaths());
  const strange = resources.find((path) => !registry.has(path));
  if (strange !== undefined) throw new Error(`There is no resource “${strange}” to test.`);
  const looked = [...registry.values()].filter(({ path }) => resources.includes(path));

  let shared: World;
  const beginOnce = await begin(async () => {
    shared = await World.start(registry, rules, looked, options.database ?? createDatabase);
  });

  describe('conformance', () => {
    let model: Model;
    const subjects = looked.map((resource) => new Subject(resource, registry, rules, () => shared));
    const listed = subjects.filter((subject) => subject.can('viewAny'));
    const readModel = async () => {
      model = await Model.read(shared);
    };

    /** The laws of one resource: without rows they cannot be checked. */
    const laws = ({ resource }: Subject, body: () => void) =>
      describeWhere(() => !shared.untold.has(resource.path), resource.path, body);

    beginOnce();
    after(() => shared?.stop());

    describe('rows', () => {
      for (const { path } of looked) {
        it(`${path} can be made from their definition and rules`, () => {
          const untold = shared.untold.get(path);
          if (untold) throw untold;
        });
      }
    });

    // First the laws that only read: they compare with the rows that the world began with.
    describe('reads', () => {
      before(async () => {
        await readModel();
        for (const subject of listed) await subject.readRows();
      });
      for (const subject of listed) {
        laws(subject, () => {
          describeFilters(subject, () => model);
          describeFilterOptions(subject, () => model);
          describeSpellings(subject, () => model);
          describeSorting(subject, () => model);
          describeSearch(subject, () => model);
          describePages(subject);
          describeCounts(subject, () => model);
          describeReports(subject);
        });
      }
    });

    describe('isolation', () => {
      before(readModel);
      for (const subject of listed) laws(subject, () => describeIsolation(subject, () => model));
    });

    // From here on rows are written.
    describe('number of queries', () => {
      for (const subject of listed) laws(subject, () => describeQueries(subject));
    });

    describe('access', () => {
      for (const subject of subjects) {
        laws(subject, () => {
          describeAccess(subject);
          describeOwn(subject);
          describeHanging(subject);
        });
      }
    });

    describe('choices', () => {
      for (const subject of subjects) laws(subject, () => describeOptions(subject));
    });

    describe('writes', () => {
      for (const subject of subjects) {
        if (!subject.can('create')) continue;
        laws(subject, () => {
          // The body of a file is not JSON.
          if (!subject.resource.definition.hung?.files) describeBodies(subject);
          describeCreates(subject);
          describeActions(subject);
          if (subject.can('update')) describeUpdates(subject);
          if (subject.can('update')) describeOwnedRows(subject);
          if (subject.can('view')) describeVersions(subject);
          if (subject.can('delete')) describeDeletes(subject);
        });
      }
    });

    describe('tasks', () => describeTasks(registry, () => shared));

    it('leaves a journal that says of every row what the row says', async () => {
      expect(await expectReplayed(shared.service.database.knex)).to.be.above(subjects.length);
    });

    it('leaves every list counted', async () => {
      expect(await expectCounted(shared.service.database.knex)).to.be.above(subjects.length);
    });
  });
}

/** The resources that the command or the environment names, before those of a test file; null if neither does. */
function askedPaths(): string[] | null {
  const asked = process.env.TEST_RESOURCE;
  return asked ? asked.split(',') : null;
}

/** The resources that are not of the base of the project: those are tested already. */
async function ownPaths(): Promise<string[]> {
  const loaded = await (await findProject()).loadOwn();
  return loaded.map(({ definition }) => definition.path);
}
