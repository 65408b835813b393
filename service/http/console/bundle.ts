/** Makes the console's scripts and styles out of its sources, in memory: nothing has to be built before a start. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, stop } from 'esbuild';
import { type KeptAnswer, keepAnswer } from '../../../engine/describe/kept-answer.ts';

const folder = path.join(import.meta.dirname, '../../../console');

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
 * @throws Error where a source does not compile; its message names file and line
 */
export async function bundleConsole(root: string, development: boolean): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, 'main.tsx'), path.join(folder, 'styles/main.css')],
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
  });
  // Its compiler is a process of its own, which would live on.
  await stop();
  const assets = new Map<string, Asset>();
  for (const { path: file, contents } of outputFiles) {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    assets.set(path.basename(file), { content: await keepAnswer(Buffer.from(contents)), type });
  }
  const html = await readFile(path.join(folder, 'page.html'), 'utf8');
  const page = html
    .replaceAll('{root}', root)
    .replace('{development}', String(development))
    .replace('{style}', nameOf(assets, '.css'))
    .replace('{script}', nameOf(assets, '.js'));
  return { page: await keepAnswer(page), assets };
}

function nameOf(assets: Bundle['assets'], end: string): string {
  const name = [...assets.keys()].find((one) => one.startsWith('main-') && one.endsWith(end));
  if (name === undefined) throw new Error(`The bundle has no main file that ends on ${end}.`);
  return name;
}
