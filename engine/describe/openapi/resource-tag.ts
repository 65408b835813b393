/** Describes all endpoints of a resource, route by route; its option lists have a chapter of their own. */
import { valueUnder } from '../../json-object.ts';
import { hungByAction, type Route, routesOf } from '../../serve/route-table.ts';
import { countsSchema } from '../operations/counts.ts';
import { describeAdd, describeBytes } from '../operations/hung.ts';
import { describeAction, describeOperations } from '../operations/operations.ts';
import { addOwnAnswers, describeReport } from '../operations/reports.ts';
import { addBodySchemas } from './bodies.ts';
import { filterSchemas } from './filter-parameters.ts';
import { capitalise, schemaNames } from './names.ts';
import { introduce } from './notes.ts';
import { addAnswerSchemas, listPageSchema, type Schemas } from './rows.ts';
import type { Endpoint, TagSpec } from './spec.ts';
import type { Setting } from './values.ts';

/** The endpoints of a resource, and their schemas. */
export function describeResource(setting: Setting): TagSpec {
  const { resource } = setting;
  const names = schemaNames(resource);
  const schemas: Schemas = {};
  addAnswerSchemas(setting, schemas);
  addBodySchemas(setting, schemas);
  addOwnAnswers(setting, schemas);
  if (resource.definition.operations.includes('list')) {
    schemas[names.page] = listPageSchema(setting, schemas);
    schemas[names.counts] = countsSchema(setting);
    Object.assign(schemas, filterSchemas(setting));
  }
  const endpoints = routesOf(resource).flatMap((route) => describeRoute(setting, route));
  return { name: capitalise(resource.title.many.en), description: introduce(resource), endpoints, schemas };
}

function describeRoute(setting: Setting, route: Route): Endpoint[] {
  const path = `${setting.prefix}/${setting.resource.path}${route.path.replace(':id', '{id}')}`;
  // These have a chapter of their own.
  if (route.action === 'options' || route.action === 'filterOptions') return [];
  const added = hungByAction(setting.resource, route.action);
  if (added) return [describeAdd({ ...setting, resource: added }, setting.resource, path)];
  const describe = valueUnder(describeOperations, route.action);
  if (describe) return [describe(setting, path)];
  const bytes = describeBytes(setting, route, path);
  if (bytes) return [bytes];
  return [describeReport(setting, route, path) ?? describeAction(setting, route, path)];
}
