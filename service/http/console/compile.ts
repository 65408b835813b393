/** Compiles the console's sources for browsers, in memory. Only needed by a build, and by a start without one. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile, type Plugin, stop } from 'esbuild';

export interface Compiled {
  /** Scripts and styles. Their names change with their content: `main-XXXXXXXX.css`. */
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
  readonly metafile: Pick<Metafile, 'outputs'>;
}

/**
 * The first scripts, each after those before it: what asks, what draws every page, and what draws the pages of signed-in users.
 */
const firsts = ['console/early.ts', 'console/main.tsx', 'console/frame/inside/signed-in.tsx'] as const;

/** Entries that the page does not import: its style, and the script of the service worker. */
const others = ['console/styles/main.css', 'console/worker/worker.ts'];

/**
 * @param project the folder whose `console/` has the sources
 * @throws Error if a source does not compile; its message, of one line, has file and line
 */
export async function compile(project: string): Promise<Compiled> {
  const made = build({
    entryPoints: [...firsts, ...others].map((file) => path.join(project, file)),
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
    plugins: [fewFiles(project)],
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
 * Keeps in one file what one of the first scripts imports. The compiler splits off code that several files share, for each set of
 * files separately: two dozen small files, of which a browser requests six at a time. Here every file that is loaded later
 * imports the first script that loads it, which has run by then, and those before it. So both need the same code and nothing is
 * split off.
 */
const fewFiles = (project: string): Plugin => ({
  name: 'few-files',
  setup: async ({ onLoad }) => {
    const before = await loadedBefore(project);
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      const first = before.get(file);
      if (first === undefined) return undefined;
      const source = await readFile(file, 'utf8');
      // Appended at the end, so that line numbers in errors stay correct.
      return {
        contents: `${source}\nimport ${JSON.stringify(first)};\n`,
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
});

/**
 * The first script that has run before a file, for each that some file imports by `import()`. All are known before the first is
 * loaded, because loading may import others at once.
 */
async function loadedBefore(project: string): Promise<ReadonlyMap<string, string>> {
  const folder = path.join(project, 'console');
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => path.join(folder, name));
  const sources = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
  const parts = firsts.map((first) => reach(sources, path.join(project, first)));
  const before = new Map<string, number>();
  for (const file of files) {
    const found = parts.findIndex((part) => part.has(file));
    const at = found < 0 ? parts.length - 1 : found;
    for (const target of targets(sources, file, importedLater))
      before.set(target, Math.min(before.get(target) ?? at, at));
  }
  return new Map([...before].map(([file, at]) => [file, path.join(project, firsts[at] ?? '')]));
}

/** What a source imports by `import()`. */
const importedLater = (source: string): string[] =>
  [...source.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, to = '']) => to);

/** What is loaded with a source: types are not. */
const importedAtOnce = (source: string): string[] =>
  source.split(';').flatMap((statement) => {
    if (!/^(?:import|export) (?!type\b)/m.test(statement)) return [];
    const [, to] = /'(\.[^']+)'$/.exec(statement) ?? [];
    return to === undefined ? [] : [to];
  });

/** By absolute path. */
type Sources = ReadonlyMap<string, string>;

function targets(sources: Sources, file: string, read: (source: string) => string[]): string[] {
  return read(sources.get(file) ?? '').map((to) => path.resolve(path.dirname(file), to));
}

/** A file with all that it imports, and what those import. */
function reach(sources: Sources, file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const target of targets(sources, file, importedAtOnce)) reach(sources, target, seen);
  return seen;
}
