/**
 * Runs the tests: `test/unit` once, `test/service` on SQLite and on a private MariaDB, `test/browser` with Chromium.
 * `npm test -- test/service/zones.test.ts`, `npm test -- --only sqlite`, `npm test -- --grep "signs in"`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { keepUntilExit } from './harness/at-exit.ts';
import { buildProject } from './harness/built-project.ts';
import { findChromium, howToInstallChromium } from './harness/chromium.ts';
import { type Failure, listFailures } from './harness/failures.ts';
import { HeldOutput } from './harness/held-output.ts';
import { findMariaDb, howToInstallMariaDb, startMariaDb } from './harness/mariadb.ts';
import type { News, Tally } from './harness/mocha.ts';
import { type Part, type RunArguments, readRunArguments } from './harness/run-arguments.ts';

const root = resolve(import.meta.dirname, '..');
const folders: Readonly<Record<Part, string>> = {
  unit: 'test/unit',
  sqlite: 'test/service',
  mariadb: 'test/service',
  browser: 'test/browser',
};
const mariadbRequired = process.env.CI === 'true' || process.env.REQUIRE_MARIADB === '1';
const chromiumRequired = process.env.CI === 'true' || process.env.REQUIRE_CHROMIUM === '1';

const total = { passed: 0, failed: 0, skipped: 0 };
const notes: string[] = [];
const failures: (Failure & { readonly part: string })[] = [];

try {
  const given = readRunArguments(process.argv.slice(2));
  checkFiles(given);
  if (given.built) await buildProject();
  await runParts(given);
} catch (error) {
  total.failed += 1;
  notes.push(error instanceof Error ? error.message : String(error));
}
// At the very end: of a long log nothing else may be left.
if (failures.length > 0) console.log(`\n${listFailures(failures)}\n`);
for (const note of notes) console.log(note);
if (total.passed + total.failed === 0) {
  total.failed = 1;
  console.log('No test was run.');
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

/** MariaDB's part takes longest: it runs beside the others, and its output waits until they are through. */
async function runParts(given: RunArguments): Promise<void> {
  const others = given.only.filter((part) => part !== 'mariadb');
  const held = others.length > 0 ? new HeldOutput(process.stdout) : null;
  if (held && given.only.includes('mariadb'))
    console.log('MariaDB’s part runs beside the others and is told when these are through.');
  const beside = given.only.includes('mariadb') ? runPart('mariadb', given, held) : Promise.resolve();
  const inTurn = runInTurn(others, given).finally(() => held?.release());
  const [first, second] = await Promise.allSettled([inTurn, beside]);
  for (const result of [first, second]) if (result.status === 'rejected') throw result.reason;
}

async function runInTurn(turn: readonly Part[], given: RunArguments): Promise<void> {
  for (const part of turn) await runPart(part, given, null);
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

/** The files of a part: those asked for that belong to it, or all of its folder. */
function filesOf(part: Part, asked: readonly string[]): string[] {
  const folder = join(root, folders[part]);
  if (!existsSync(folder)) return [];
  const wanted = asked.map((file) => resolve(root, file));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => wanted.length === 0 || wanted.some((one) => file === one || file.startsWith(`${one}/`)))
    .sort();
}

/** @param held takes the output; null lets it through as it comes */
async function runPart(part: Part, given: RunArguments, held: HeldOutput | null): Promise<void> {
  const files = filesOf(part, given.files);
  if (files.length === 0) return;
  if (part === 'mariadb') await runOnMariaDb(files, given, held);
  else if (part === 'browser') await runInBrowser(files, given);
  else await runFiles(files, given, part === 'unit' ? 'unit' : 'SQLite', { TEST_DATABASE: 'sqlite' });
}

async function runOnMariaDb(
  files: readonly string[],
  given: RunArguments,
  held: HeldOutput | null,
): Promise<void> {
  if (findMariaDb() === null)
    return skipPart('MariaDB', 'there is no mariadbd', howToInstallMariaDb, mariadbRequired);
  const server = await startMariaDb();
  try {
    await runFiles(files, given, 'MariaDB', { TEST_DATABASE: server.url('') }, held);
  } finally {
    await server.stop();
  }
}

async function runInBrowser(files: readonly string[], given: RunArguments): Promise<void> {
  const chromium = findChromium();
  if (chromium === null)
    return skipPart('browser', 'there is no Chromium', howToInstallChromium, chromiumRequired);
  await runFiles(files, given, 'browser', { TEST_DATABASE: 'sqlite', CHROMIUM_PATH: chromium });
}

function skipPart(name: string, why: string, remedy: string, required: boolean): void {
  notes.push(
    `The ${name} tests were ${required ? 'required and could not run' : 'skipped'}: ${why} here; ${remedy}.`,
  );
  if (required) total.failed += 1;
}

/** A process of its own per part, so that a crash or a leak in one says nothing about another. */
async function runFiles(
  files: readonly string[],
  { grep }: RunArguments,
  title: string,
  environment: Readonly<Record<string, string>>,
  held: HeldOutput | null = null,
): Promise<void> {
  const child = fork(
    join(root, 'test/harness/mocha.ts'),
    [...files, ...(grep === undefined ? [] : ['--grep', grep])],
    {
      cwd: root,
      env: { ...process.env, ...environment, TEST_TITLE: title },
      execArgv: ['--import', 'tsx'],
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
      failures.push({ ...news.failure, part: title });
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
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
}
