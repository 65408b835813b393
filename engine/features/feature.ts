/** What the house may know of a feature: all of it stands in the `feature.ts` of its folder. */

import type { TagSpec } from '../describe/openapi/spec.ts';
import type { CompiledFeature } from '../model/compile.ts';
import type { EngineOptions } from '../serve/engine.ts';
import type { RouteFinder } from '../serve/route-finder.ts';
import type { RoutedFeature } from '../serve/route-table.ts';
import type { RouteOptions, RouterPlaces } from '../serve/routes.ts';
import type { EngineParts, Watcher } from '../write/context.ts';

export interface Feature extends CompiledFeature, RoutedFeature {
  /** The features whose files it imports. */
  readonly uses?: readonly string[];
  /** What it adds to the engine. */
  assemble?(options: EngineOptions): Partial<EngineParts>;
  /** What it does in writes. */
  readonly write?: Watcher;
  /** Adds its own endpoints, beside those of resources. */
  mount?(routers: RouterPlaces, served: Served, features: readonly Feature[]): void;
  /** Its chapters of the OpenAPI document. @param resources the chapters of all resources */
  chapters?(prefix: string, resources: readonly TagSpec[]): TagSpec[];
}

/** What endpoints of features are made of. A feature declares what it needs of the service by `declare module`. */
export interface Served extends RouteOptions {
  /** Finds the routes of resources. */
  readonly finder: RouteFinder;
}
