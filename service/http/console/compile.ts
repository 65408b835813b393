/** Compiles the console's sources for browsers, in memory. Only needed by a build, and by a start without one. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile, type Plugin, stop } from 'esbuild';

export interface Compiled {
  /** Scripts and styles. Their names change with their content: `main-XXXXXXXX.css`. */
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
  readonly metafile: Pick<Metafile, 'outputs'>;
}

/** Entries that the page does not import: its style, and the script of the service worker. */
const others = ['console/styles/main.css', 'console/worker/worker.ts'];

/**
 * @param project the folder whose `console/` has the sources
 * @throws Error if a source does not compile; its message, of one line, has file and line
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
    // The first line has the number of errors; each further line is an error.
    const [head = '', ...errors] = error instanceof Error ? error.message.split('\n') : [String(error)];
    throw new Error(errors.join('; ') || head, { cause: error });
  } finally {
    // Its compiler is a separate process, which would not end by itself.
    await stop();
  }
}

/**
 * Keeps the imports of the first script in one file. The compiler splits off code that several files share, for each set of files
 * separately: two dozen small files, of which a browser requests six at a time. Here every file that is loaded later imports the
 * first script, which has run by then. So both need the same code and nothing is split off.
 */
const oneFirstFile = (main: string): Plugin => ({
  name: 'one-first-file',
  setup: async ({ onLoad }) => {
    const later = await loadedLater(path.dirname(main));
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      if (!later.has(file)) return undefined;
      const source = await readFile(file, 'utf8');
      // Appended at the end, so that line numbers in errors stay correct.
      return {
        contents: `${source}\nimport ${JSON.stringify(main)};\n`,
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
});

/**
 * The files that some file of a folder imports by `import()`. All are known before the first is loaded, because loading may
 * import others at once.
 */
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
