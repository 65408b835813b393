/** What Node asks for a module of TypeScript. */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As `tsconfig.json` and that of the console have them. */
const compilerOptions = { verbatimModuleSyntax: true, jsx: 'react-jsx', jsxImportSource: 'preact' };

let folder;

export function initialize(kept) {
  folder = kept;
}

export async function load(url, context, nextLoad) {
  if (!/^file:.*\.tsx?(?:\?|$)/.test(url)) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const text = await readFile(path);
  // By what is in it, and by its name, which errors tell: a copy of a file is that file.
  const name = basename(path);
  const file = join(folder, `${createHash('sha256').update(name).update(text).digest('hex')}.mjs`);
  const source = await readFile(file, 'utf8').catch(() =>
    compile(text, name, file).catch((error) => {
      // As tsx tells it: with the path.
      throw new Error(error.message.replaceAll(`\n${name}:`, `\n${path}:`), { cause: error });
    }),
  );
  return { format: 'module', source, shortCircuit: true };
}

async function compile(text, name, file) {
  const { transform } = await import('esbuild');
  const { code } = await transform(text, {
    ...{ loader: extname(name).slice(1), format: 'esm', target: 'node20' },
    // For the places that errors tell, where Node is asked to look them up.
    ...{ sourcemap: 'inline', sourcesContent: false, sourcefile: name },
    tsconfigRaw: { compilerOptions },
  });
  // Whoever runs without rights compiles for itself alone.
  await keep(code, file).catch(() => {});
  return code;
}

/** Whole or not there, for those that read meanwhile. */
async function keep(code, file) {
  const written = `${file}.${process.pid}`;
  await writeFile(written, code);
  await rename(written, file);
}
