/** The resources as they are at work: looked up by their path, and with the columns that each shape of answer selects. */
import { createCache } from '../memoize.ts';
import { type Projection, project, projectStored } from './projection.ts';
import type { Registry, Resource } from './resource.ts';

export interface Model {
  readonly registry: Registry;
  /** What to select for keys of an answer. */
  projectionOf(resource: Resource, keys: readonly string[]): Projection;
  /** The columns of its rows as they are stored. */
  storedOf(resource: Resource): Projection;
}

/**
 * Projections that are kept. It bounds what odd `fields` can make it hold. They follow from definitions, which do not change
 * while a process runs: there is nothing to invalidate.
 */
const maxProjections = 500;

/** @param home base of the addresses of the service, which links of rows begin with */
export function createModel(registry: Registry, home?: string): Model {
  const projections = createCache<Projection>(maxProjections);
  const stored = new Map<Resource, Projection>();
  return {
    registry,
    projectionOf: (resource, keys) => {
      // Nearly every answer is a whole one, whose list of keys is always the same.
      const shape = keys === resource.keys ? resource.path : `${resource.path}:${keys.join()}`;
      return projections.get(shape, () => project(registry, resource, keys, home));
    },
    storedOf: (resource) => {
      const projection = stored.get(resource) ?? projectStored(registry, resource);
      stored.set(resource, projection);
      return projection;
    },
  };
}
