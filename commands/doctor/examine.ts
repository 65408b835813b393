/** `npm run doctor`: looks at everything that an operator can do something about, and changes nothing. */

import { countersOf, lostTriggers, uncounted } from '../../engine/counters/setup.ts';
import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import { checkSchema } from '../../engine/database/migrate.ts';
import { type Database, openForReading, pingDatabase } from '../../engine/database/open.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { migratedSchema } from '../../engine/schema/introspect.ts';
import type { Config } from '../../service/config/config.ts';
import { explainFailure } from '../../service/start/log/failure.ts';
import { findObstacles } from '../../service/start/migrate.ts';
import { checkBackups } from './backups.ts';
import { type Diagnosis, fault, fine, warning } from './diagnosis.ts';
import { checkEmbedded, checkFile } from './embedded.ts';
import { checkIndexes } from './indexes.ts';
import { checkKey, checkPeople } from './people.ts';
import { type Environment, readSettings, type SettingsRead } from './read-settings.ts';
import {
  checkClock,
  checkMail,
  checkService,
  checkTasks,
  checkWaitingMails,
  checkWebhooks,
} from './running.ts';
import { checkCounters, checkDefinitions, checkMigrations, checkTables } from './schema.ts';
import { checkNodes, checkServer, checkTriggers } from './server.ts';
import { checkAddresses, checkNode, checkSettings } from './settings.ts';
import { checkCopies } from './stored/copies.ts';
import { checkFiles } from './stored/files.ts';

interface Examined {
  /** Variables that are set, e.g. `process.env`; those of the file come to it. */
  readonly environment: Environment;
  /** The file of settings, `.env` by default. */
  readonly settingsFile?: string;
  /** The resources. @throws DefinitionError if a definition is wrong */
  loadRegistry(): Promise<Registry>;
  /** The schema that the migrations make. */
  readonly loadSchema?: () => Promise<DatabaseSchema>;
  readonly now?: () => Date;
}

/** A query of a check may take so long, in milliseconds: a busy server is no reason to give up. */
const queryTimeout = 60_000;

/** All checks, in the order of the page. A check that fails is reported, and the others continue. */
export async function examine({
  environment,
  settingsFile,
  loadRegistry,
  loadSchema = migratedSchema,
  now = () => new Date(),
}: Examined): Promise<Diagnosis[]> {
  const settings = readSettings(environment, settingsFile);
  const { config } = settings;
  const diagnoses = [checkNode(process.versions.node, now()), ...checkSettings(environment, settings)];
  if (config === null) return diagnoses;
  diagnoses.push(
    ...checkAddresses(config, settings.given),
    await checkService(config),
    await checkMail(config.mail),
  );
  let registry: Registry | null = null;
  try {
    registry = await loadRegistry();
    diagnoses.push(fine('definitions', `${registry.size} are sound.`));
  } catch (error) {
    diagnoses.push(...checkDefinitions(error));
  }
  if (!settings.knowsDatabase) {
    return [
      ...diagnoses,
      warning('database', 'Not checked: DATABASE_URL cannot be used.', 'Mend DATABASE_URL first.'),
    ];
  }
  const known = { config, settings, registry, loadSchema, now: now().getTime() };
  return [...diagnoses, ...(await examineDatabase(known))];
}

/** The facts that are known without the database. */
interface Known {
  readonly config: Config;
  readonly settings: SettingsRead;
  /** Null if a definition is wrong. */
  readonly registry: Registry | null;
  readonly loadSchema: () => Promise<DatabaseSchema>;
  readonly now: number;
}

async function examineDatabase(known: Known): Promise<Diagnosis[]> {
  const { config } = known;
  const absent = config.database.kind === 'sqlite' ? checkFile(config.database.path) : null;
  if (absent) return [absent];
  const database = openForReading(config, queryTimeout);
  try {
    await pingDatabase(database);
    return await lookInto(database, known);
  } catch (error) {
    const todo = 'Until then the doctor cannot check more of it.';
    return [fault('database', explainFailure(error, config), todo)];
  } finally {
    await database.destroy().catch(() => {});
  }
}

async function lookInto(
  database: Database,
  { config, settings, registry, loadSchema, now }: Known,
): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  const look = async (
    what: string,
    check: () => Promise<Diagnosis | readonly Diagnosis[]>,
  ): Promise<void> => {
    try {
      diagnoses.push(...[await check()].flat());
    } catch (error) {
      diagnoses.push(
        fault(
          what,
          `It could not be checked. ${explainFailure(error, config)}`,
          'Look at the log of the database.',
        ),
      );
    }
  };
  const { database: place } = config;
  if (place.kind === 'sqlite') await look('file', () => checkEmbedded(database, place.path));
  else await look('server', () => checkServer(database, place, config.workers));
  await look('clock', () => checkClock(database));
  await look('backups', async () => checkBackups(config, now));
  const state = await checkSchema(database);
  const obstacles = state.unknown.length > 0 ? await findObstacles(database) : [];
  diagnoses.push(checkMigrations(state, place.kind === 'mysql', obstacles));
  if (state.pending.length > 0 || obstacles.length > 0) {
    return [...diagnoses, fine('rows', 'Not checked: the tables are those of another version.')];
  }
  if (registry !== null) {
    const isLater = state.unknown.length > 0;
    await look('tables', () => checkTables(database, registry, isLater));
    if (!isLater) await look('indexes', async () => checkIndexes(database, registry, await loadSchema()));
    if (!isLater) await look('search texts', () => checkCopies(database, registry));
    await look('triggers', async () => {
      const counted = countersOf(registry);
      const [lost, lacking] = [await lostTriggers(database, counted), await uncounted(database, counted)];
      return checkTriggers(database, lost, lacking, place.kind === 'mysql');
    });
    await look('counters', () => checkCounters(database, registry));
    if (place.kind === 'mysql') await look('writers', () => checkNodes(database, now));
  }
  await look('key', () => checkKey(database, config, settings.key));
  await look('people', () => checkPeople(database, config));
  await look('tasks', () => checkTasks(database));
  await look('files', () => checkFiles(database, config.files.folder));
  // With another key, nothing can be said about secrets: first the key must be corrected.
  const isKnown = !diagnoses.some(({ what, state }) => what === 'key' && state === 'fault');
  if (isKnown) await look('links of mails', () => checkWaitingMails(database, config.appKeys));
  if (registry?.has('webhooks')) {
    await look('webhooks', () => checkWebhooks(database, isKnown ? config.appKeys : null));
  }
  return diagnoses;
}
