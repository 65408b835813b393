/** The served console, in memory: from a build, else compiled from its sources. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type KeptAnswer, keepAnswer } from '../../../engine/describe/kept-answer.ts';
import { createCache } from '../../../engine/memoize.ts';
import { fillHtml, type Html, html } from '../../project/html.ts';
import { apiPrefix } from '../document/api-document.ts';
import type { Compiled } from './compile.ts';
import { makeInstalled, type ServedFile } from './installed.ts';
import { consoleFolder } from './sources.ts';

export interface Bundle {
  /** Languages of the console. */
  readonly languages: readonly string[];
  page(visit: Visit): KeptAnswer;
  /** By name: `chunk-XXXXXXXX.js`. The name changes with the content. */
  readonly assets: ReadonlyMap<string, ServedFile>;
  /** The files of the installable app, by the path below `/console/`. */
  readonly installed: ReadonlyMap<string, ServedFile>;
}

/** The variant of a page. It names what its script will request, so that the browser requests everything at once. */
interface Visit {
  /** One of those of the bundle. */
  readonly language: string;
  /** Whether the script will request the signed-in user. */
  readonly asksWho: boolean;
  /** What renders the page. */
  readonly drawn: Drawn;
  /** What the script requested first when this address was last opened, below the API; null if unknown. */
  readonly ahead: string | null;
}

/** Modules that render a page. They load together with the first scripts. */
const signedIn = 'console/frame/inside/signed-in.tsx';
const drawing = {
  list: [signedIn],
  overview: [signedIn, 'console/home/home-page.tsx'],
  row: [signedIn, 'console/record/record-page.tsx'],
  signIn: ['console/account/sign-in.tsx'],
} as const;
export type Drawn = keyof typeof drawing;

/** The first requests of the script if the user may be signed in (`loadSession`). */
const firstAsked = [`${apiPrefix}/user`, `${apiPrefix}/resources`];

/** By root path and shown name: services in one process share a bundle, with its compressed forms. */
const shared = createCache<Promise<Bundle>>(8);

/** Two pages per language: for users who may be signed in, and for others. */
const maxPages = 100;

/**
 * Bundles the console.
 *
 * @param service its address and name
 * @param development whether open pages reload after a change of the sources
 * @throws Error if a source does not compile; its message, of one line, has file and line
 */
export function bundleConsole(service: Served, development: boolean): Promise<Bundle> {
  if (development) return makeBundle(service, true);
  return shared.get(JSON.stringify(service), () => makeBundle(service, false));
}

interface Served {
  /** The path at which a proxy serves the service, from `APP_URL`; usually empty. */
  readonly root: string;
  readonly name: string;
  /** The name of the cookie with the CSRF token. */
  readonly token: string;
}

async function makeBundle({ root, name, token }: Served, development: boolean): Promise<Bundle> {
  const compiled = await loadCompiled();
  const worker = nameOf(compiled, 'console/worker/worker.ts');
  const assets = new Map<string, ServedFile>();
  for (const { name, content } of compiled.files) {
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    if (name !== worker)
      assets.set(name, { content: keepAnswer(Buffer.from(content), ['br', 'gzip']), type });
  }
  const words = wordsOf(compiled);
  const assetOf = (name: string) => `${root}/console/assets/${name}`;
  const [early, script] = [nameOf(compiled, 'console/early.ts'), nameOf(compiled, 'console/main.tsx')];
  const style = nameOf(compiled, 'console/styles/main.css');
  const file = await readFile(path.join(consoleFolder, 'page.html'), 'utf8');
  const written = file.replace('lang="en"', 'lang="{language}"');
  const page = (language: string, preloads: readonly Html[]) =>
    String(
      fillHtml(written, {
        ...{ name, root, token, language, preloads, style, early, script },
        development: String(development),
      }),
    );
  const pages = createCache<KeptAnswer>(maxPages);
  const makePage = ({ language, asksWho, drawn, ahead }: Visit) => {
    const modules = besideFirst(compiled, drawing[drawn]);
    // With the options of `fetch`, so that the browser does not request it again.
    const rows = ahead === null ? [] : [`${apiPrefix}${ahead}`];
    const asked = asksWho ? [...firstAsked, ...rows] : [];
    const preloads = [
      ...asked.map((one) => html`<link rel="preload" as="fetch" crossorigin href="${root}${one}">\n`),
      ...[words.get(language) ?? '', ...modules].map(
        (one) => html`<link rel="modulepreload" href="${assetOf(one)}">\n`,
      ),
    ];
    return page(language, preloads);
  };
  return {
    languages: [...words.keys()],
    page: (visit) =>
      pages.get(`${visit.language} ${visit.asksWho} ${visit.drawn} ${visit.ahead}`, () =>
        keepAnswer(makePage(visit), ['br', 'gzip']),
      ),
    assets,
    installed: makeInstalled({
      ...{ root, name, html: page('en', []), first: [early, script, style] },
      assets: [...assets.keys()].map(assetOf),
      worker: compiled.files.find((file) => file.name === worker)?.content ?? new Uint8Array(),
    }),
  };
}

/** The files that a build has stored beside the page. */
async function loadCompiled(): Promise<Compiled> {
  const told = path.join(consoleFolder, 'metafile.json');
  if (!existsSync(told)) {
    // Imported only here: a build needs no compiler.
    const { compile } = await import('./compile.ts');
    return compile(path.dirname(consoleFolder));
  }
  const folder = path.join(consoleFolder, 'assets');
  const read = async (name: string) => ({ name, content: await readFile(path.join(folder, name)) });
  return {
    files: await Promise.all((await readdir(folder)).map(read)),
    metafile: JSON.parse(await readFile(told, 'utf8')),
  };
}

/** @param source by its path in the project */
function nameOf({ metafile }: Compiled, source: string): string {
  const found = Object.entries(metafile.outputs).find(([, { inputs }]) => source in inputs);
  if (found === undefined) throw new Error(`The bundle has no file with ${source}.`);
  return path.basename(found[0]);
}

/** The files of sources and the files that they import, without the first scripts, which the page names anyway. */
function besideFirst(compiled: Compiled, sources: readonly string[]): readonly string[] {
  const { outputs } = compiled.metafile;
  const found = sources.flatMap((source) => {
    // What other files import, too, is in a file of its own, beside the one that `import()` asks for.
    const asked = Object.entries(outputs).filter(
      ([, output]) => output.entryPoint === source || source in output.inputs,
    );
    const fixed = asked.flatMap(([, { imports }]) =>
      imports.filter(({ kind }) => kind === 'import-statement'),
    );
    return [...asked.map(([file]) => file), ...fixed.map((one) => one.path)].map((one) => path.basename(one));
  });
  const named = ['console/early.ts', 'console/main.tsx'].map((source) => nameOf(compiled, source));
  return [...new Set(found)].filter((one) => !named.includes(one));
}

/** The files with the words of a language. */
function wordsOf({ metafile }: Compiled): Map<string, string> {
  const found = Object.entries(metafile.outputs).flatMap(([output, { entryPoint = '' }]) => {
    const language = /^(?:console\/words|locales)\/(\w+)(?:\/console)?\.ts$/.exec(entryPoint)?.[1];
    return language === undefined ? [] : [[language, path.basename(output)] as const];
  });
  return new Map(found);
}
