/** Makes the console's scripts and styles out of its sources, in memory: nothing has to be built before a start. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile, stop } from 'esbuild';
import { type KeptAnswer, keepAnswer } from '../../../engine/describe/kept-answer.ts';

/** Where its sources are. */
export const consoleFolder = path.join(import.meta.dirname, '../../../console');

export interface Bundle {
  readonly page: KeptAnswer;
  /** By name: `main-XXXXXXXX.js`. The name changes with the content. */
  readonly assets: ReadonlyMap<string, Asset>;
}

export interface Asset {
  readonly content: KeptAnswer;
  readonly type: string;
}

/**
 * Bundles the console.
 *
 * @param root path under which a proxy puts the service, that of `APP_URL`; empty as a rule
 * @param development whether open pages follow each change of the sources
 * @throws Error where a source does not compile; its message, of one line, names file and line
 */
export async function bundleConsole(root: string, development: boolean): Promise<Bundle> {
  const { outputFiles, metafile } = await compile();
  const assets = new Map<string, Asset>();
  for (const { path: file, contents } of outputFiles) {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    assets.set(path.basename(file), { content: await keepAnswer(Buffer.from(contents)), type });
  }
  const html = await readFile(path.join(consoleFolder, 'page.html'), 'utf8');
  const script = nameOf(assets, '.js');
  const preloads = importedBy(script, metafile).map(
    (name) => `<link rel="modulepreload" href="${root}/console/assets/${name}">`,
  );
  const page = html
    .replaceAll('{root}', root)
    .replace('{development}', String(development))
    .replace('{style}', nameOf(assets, '.css'))
    .replace('{script}', script)
    .replace('{preloads}', preloads.join('\n'));
  return { page: await keepAnswer(page), assets };
}

async function compile() {
  const made = build({
    entryPoints: [path.join(consoleFolder, 'main.tsx'), path.join(consoleFolder, 'styles/main.css')],
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    outdir: '/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
  });
  try {
    return await made;
  } catch (error) {
    // Its first line says how many errors there are, each further one is an error.
    const [head = '', ...errors] = error instanceof Error ? error.message.split('\n') : [String(error)];
    throw new Error(errors.join('; ') || head, { cause: error });
  } finally {
    // Its compiler is a process of its own, which would live on.
    await stop();
  }
}

/** The files that a script loads with itself, however deep: told by the page, they come at once and not one after the other. */
function importedBy(script: string, { outputs }: Metafile): string[] {
  const importsOf = new Map(
    Object.entries(outputs).map(([file, { imports }]) => [
      path.basename(file),
      imports.flatMap(({ path: other, kind }) => (kind === 'import-statement' ? path.basename(other) : [])),
    ]),
  );
  const found = new Set([script]);
  for (const name of found) for (const other of importsOf.get(name) ?? []) found.add(other);
  found.delete(script);
  return [...found];
}

function nameOf(assets: Bundle['assets'], end: string): string {
  const name = [...assets.keys()].find((one) => one.startsWith('main-') && one.endsWith(end));
  if (name === undefined) throw new Error(`The bundle has no main file that ends on ${end}.`);
  return name;
}
