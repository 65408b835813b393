/** Describes all endpoints of a resource, route by route; its option lists have a chapter of their own. */

import { addBodySchemas } from '../../describe/openapi/bodies.ts';
import { filterSchemas } from '../../describe/openapi/filter-parameters.ts';
import { capitalise, schemaNames } from '../../describe/openapi/names.ts';
import { introduce } from '../../describe/openapi/notes.ts';
import { addAnswerSchemas, listPageSchema, type Schemas } from '../../describe/openapi/rows.ts';
import type { Endpoint, TagSpec } from '../../describe/openapi/spec.ts';
import type { Setting } from '../../describe/openapi/values.ts';

/** The endpoints of a resource, and their schemas. */
export function describeResource(setting: Setting, routes: readonly DescribedRoute[]): TagSpec {
  const { resource } = setting;
  const names = schemaNames(resource);
  const schemas: Schemas = {};
  addAnswerSchemas(setting, schemas);
  addBodySchemas(setting, schemas);
  if (resource.definition.operations.includes('list')) {
    schemas[names.page] = listPageSchema(setting, schemas);
    Object.assign(schemas, filterSchemas(setting));
  }
  const endpoints = describeRoutes(
    setting,
    schemas,
    routes.filter(({ hasField }) => !hasField),
  );
  return { name: capitalise(resource.title.many.en), description: introduce(resource), endpoints, schemas };
}

/** The option lists of every resource, and their schemas: one chapter. */
export function describeOptionLists(
  shared: Omit<Setting, 'resource'>,
  routesOf: (resource: Setting['resource']) => readonly DescribedRoute[],
): TagSpec {
  const schemas: Schemas = {};
  const endpoints = [...shared.registry.values()].flatMap((resource) =>
    describeRoutes(
      { ...shared, resource },
      schemas,
      routesOf(resource).filter(({ hasField }) => hasField),
    ),
  );
  return {
    name: 'Option lists',
    description:
      'What fields and filters that refer to other rows can be: for the lists of a form, and of a filter.',
    endpoints,
    schemas,
  };
}

/** What the document needs to know of a route. */
export interface DescribedRoute {
  readonly path: string;
  /** Whether its path names a field: it belongs to the chapter of options. */
  readonly hasField?: unknown;
  describe(setting: Setting, path: string, schemas: Schemas): Endpoint | Endpoint[];
}

function describeRoutes(setting: Setting, schemas: Schemas, routes: readonly DescribedRoute[]): Endpoint[] {
  const base = `${setting.prefix}/${setting.resource.path}`;
  return routes.flatMap((route) =>
    route.describe(setting, `${base}${route.path.replace(':id', '{id}')}`, schemas),
  );
}
