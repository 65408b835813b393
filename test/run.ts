/**
 * Runs the tests: `test/unit` once, `test/service` on SQLite and on a private MariaDB, `test/browser` with Chromium;
 * `test/service` on MySQL where that is asked for. Without arguments the short run (`test/harness/extents.ts`), with `--all`
 * everything, with `--changed` what a change reaches.
 * `npm test -- test/service/engine/read/export.test.ts`, `npm test -- --only sqlite`, `npm test -- --grep "signs in"`,
 * `npm test -- --resource tools`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { keepUntilExit } from './harness/at-exit.ts';
import { browserProgram, findBrowser } from './harness/browser-program.ts';
import { buildProject, sourcesLoader } from './harness/built-project.ts';
import {
  findMariaDb,
  findMysql,
  howToFindMysql,
  howToInstallMariaDb,
  startDatabaseServer,
} from './harness/database-server.ts';
import { chosenFiles, fewResources } from './harness/extents.ts';
import { type Failure, listFailures } from './harness/failures.ts';
import { HeldOutput } from './harness/held-output.ts';
import type { News, Tally } from './harness/mocha.ts';
import { type Part, type RunArguments, readRunArguments } from './harness/run-arguments.ts';
import { scratchFolder } from './harness/scratch.ts';
import { dealFiles } from './harness/shares.ts';

const root = resolve(import.meta.dirname, '..');
const folders: Readonly<Record<Part, string>> = {
  unit: 'test/unit',
  sqlite: 'test/service',
  mariadb: 'test/service',
  mysql: 'test/service',
  browser: 'test/browser',
};
const titles: Readonly<Record<Part, string>> = {
  unit: 'unit',
  sqlite: 'SQLite',
  mariadb: 'MariaDB',
  mysql: 'MySQL',
  browser: 'browser',
};
/** The longest first, so that at the end no processor waits for another for long. */
const inOrder: readonly Part[] = ['mysql', 'mariadb', 'sqlite', 'browser', 'unit'];
const mariadbRequired = process.env.CI === 'true' || process.env.REQUIRE_MARIADB === '1';
const browserRequired = process.env.CI === 'true' || process.env.REQUIRE_BROWSER === '1';

/** Room for what is gone at once, in MB: with as little as usual, collecting it is a tenth of what the tests take. */
const roomy = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** Files that one process runs. */
interface Share {
  readonly part: Part;
  /** What its output begins with: `SQLite, 1 of 2`. */
  readonly title: string;
  /** Paths from the project's root. */
  readonly files: readonly string[];
}

const total = { passed: 0, failed: 0, skipped: 0 };
const notes: string[] = [];
const failures: (Failure & { readonly part: string })[] = [];
const spent: string[] = [];

try {
  const given = readRunArguments(process.argv.slice(2));
  checkFiles(given);
  if (given.built) await buildProject();
  await runParts(given);
} catch (error) {
  total.failed += 1;
  notes.push(error instanceof Error ? error.message : String(error));
}
if (spent.length > 1)
  console.log(
    `\nWhat each process took, and what processors worked for it, without databases:\n${spent.join('\n')}`,
  );
