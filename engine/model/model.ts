/** The resources at run time: by path, with the columns that each form of answer selects. */
import { createCache } from '../memoize.ts';
import type { Links } from './expression.ts';
import { type Projection, project, projectStored } from './projection.ts';
import type { Registry, Resource } from './resource.ts';

export interface Model {
  readonly registry: Registry;
  /** The projection for keys of an answer. */
  projectionOf(resource: Resource, keys: readonly string[]): Projection;
  /** The columns of its rows, in stored form. */
  storedOf(resource: Resource): Projection;
}

/**
 * The maximum number of cached projections. It limits memory against unusual `fields`. They depend on definitions, which do not
 * change while a process runs, so nothing needs to be invalidated.
 */
const maxProjections = 500;

export function createModel(registry: Registry, links: Links = {}): Model {
  const projections = createCache<Projection>(maxProjections);
  const stored = new Map<Resource, Projection>();
  return {
    registry,
    projectionOf: (resource, keys) => {
      // Most answers have all keys, and share one list of keys.
      const shape = keys === resource.keys ? resource.path : `${resource.path}:${keys.join()}`;
      return projections.get(shape, () => project(registry, resource, keys, links));
    },
    storedOf: (resource) => {
      const projection = stored.get(resource) ?? projectStored(registry, resource);
      stored.set(resource, projection);
      return projection;
    },
  };
}
