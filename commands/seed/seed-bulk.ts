/** `npm run seed:bulk -- --materials N [--sites S]`: fills new sites `Bulk 1`, `Bulk 2`, … for tests under load. */
import { parseArgs } from 'node:util';
import { countAfter, countersOf } from '../../engine/counters/setup.ts';
import { refreshStatistics } from '../../engine/database/statistics.ts';
import { type BulkRequest, fillBulk } from '../../seeds/bulk/fill.ts';
import { findProject } from '../../service/project/project.ts';
import { createRegistry } from '../../service/project/registry.ts';
import { StartError } from '../../service/project/start-error.ts';
import { runCommand } from '../../service/start/command.ts';
import { databaseName } from '../../service/start/log/failure.ts';
import { requireCurrentSchema } from '../../service/start/migrate.ts';
import { createProgress } from '../terminal/progress.ts';

const maxMaterials = 10_000_000;
const maxSites = 1000;
const usage = 'Use: npm run seed:bulk -- --materials N [--sites S].';

await runCommand(async (database, config) => {
  const request = readRequest(process.argv.slice(2));
  if ((await findProject()).options.base === 'people')
    throw new StartError(
      'This command fills the resources of the base “maintenance”. This project does not have them.',
    );
  await requireCurrentSchema(database, config);
  const progress = createProgress();
  const start = Date.now();
  const seconds = (): number => Math.max(Date.now() - start, 1) / 1000;
  const speed = (rows: number): string =>
    `${count(rows)} rows (${count(Math.round(rows / seconds()))} per second)`;
  const { sites, rows } = await countAfter(database, countersOf(await createRegistry()), () =>
    fillBulk(database, request, (done, written) => progress.show(done, speed(written))),
  );
  progress.end();
  await refreshStatistics(database);
  const total = [...rows.values()].reduce((sum, each) => sum + each, 0);
  const tables = [...rows].map(([table, each]) => `  ${table.padEnd(24)}${count(each).padStart(12)}`);
  console.log(
    `${databaseName(config)} now has ${listNames(sites)}: ${speed(total)} in ${Math.round(seconds())} seconds.`,
  );
  console.log(tables.join('\n'));
});

/** @throws StartError in one sentence on anything but the two options with whole numbers in range */
function readRequest(argv: readonly string[]): BulkRequest {
  const { values, positionals } = readOptions(argv);
  if (positionals.length > 0) throw new StartError(`${positionals[0]} is not understood. ${usage}`);
  if (values.materials === undefined) throw new StartError(`--materials is missing. ${usage}`);
  const materials = readCount('--materials', values.materials, maxMaterials);
  const sites = readCount('--sites', values.sites ?? '1', Math.min(maxSites, materials));
  return { materials, sites, now: new Date() };
}

function readOptions(argv: readonly string[]): {
  values: { materials?: string | undefined; sites?: string | undefined };
  positionals: string[];
} {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { materials: { type: 'string' }, sites: { type: 'string' } },
    });
  } catch (error) {
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/\.\s|\n/);
    throw new StartError(`${sentence.replace(/\.$/, '')}. ${usage}`);
  }
}

function readCount(option: string, value: string, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= most) return number;
  throw new StartError(
    `${option} is ${JSON.stringify(value)}: give a whole number from 1 to ${count(most)}.`,
  );
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function listNames(names: readonly string[]): string {
  return names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(' and ');
}