// At the very end: of a long log nothing else may be left.
const placeOf = ({ part }: { readonly part: string }): number => Object.values(titles).indexOf(part);
failures.sort((one, other) => placeOf(one) - placeOf(other));
if (failures.length > 0) console.log(`\n${listFailures(failures)}\n`);
for (const note of notes) console.log(note);
if (total.passed + total.failed === 0) {
  total.failed = 1;
  console.log('No test was run.');
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
// A pipe takes 64 KiB at once, and what waits for its reader would be lost.
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(total.failed > 0 ? 1 : 0);

/**
 * More at once than there are processors: many a test waits, for a lock or for a process to begin. What the one that began
 * first says comes through; the output of the others waits until those before are through.
 */
async function runParts(given: RunArguments): Promise<void> {
  const shares = inOrder.filter((part) => given.only.includes(part)).flatMap((part) => sharesOf(part, given));
  const atOnce = Math.min(shares.length, availableParallelism() + 2);
  const outputs = shares.length > 1 ? shares.map(() => new HeldOutput(process.stdout)) : [];
  outputs[0]?.release();
  if (shares.length > 1) {
    const told = shares.map(({ title, files }) => `  ${title}: ${files.length} files\n`).join('');
    console.log(
      `In ${shares.length} processes, ${atOnce} at a time, each told when those before are through:\n${told}`,
    );
  }
  const templates = await mkdtemp(join(scratchFolder(), 'millwright-templates-'));
  keepUntilExit(templates);
  process.env.TEST_TEMPLATES = templates;
  const through = new Set<number>();
  const waiting = shares.entries();
  const work = async (): Promise<void> => {
    for (const [index, share] of waiting) {
      await runShare(share, given, outputs[index] ?? null).catch((error: unknown) => {
        total.failed += 1;
        notes.push(error instanceof Error ? error.message : String(error));
      });
      through.add(index);
      for (let next = 1; through.has(next - 1); next += 1) outputs[next]?.release();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** The processes of a part; none where it has no files, or cannot be run here. */
function sharesOf(part: Part, given: RunArguments): Share[] {
  const files = chosenFiles(part, given, filesOf(part, given.files), root);
  if (files.length === 0 || !canRun(part)) return [];
  return dealFiles(files).map((dealt, index, { length }) => ({
    part,
    title: length > 1 ? `${titles[part]}, ${index + 1} of ${length}` : titles[part],
    files: dealt,
  }));
}

function checkFiles({ files }: RunArguments): void {
  for (const file of files) {
    if (!existsSync(resolve(root, file))) throw new Error(`There is no test file ${file}.`);
    const known = Object.values(folders).some((folder) =>
      relative(root, resolve(root, file)).startsWith(folder),
    );
    if (!known) throw new Error(`${file} is in none of ${[...new Set(Object.values(folders))].join(', ')}.`);
  }
}

/** The files of a part: those asked for that belong to it, or all of its folder. @returns paths from the project's root */
function filesOf(part: Part, asked: readonly string[]): string[] {
  const folder = join(root, folders[part]);
  if (!existsSync(folder)) return [];
  const wanted = asked.map((file) => resolve(root, file));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => wanted.length === 0 || wanted.some((one) => file === one || file.startsWith(`${one}/`)))
    .map((file) => relative(root, file))
    .sort();
}

/** Whether all is here that a part needs. Where it is not, that is noted, and a failure where the part is required. */
function canRun(part: Part): boolean {
  if (part === 'mariadb' && findMariaDb() === null)
    skipPart('MariaDB', 'there is no mariadbd', howToInstallMariaDb, mariadbRequired);
  else if (part === 'mysql' && findMysql() === null)
    skipPart('MySQL', 'there is no mysqld of MySQL', howToFindMysql, true);
  else if (part === 'browser' && findBrowser() === null)
    skipPart('browser', `there is no ${browserProgram.title}`, browserProgram.howToInstall, browserRequired);
  else return true;
  return false;
}

function skipPart(name: string, why: string, remedy: string, required: boolean): void {
  notes.push(
    `The ${name} tests were ${required ? 'required and could not run' : 'skipped'}: ${why} here; ${remedy}.`,
  );
  if (required) total.failed += 1;
}

/** @param held takes the output; null lets it through as it comes */
async function runShare(share: Share, given: RunArguments, held: HeldOutput | null): Promise<void> {
  const { part: make } = share;
  if (make !== 'mariadb' && make !== 'mysql') return runFiles(share, given, 'sqlite', held);
  // Of its own: what one does to its server says nothing about another.
  const server = await startDatabaseServer({ make });
  try {
    await runFiles(share, given, server.url(''), held);
  } finally {
    await server.stop();
  }
}

/**
 * In a process of its own, so that a crash or a leak in one says nothing about another.
 * @param database `sqlite`, or where the server is
 */
async function runFiles(
  { part, title, files }: Share,
  { grep, resources: asked, extent }: RunArguments,
  database: string,
  held: HeldOutput | null,
): Promise<void> {
  const resources = part === 'mariadb' && (extent === 'short' || extent === 'changed') ? fewResources : asked;
  const child = fork(
    join(root, 'test/harness/mocha.ts'),
    [...files.map((file) => join(root, file)), ...(grep === undefined ? [] : ['--grep', grep])],
    {
      cwd: root,
      env: {
        ...process.env,
        TEST_DATABASE: database,
        TEST_SERVER: part,
        TEST_TITLE: title,
        ...(resources.length > 0 && { TEST_RESOURCE: resources.join(',') }),
      },
      // The places that errors tell are those of the sources.
      execArgv: [...roomy, '--enable-source-maps', '--import', sourcesLoader()],
      silent: held !== null,
    },
  );
  if (held) for (const stream of [child.stdout, child.stderr]) stream?.pipe(held, { end: false });
  keepUntilExit(child);
  let tally: Tally | undefined;
  let running = '';
  let failed = 0;
  child.on('message', (news: News) => {
    if ('file' in news) running = ` in ${news.file}`;
    else if ('tally' in news) tally = news.tally;
    else {
      failures.push({ ...news.failure, part: titles[part] });
      failed += 1;
    }
  });
  const [code, signal] = await once(child, 'close');
  if (tally === undefined) {
    total.failed += failed + 1;
    notes.push(
      `The ${title} tests ended early${running} (${signal ?? `exit code ${code}`}): the error is above.`,
    );
    return;
  }
  const seconds = (ms: number): string => `${(ms / 1000).toFixed().padStart(6)} s`;
  spent.push(`  ${seconds(tally.clock)} ${seconds(tally.work)}  ${title}`);
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
}
