/**
 * Everything the contract promises of every resource, run over all definitions: a resource added tomorrow is covered
 * by being there. What a definition's declarations do not tell stands in `test/harness/specimen-rules.ts`.
 */
import { expect } from 'chai';
import { resourcesFolder, systemPaths } from '../../app.ts';
import { buildRegistry, loadDefinitions } from '../../engine/model/compile.ts';
import { expectCounted } from '../harness/tallies.ts';
import { describeAccess } from './conformance/access.ts';
import { describeActions } from './conformance/actions.ts';
import { describeBodies } from './conformance/bodies.ts';
import { describeCounts } from './conformance/counts.ts';
import { describeCreates } from './conformance/creates.ts';
import { describeDeletes } from './conformance/deletes.ts';
import { describeFilterOptions } from './conformance/filter-options.ts';
import { describeFilters } from './conformance/filters.ts';
import { describeIsolation } from './conformance/isolation.ts';
import { Model } from './conformance/model.ts';
import { describeOptions } from './conformance/options.ts';
import { describePages } from './conformance/pages.ts';
import { describeQueries } from './conformance/queries.ts';
import { describeSearch, describeSorting } from './conformance/sorting.ts';
import { describeTasks } from './conformance/tasks.ts';
import { describeUpdates } from './conformance/updates.ts';
import { describeVersions } from './conformance/versions.ts';
import { Subject, World } from './conformance/world.ts';

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
