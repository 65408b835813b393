/** `npx millwright new my-app`: writes a project that uses this package, into a new or empty folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../service/project/start-error.ts';
import { version } from '../service/project/version.ts';
import { printFailure } from '../service/start/command.ts';
import { filesOf } from './new-project/files.ts';

const folder = path.join(import.meta.dirname, '..');
/** A build is a folder of the package, so the package is one folder up. */
const home = existsSync(path.join(folder, 'package.json')) ? folder : path.dirname(folder);

/** The developers' tools beside the package: for tests, and for editors. */
const beside = ['@types/koa', '@types/node', 'chai', 'tsx'];

try {
  const [given = '', ...rest] = process.argv.slice(2);
  if (given === '' || given.startsWith('-') || rest.length > 0)
    throw new StartError('Use: millwright new FOLDER');
  const target = path.resolve(given);
  const name = path.basename(target);
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name)) {
    throw new StartError(
      `“${name}” is not a name for a package. Use small letters, digits and hyphens, as in millwright new my-app.`,
    );
  }
  requireEmpty(target, given);
  const files = filesOf({ name, millwright: sourceOfPackage(target), beside: versionsOf(beside) });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    // `wx`: never overwrites a file that was created meanwhile.
    await writeFile(path.join(target, file), text, { flag: 'wx' });
  }
  const into = path.relative(process.cwd(), target);
  console.log(
    [
      `${into || 'The project'} is written. Then:`,
      ...(into === '' ? [] : [`  cd ${into}`]),
      '  npm install',
      '  npx millwright migration new         writes the migration for its tables; read it',
      '  npx millwright dev                   serves it, and restarts when you change a file',
      '  npx millwright user create --admin   in another terminal: creates the first user',
    ].join('\n'),
  );
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

/** A folder of git may be there already. @throws StartError */
function requireEmpty(target: string, given: string): void {
  let names: readonly string[];
  try {
    names = readdirSync(target).filter((one) => one !== '.git');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return;
    if (code === 'ENOTDIR') throw new StartError(`${given} is a file. Nothing was written.`);
    throw error;
  }
  if (names.length === 0) return;
  throw new StartError(
    `${given} is not empty (it has ${names[0]}). Nothing was written. Give another folder.`,
  );
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function readManifest(place: string): Manifest {
  const file = path.join(place, 'package.json');
  return existsSync(file) ? Object(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

/** The versions of the packages that this one is made with. */
function versionsOf(names: readonly string[]): Record<string, string> {
  const { dependencies, devDependencies } = readManifest(home);
  const known = { ...dependencies, ...devDependencies };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? '*']));
}

/** The source of this package, as the new project's package.json names it. */
function sourceOfPackage(target: string): string {
  const outer = path.dirname(home);
  // A checkout, which npm links.
  if (path.basename(outer) !== 'node_modules') return `file:${path.relative(target, home)}`;
  const { dependencies, devDependencies } = readManifest(path.dirname(outer));
  const said = dependencies?.millwright ?? devDependencies?.millwright ?? `^${version}`;
  if (!said.startsWith('file:')) return said;
  return `file:${path.relative(target, path.resolve(path.dirname(outer), said.slice('file:'.length)))}`;
}
