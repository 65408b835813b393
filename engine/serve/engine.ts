/** The engine's parts, put together once at start. */
import type { Knex } from 'knex';
import { talliesOf } from '../counters/setup.ts';
import { createTallyKeeper, type TallyKeeper } from '../counters/worker.ts';
import type { Services } from '../definition/services.ts';
import { type Projection, project, projectStored } from '../model/projection.ts';
import type { Registry, Resource } from '../model/resource.ts';
import { type BodyReader, bodyReaders } from '../request/body.ts';

export interface Engine {
  readonly db: Knex;
  readonly registry: Registry;
  readonly services: Services;
  /** Table of the journal of changes; null keeps none. */
  readonly journalTable: string | null;
  /** Base of the links in answers, without a slash at its end. */
  readonly baseUrl: string;
  /** Languages a person may choose. */
  readonly locales: readonly string[];
  readonly tallies: TallyKeeper;
  readerOf(resource: Resource): BodyReader;
  projectionOf(resource: Resource, keys: readonly string[]): Projection;
  /** The columns of its rows as they are stored. */
  storedOf(resource: Resource): Projection;
}

export interface EngineOptions {
  readonly db: Knex;
  readonly registry: Registry;
  readonly services: Services;
  readonly journalTable: string | null;
  readonly baseUrl: string;
  /** Languages a person may choose. */
  readonly locales: readonly string[];
  /** Told of what went wrong behind the back of every request. */
  report(error: unknown): void;
}

/**
 * Most projections that are kept; one more empties the shelf. It bounds what odd `fields` can make it hold. They follow from
 * definitions, which do not change while a process runs: there is nothing to invalidate.
 */
const mostProjections = 500;

/** Compiles validators for every resource and makes the engine. */
export function createEngine(options: EngineOptions): Engine {
  const { db, registry, services, journalTable, baseUrl, locales, report } = options;
  const makeReader = bodyReaders(locales);
  const readers = new Map([...registry.values()].map((resource) => [resource.path, makeReader(resource)]));
  const projections = new Map<string, Projection>();
  const stored = new Map<Resource, Projection>();
  return {
    db,
    registry,
    services,
    journalTable,
    baseUrl,
    locales,
    tallies: createTallyKeeper(db, talliesOf(registry), report),
    readerOf: (resource) => {
      const reader = readers.get(resource.path);
      if (!reader) throw new Error(`The resource ${resource.path} is not in the registry.`);
      return reader;
    },
    projectionOf: (resource, keys) => {
      // Nearly every answer is a whole one, whose list of keys is always the same.
      const shape = keys === resource.keys ? resource.path : `${resource.path}:${keys.join()}`;
      const known = projections.get(shape);
      if (known) return known;
      const projection = project(registry, resource, keys);
      if (projections.size >= mostProjections) projections.clear();
      projections.set(shape, projection);
      return projection;
    },
    storedOf: (resource) => {
      const projection = stored.get(resource) ?? projectStored(registry, resource);
      stored.set(resource, projection);
      return projection;
    },
  };
}
