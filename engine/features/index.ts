/** The features, and what the core makes with them. */
import type { Loaded } from '../check/subject.ts';
import type { SystemPaths } from '../definition/system-fields.ts';
import { type Catalogues, noCatalogues } from '../definition/words.ts';
import { compileAll } from '../model/compile.ts';
import type { Registry, Resource } from '../model/resource.ts';
import { createEngine, type Engine, type EngineOptions } from '../serve/engine.ts';
import type { Route } from '../serve/route.ts';
import { allRoutes } from '../serve/route-table.ts';
import type { RouterPlaces } from '../serve/routes.ts';
import attached from './attached/feature.ts';
import batch from './batch/feature.ts';
import changes from './changes/feature.ts';
import counts from './counts/feature.ts';
import type { Feature, Served } from './feature.ts';
import feeds from './feeds/feature.ts';
import files from './files/feature.ts';
import metadata from './metadata/feature.ts';
import notices from './notices/feature.ts';
import openapi from './openapi/feature.ts';
import options from './options/feature.ts';
import outbox from './outbox/feature.ts';
import overview from './overview/feature.ts';
import related from './related/feature.ts';
import reports from './reports/feature.ts';
import schema from './schema/feature.ts';
import search from './search/feature.ts';
import seeds from './seeds/feature.ts';
import tasks from './tasks/feature.ts';

export const features: readonly Feature[] = [
  options,
  counts,
  related,
  attached,
  batch,
  metadata,
  reports,
  overview,
  search,
  changes,
  tasks,
  notices,
  feeds,
  files,
  openapi,
  outbox,
  schema,
  seeds,
];

/**
 * Checks definitions and compiles them.
 *
 * @param catalogues translations of their names
 * @throws DefinitionError that lists all errors
 */
export function buildRegistry(
  loaded: readonly Loaded[],
  paths: SystemPaths,
  catalogues: Catalogues = noCatalogues,
): Registry {
  return compileAll(loaded, paths, catalogues, features);
}

/** Assembles the engine. */
export function buildEngine(options: EngineOptions): Engine {
  const watchers = features.flatMap(({ write }) => write ?? []);
  return Object.assign(createEngine(options, watchers), ...features.map((one) => one.assemble?.(options)));
}

/** Adds the endpoints that are of no resource. */
export function mountFeatures(routers: RouterPlaces, served: Served): void {
  for (const feature of features) feature.mount?.(routers, served, features);
}

/** All routes of a resource. */
export function routesOf(resource: Resource): Route[] {
  return allRoutes(resource, features);
}
