/** `npm run doctor`: looks at everything that an operator can do something about, and changes nothing. */
import { readServerFacts } from '../../engine/database/dialect/facts.ts';
import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import { checkSchema } from '../../engine/database/migrate.ts';
import { openForReading, pingDatabase } from '../../engine/database/open.ts';
import { dialectOf } from '../../engine/database/query.ts';
import { migratedSchema } from '../../engine/features/schema/introspect.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { explainFailure } from '../../service/start/log/failure.ts';
import { findObstacles } from '../../service/start/migrate.ts';
import { contentRows, keyRow, sealedRows } from './content.ts';
import { fileRows, openedRows, serverRows } from './database.ts';
import { configuredRows, givenRows } from './place.ts';
import { type Environment, readSettings } from './read-settings.ts';
import { type Diagnosis, diagnose, type Known, type Row } from './row.ts';
import { compiledRows, currentRows } from './tables.ts';

interface Examined {
  /** Variables that are set, e.g. `process.env`; those of the file come to it. */
  readonly environment: Environment;
  /** The file of settings, `.env` by default. */
  readonly settingsFile?: string;
  /** The resources. @throws DefinitionError if a definition is wrong */
  loadRegistry(): Promise<Registry>;
  /** The schema that the migrations make. */
  readonly loadSchema?: () => Promise<DatabaseSchema>;
}

/** A query may take so long, in milliseconds: a busy server is no reason to give up. */
const queryTimeout = 60_000;

/** All rows, in the order of the page. A row that fails is reported, and the others continue. */
export async function examine({
  environment,
  settingsFile,
  loadRegistry,
  loadSchema = migratedSchema,
}: Examined): Promise<Diagnosis[]> {
  const settings = readSettings(environment, settingsFile);
  const { config } = settings;
  const page: Diagnosis[] = [];
  let known: Partial<Known> = { environment, settings, now: new Date(), loadSchema };
  const explain = (error: unknown) => (config === null ? String(error) : explainFailure(error, config));
  /** @param more what is known from here on @returns what these rows find */
  const look = async (rows: readonly Row[], more: Partial<Known> = {}): Promise<Diagnosis[]> => {
    known = { ...known, ...more };
    const found: Diagnosis[] = [];
    for (const row of rows) found.push(...(await diagnose(row, known, explain)));
    page.push(...found);
    return found;
  };
  await look(givenRows);
  if (config === null) return page;
  const definitions = await loadRegistry().catch((error: Error) => error);
  const told = await look(configuredRows, { config, definitions });
  // What is told of the database is then that it cannot be opened.
  if (told.some(({ what }) => what === 'database')) return page;
  const database = openForReading(config, queryTimeout);
  try {
    await pingDatabase(database);
    const { database: place } = config;
    const words = dialectOf(database).searchWords?.length ?? 0;
    if (place.kind === 'sqlite') await look(fileRows, { database, path: place.path });
    else await look(serverRows, { database, place, words, facts: await readServerFacts(database) });
    const state = await checkSchema(database);
    const isLater = state.unknown.length > 0;
    const obstacles = isLater ? await findObstacles(database) : [];
    await look(openedRows, { state, obstacles });
    if (state.pending.length + obstacles.length > 0) {
      const told = 'Not checked: the tables are those of another version.';
      return [...page, { what: 'rows', state: 'fine', told, todo: null }];
    }
    const registry = definitions instanceof Error ? null : definitions;
    if (registry) await look(isLater ? compiledRows : [...compiledRows, ...currentRows], { registry });
    const [key] = await look([keyRow]);
    if (key?.state !== 'fault') await look(sealedRows);
    await look(contentRows);
  } catch (error) {
    const todo = 'Until then the doctor cannot check more of it.';
    page.push({ what: 'database', state: 'fault', told: explain(error), todo });
  } finally {
    await database.destroy().catch(() => {});
  }
  return page;
}
