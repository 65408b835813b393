/** The parts of the engine, assembled once at start. */

import type { Knex } from 'knex';
import { countersOf } from '../counters/setup.ts';
import { createCounterWorker } from '../counters/worker.ts';
import type { Services } from '../kinds/services.ts';
import { createModel } from '../model/model.ts';
import type { Registry } from '../model/resource.ts';
import { bodyReaders } from '../request/body.ts';
import type { EngineParts, Watcher, WriteParts } from '../write/context.ts';
import { ExportPlaces } from './export-places.ts';

export interface Engine extends WriteParts {
  readonly db: Knex;
  /** Base of the links in answers, without a trailing slash. */
  readonly baseUrl: string;
  /** Languages that a user may choose. */
  readonly locales: readonly string[];
  /** ISO 4217 code of all money; null if none is configured. */
  readonly currency: string | null;
  readonly exports: ExportPlaces;
  /** Called after a commit: events of the write wait for delivery. */
  written(): void;
}

export interface EngineOptions {
  readonly db: Knex;
  readonly registry: Registry;
  readonly services: Services;
  readonly journalTable: string | null;
  readonly baseUrl: string;
  /** Base of the addresses in notices to people, without a trailing slash. */
  readonly home?: string;
  /** Prefixes of paths whose pages are disabled, such as `/r/`: a `FirstOf` never links there. */
  readonly closed?: readonly string[];
  /** Languages that a user may choose. */
  readonly locales: readonly string[];
  /** ISO 4217 code of all money; null if none is configured. */
  readonly currency: string | null;
  /** Called after a commit. */
  written?(): void;
  /** Reports errors that happen outside of requests. */
  report(error: unknown): void;
}

/** Creates the engine, with a body reader for every resource. @param watchers what features do in writes */
export function createEngine(
  options: EngineOptions,
  watchers: readonly Watcher[],
): Omit<Engine, keyof EngineParts> {
  const {
    db,
    registry,
    services,
    journalTable,
    baseUrl,
    home,
    closed,
    locales,
    currency,
    report,
    written = () => {},
  } = options;
  const makeReader = bodyReaders(locales);
  const readers = new Map([...registry.values()].map((resource) => [resource.path, makeReader(resource)]));
  return {
    ...createModel(registry, { home, closed }),
    db,
    services,
    journalTable,
    baseUrl,
    locales,
    currency,
    exports: new ExportPlaces(),
    written,
    watchers,
    counters: createCounterWorker(db, countersOf(registry), report),
    readerOf: (resource) => {
      const reader = readers.get(resource.path);
      if (!reader) throw new Error(`The resource ${resource.path} is not in the registry.`);
      return reader;
    },
  };
}
