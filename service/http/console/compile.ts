/** Compiles the console's sources into files for a browser, in memory. Only a build, and a start without one, needs it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile, type Plugin, stop } from 'esbuild';

export interface Compiled {
  /** Scripts and styles. Their names change with their content: `main-XXXXXXXX.css`. */
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
  readonly metafile: Pick<Metafile, 'outputs'>;
}

/** What a page does not import: its style, and the script of the service worker, which stands for itself. */
const others = ['console/styles/main.css', 'console/worker/worker.ts'];

/**
 * @param project the folder in which the sources are, in `console/`
 * @throws Error where a source does not compile; its message, of one line, names file and line
 */
export async function compile(project: string): Promise<Compiled> {
  const main = path.join(project, 'console/main.tsx');
  const made = build({
    entryPoints: [main, ...others.map((file) => path.join(project, file))],
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    outdir: '/',
    absWorkingDir: project,
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
    plugins: [oneFirstFile(main)],
  });
  try {
    const { outputFiles, metafile } = await made;
    const files = outputFiles.map(({ path: file, contents }) => ({
      name: path.basename(file),
      content: contents,
    }));
    return { files, metafile };
  } catch (error) {
    // Its first line says how many errors there are, each further one is an error.
    const [head = '', ...errors] = error instanceof Error ? error.message.split('\n') : [String(error)];
    throw new Error(errors.join('; ') || head, { cause: error });
  } finally {
    // Its compiler is a process of its own, which would live on.
    await stop();
  }
}

/**
 * Keeps what the first script imports in one file. What several files need is split off, for each set of files on its own: two
 * dozen small ones, of which a browser asks six at a time. Here whatever is loaded later imports the first script, which has
 * run by then, so that both need the same and nothing of it is split off.
 */
const oneFirstFile = (main: string): Plugin => ({
  name: 'one-first-file',
  setup: async ({ onLoad }) => {
    const later = await loadedLater(path.dirname(main));
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      if (!later.has(file)) return undefined;
      const source = await readFile(file, 'utf8');
      // At its end: lines that an error names stay what they are.
      return {
        contents: `${source}\nimport ${JSON.stringify(main)};\n`,
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
});

/** The files that some file of a folder imports by `import()`. All are known before the first is loaded, which others may import at once. */
async function loadedLater(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name)).map((name) => path.join(folder, name));
  const found = sources.map(async (file) =>
    [...(await readFile(file, 'utf8')).matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, to = '']) =>
      path.resolve(path.dirname(file), to),
    ),
  );
  return new Set((await Promise.all(found)).flat());
}
