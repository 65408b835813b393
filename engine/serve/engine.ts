/** The engine's parts, put together once at start. */

import type { Knex } from 'knex';
import { countersOf } from '../counters/setup.ts';
import { createCounterWorker } from '../counters/worker.ts';
import { createFileStore, type FileStore } from '../files/store/store.ts';
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
  readonly files: FileParts;
  /** Told that a write has been committed: what it has noted waits to be handed on. */
  written(): void;
}

/** Where the bytes of files are, and how many there may be. */
interface FileParts {
  readonly store: FileStore;
  /** Most bytes of a file. */
  readonly limit: number;
  /** Bytes that the files of a site may have, equal ones counted once; null for any number. */
  readonly quota: number | null;
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
  /** Where nothing is said, files are in the database, of 25 MiB at most and as many as they are. */
  readonly files?: FileParts;
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
    files = { store: createFileStore(db, null), limit: 25 * 2 ** 20, quota: null },
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
    files,
    fileQuota: files.quota,
    written,
    counters: createCounterWorker(db, countersOf(registry), report),
    readerOf: (resource) => {
      const reader = readers.get(resource.path);
      if (!reader) throw new Error(`The resource ${resource.path} is not in the registry.`);
      return reader;
    },
  };
}
