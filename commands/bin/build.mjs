/**
 * `npm run build`: compiles the service into `dist/`, so that a start needs neither a compiler nor the console's sources. With
 * `--package` it also makes the other parts of a package: its types, and the client.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder, describeBuild, home, stateOfBuild } from './sources.mjs';

/** Files that run without compilation. */
const copied = ['auth/passwords/worker.mjs', 'engine/database/sqlite/aside.mjs', 'service/http/reference'];

const toPackage = process.argv.includes('--package');
// An existing build is packed as it is.
if (!toPackage || stateOfBuild() !== 'built') await build();
if (toPackage) addPackaged();
console.log('dist/ is written. npm start uses it until the sources change.');

async function build() {
  // A build only counts when its last line is written.
  rmSync(builtFolder, { recursive: true, force: true });
  run(join(home, 'node_modules/.bin/tsc'), '--project', 'commands/bin/tsconfig.build.json');
  for (const path of copied) cpSync(join(home, path), join(builtFolder, path), { recursive: true });

  const { compile } = await import(join(builtFolder, 'service/http/console/compile.js'));
  const { files, metafile } = await compile(home);
  const assets = join(builtFolder, 'console/assets');
  mkdirSync(assets, { recursive: true });
  for (const { name, content } of files) writeFileSync(join(assets, name), content);
  cpSync(join(home, 'console/page.html'), join(builtFolder, 'console/page.html'));
  writeFileSync(join(builtFolder, 'console/metafile.json'), JSON.stringify({ outputs: metafile.outputs }));

  const { manifestFile, text } = describeBuild();
  writeFileSync(manifestFile, text);
}

/** Adds the types of its faces, and the client. */
function addPackaged() {
  // The types of the client follow from the definitions, which are compiled now.
  run(process.execPath, join(builtFolder, 'commands/client.js'));
  for (const project of ['commands/bin/tsconfig.types.json', 'commands/bin/tsconfig.client.json']) {
    run(join(home, 'node_modules/.bin/tsc'), '--project', project);
  }
  cpSync(join(home, 'package/client/schema.d.ts'), join(builtFolder, 'package/client/schema.d.ts'));
  for (const file of readdirSync(builtFolder, { recursive: true })) {
    if (file.endsWith('.d.ts')) nameCompiled(join(builtFolder, file));
  }
}

function run(program, ...words) {
  try {
    execFileSync(program, words, { cwd: home, stdio: 'inherit' });
  } catch {
    process.exit(1);
  }
}

/** Types must name existing files: `./field.js` instead of `./field.ts`. */
function nameCompiled(file) {
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.replaceAll(/(['"])(\.{1,2}\/[^'"]+?)(?<!\.d)\.ts\1/g, '$1$2.js$1'));
}
