/**
 * Everything the contract promises of every resource, run over all definitions: a resource added tomorrow is covered
 * by being there. What a definition's declarations do not tell stands in `test/harness/specimen-rules.ts`.
 */
import { expect } from 'chai';
import { resourcesFolder, systemPaths } from '../../app.ts';
import { buildRegistry, loadDefinitions } from '../../engine/model/compile.ts';
import { describeAccess } from '../../testing/laws/access.ts';
import { expectCounted } from '../../testing/laws/counters.ts';
import { describeQueries } from '../../testing/laws/queries.ts';
import { describeCounts } from '../../testing/laws/reads/counts.ts';
import { describeFilterOptions } from '../../testing/laws/reads/filter-options.ts';
import { describeFilters } from '../../testing/laws/reads/filters.ts';
import { describeIsolation } from '../../testing/laws/reads/isolation.ts';
import { Model } from '../../testing/laws/reads/oracle.ts';
import { describePages } from '../../testing/laws/reads/pages.ts';
import { describeSearch, describeSorting } from '../../testing/laws/reads/sorting.ts';
import { describeTasks } from '../../testing/laws/tasks.ts';
import { describeActions } from '../../testing/laws/writes/actions.ts';
import { describeBodies } from '../../testing/laws/writes/bodies.ts';
import { describeCreates } from '../../testing/laws/writes/creates.ts';
import { describeDeletes } from '../../testing/laws/writes/deletes.ts';
import { describeOptions } from '../../testing/laws/writes/options.ts';
import { describeUpdates } from '../../testing/laws/writes/updates.ts';
import { describeVersions } from '../../testing/laws/writes/versions.ts';
import { Subject, World } from '../../testing/world/world.ts';

const registry = buildRegistry(await loadDefinitions(resourcesFolder), systemPaths);

describe('conformance', () => {
  let shared: World;
  let model: Model;
  const subjects = [...registry.values()].map((resource) => new Subject(resource, registry, () => shared));

  before(async () => {
    shared = await World.start(registry, resourcesFolder);
  });
  after(() => shared?.service.stop());

  // First what only reads: it compares with the rows that the world began with.
  describe('reads', () => {
    before(async () => {
      model = await Model.read(registry, shared.at('hq'));
    });
    for (const subject of subjects) {
      if (!subject.can('viewAny')) continue;
      describe(subject.resource.path, () => {
        describeFilters(subject, () => model);
        describeFilterOptions(subject, () => model);
        describeSorting(subject);
        describeSearch(subject, () => model);
        describePages(subject);
        describeCounts(subject, () => model);
      });
    }
  });

  describe('isolation', () => {
    before(async () => {
      model = await Model.read(registry, shared.at('hq'));
    });
    for (const subject of subjects) if (subject.can('viewAny')) describeIsolation(subject, () => model);
  });

  // From here on rows are written.
  describe('number of queries', () => {
    for (const subject of subjects) {
      if (subject.can('viewAny')) describe(subject.resource.path, () => describeQueries(subject));
    }
  });

  describe('access', () => {
    for (const subject of subjects) describe(subject.resource.path, () => describeAccess(subject));
  });

  describe('choices', () => {
    for (const subject of subjects) describe(subject.resource.path, () => describeOptions(subject));
  });

  describe('writes', () => {
    for (const subject of subjects) {
      if (!subject.can('create')) continue;
      describe(subject.resource.path, () => {
        describeBodies(subject);
        describeCreates(subject);
        describeActions(subject);
        if (subject.can('update')) describeUpdates(subject);
        if (subject.can('view')) describeVersions(subject);
        if (subject.can('delete')) describeDeletes(subject);
      });
    }
  });

  describe('tasks', () => describeTasks(registry, () => shared.service));

  it('leaves every list counted', async () => {
    expect(await expectCounted(shared.service.database.knex)).to.be.above(20);
  });
});
