/** What the service takes for itself, and what definitions are kept from taking. */

import { expect } from 'chai';
import { takenParameters, takenPaths } from '../../../../engine/check/subject.ts';
import { buildRegistry, features } from '../../../../engine/features/index.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import type { Registry } from '../../../../engine/model/resource.ts';
import { describeApi } from '../../../../service/http/document/api-document.ts';
import { resourcesFolder } from '../../../../service/project/project.ts';
import { systemPaths } from '../../../../service/project/registry.ts';

const prefix = '/api/v1/';

/** The document as clients read it. */
const describeTo = (registry: Registry) =>
  JSON.parse(
    JSON.stringify(describeApi({ appUrl: 'http://service', locales: ['en', 'fr'] }, registry, true)),
  );

describe('names that are taken', () => {
  it('are those of every path of the service’s own that a resource could have', () => {
    const paths = Object.keys(describeTo(new Map()).paths).filter((one) => one.startsWith(prefix));
    const first = paths.map((path) => path.slice(prefix.length).split('/')[0] ?? '');
    const possible = first.filter((name) => /^[a-z0-9-]+$/.test(name));
    expect(possible).to.include('user');
    expect([...takenPaths, ...features.flatMap(({ paths = [] }) => paths)]).to.include.members(possible);
  });

  it('are those of every parameter of lists and counts that is no filter', async () => {
    const registry = buildRegistry(await loadDefinitions(resourcesFolder), systemPaths);
    const { paths, components } = describeTo(registry);
    const named = new Set<string>();
    for (const { path, filters } of registry.values()) {
      for (const { get } of [paths[`${prefix}${path}`], paths[`${prefix}${path}/counts`]]) {
        for (const { $ref, ...given } of get.parameters) {
          const { in: place, name } = $ref ? components.parameters[$ref.split('/').at(-1)] : given;
          if (place === 'query' && !filters.has(name.split('[')[0])) named.add(name);
        }
      }
    }
    expect([...named].sort()).to.deep.equal([...takenParameters].sort());
  });
});
