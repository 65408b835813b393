/**
 * `npm run bench`: the service compared with the same written by hand and with the limit of the machine, on MariaDB and on
 * SQLite. It ends within ten minutes on two cores, needs only MariaDB installed, and writes nothing here.
 *
 *   npm run bench                        everything
 *   npm run bench -- --quick             fewer and shorter rounds, for a first look
 *   npm run bench -- --only mariadb      one database
 *   npm run bench -- --materials 200000  another size of the site
 *
 * Rounds are interleaved (A B C, then B C A, …), so that other load on the machine affects all of them, and ratios are made
 * within a round. Processor time per request is the steadiest figure on a shared machine.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findMariaDb, howToInstallMariaDb } from '../test/harness/database-server.ts';
import { checkAgreement } from './agreement.ts';
import { createBenchDatabase, fillSite, type Kind, seedDemo, settleStatistics } from './bench-database.ts';
import { openSite, signIn } from './bench-site.ts';
import { type Contender, contenderNames, startContender } from './contenders.ts';
import { type Load, startLoad } from './measure.ts';
import { missedAims, report } from './report.ts';
import { measureWorks, type Pace } from './rounds.ts';
import { workNames } from './work.ts';

interface Options extends Pace {
  readonly kinds: readonly Kind[];
  readonly materials: number;
}

const options = readOptions();
const load = startLoad();
const misses: string[] = [];
try {
  for (const kind of options.kinds) misses.push(...(await compareOn(kind, options, load)));
} finally {
  load.stop();
}
console.log(misses.length > 0 ? `Aims missed:\n${misses.join('\n')}` : 'Every aim is met.');

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      materials: { type: 'string', default: '20000' },
    },
  });
  const kinds: Kind[] = values.only === undefined ? ['mariadb', 'sqlite'] : [kindOf(values.only)];
  const materials = Number(values.materials);
  if (!Number.isInteger(materials) || materials < 1000) {
    throw new Error(`--materials is ${values.materials}: give a whole number from 1000.`);
  }
  if (kinds.includes('mariadb') && findMariaDb() === null) {
    throw new Error(`There is no mariadbd here: ${howToInstallMariaDb}, or give --only sqlite.`);
  }
  const pace = values.quick
    ? { rounds: 3, seconds: 0.7, warmUp: 0.7, resume: 0.3 }
    : { rounds: 5, seconds: 1.2, warmUp: 3, resume: 1.5 };
  return { kinds, materials, ...pace };
}

function kindOf(name: string): Kind {
  if (name === 'mariadb' || name === 'sqlite') return name;
  throw new Error(`--only is ${name}: give mariadb or sqlite.`);
}

async function compareOn(kind: Kind, settings: Options, load: Load): Promise<string[]> {
  const database = await createBenchDatabase(kind);
  const contenders: Contender[] = [];
  try {
    await seedDemo(database);
    await fillSite(database, settings.materials);
    await settleStatistics(database);
    const site = await openSite(database.knex);
    for (const name of contenderNames) contenders.push(await startContender(name, database.url));
    const headers = await signIn(contenders[0]?.url ?? '');
    await checkAgreement(contenders, site, headers);
    const results = await measureWorks(contenders, workNames, settings, { site, headers, load });
    const busy = loadavg()[0]?.toFixed(1);
    console.log(report(kind, site, results, `load of the machine at the end: ${busy}`));
    return missedAims(kind, results);
  } finally {
    for (const one of contenders) await one.stop();
    await database.drop();
  }
}
