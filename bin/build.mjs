/** `npm run build`: compiles the service into `dist/`, so that a start needs neither a compiler nor the console's sources. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder, describeBuild, home } from './sources.mjs';

/** What runs as it is written. */
const copied = ['auth/password-worker.mjs', 'service/http/reference'];

// Until its last line is written, nothing takes what is there for a build.
rmSync(builtFolder, { recursive: true, force: true });
const compiler = join(home, 'node_modules/.bin/tsc');
try {
  execFileSync(compiler, ['--project', 'tsconfig.build.json'], { cwd: home, stdio: 'inherit' });
} catch {
  process.exit(1);
}
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
console.log('dist/ is made: npm start uses it as long as the sources stay as they are.');
