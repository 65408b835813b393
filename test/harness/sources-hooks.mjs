/** What Node asks for a module of TypeScript. */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let folder;

export function initialize(kept) {
  folder = kept;
}

export async function load(url, context, nextLoad) {
  if (!/^file:.*\.ts(?:\?|$)/.test(url)) return nextLoad(url, context);
  const text = await readFile(fileURLToPath(url));
  // By what is in it: a copy of a file is that file.
  const file = join(folder, `${createHash('sha256').update(text).digest('hex')}.mjs`);
  const source = await readFile(file, 'utf8').catch(() => compile(text, url, file));
  return { format: 'module', source, shortCircuit: true };
}

async function compile(text, url, file) {
  const { transform } = await import('esbuild');
  const { code } = await transform(text, {
    ...{ loader: 'ts', format: 'esm', target: 'node20', sourcefile: fileURLToPath(url) },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
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
