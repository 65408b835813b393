/** The engine's parts, put together once at start. */

import type { Knex } from 'knex';
import { countersOf } from '../counters/setup.ts';
import { createCounterWorker } from '../counters/worker.ts';
import type { Services } from '../kinds/services.ts';
import { createModel } from '../model/model.ts';
import type { Registry } from '../model/resource.ts';
import { bodyReaders } from '../request/body.ts';
import type { WriteParts } from '../write/context.ts';
import { ExportPlaces } from './export-places.ts';

export interface Engine extends WriteParts {
  readonly db: Knex;
  /** Base of the links in answers, without a slash at its end. */
  readonly baseUrl: string;
  /** Languages a person may choose. */
  readonly locales: readonly string[];
  /** ISO 4217 code of all money; null where it is not said. */
  readonly currency: string | null;
  readonly exports: ExportPlaces;
  /** Told that a write has been committed: what it has noted waits to be handed on. */
  written(): void;
}

interface EngineOptions {
  readonly db: Knex;
  readonly registry: Registry;
  readonly services: Services;
  readonly journalTable: string | null;
  readonly baseUrl: string;
  /** Base of the addresses that rows lead people to, without a slash at its end. */
  readonly home?: string;
  /** Languages a person may choose. */
  readonly locales: readonly string[];
  /** ISO 4217 code of all money; null where it is not said. */
  readonly currency: string | null;
  /** Told that a write has been committed. */
  written?(): void;
  /** Told of what went wrong behind the back of every request. */
  report(error: unknown): void;
}

/** Makes the engine, with a reader of bodies for every resource. */
export function createEngine(options: EngineOptions): Engine {
  const {
    db,
    registry,
    services,
    journalTable,
    baseUrl,
    home,
    locales,
    currency,
    report,
    written = () => {},
  } = options;
  const makeReader = bodyReaders(locales);
  const readers = new Map([...registry.values()].map((resource) => [resource.path, makeReader(resource)]));
  return {
    ...createModel(registry, home),
    db,
    services,
    journalTable,
    baseUrl,
    locales,
    currency,
    exports: new ExportPlaces(),
    written,
    counters: createCounterWorker(db, countersOf(registry), report),
    readerOf: (resource) => {
      const reader = readers.get(resource.path);
      if (!reader) throw new Error(`The resource ${resource.path} is not in the registry.`);
      return reader;
    },
  };
}
