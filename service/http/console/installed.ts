/** The files that make the console an installable app: its manifest, its icons, its service worker. */
import { hash } from 'node:crypto';
import { type KeptAnswer, keepAnswer } from '../../../engine/describe/kept-answer.ts';
import { once } from '../../../engine/memoize.ts';
import { drawIcon } from './icon.ts';

/** A file of the console, and its media type. */
export interface ServedFile {
  readonly content: KeptAnswer;
  readonly type: string;
}

interface Files {
  /** The path at which a proxy serves the service. */
  readonly root: string;
  readonly name: string;
  /** The page for users who are not signed in, and the files that it uses in every language. */
  readonly html: string;
  readonly first: readonly string[];
  /** All its files. */
  readonly assets: readonly string[];
  /** The script of the service worker. */
  readonly worker: Uint8Array;
}

const icons = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, purpose: 'maskable' },
] as const;

const manifest = 'manifest.webmanifest';
const script = 'sw.js';

/** Names of all of them, below `/console/`. */
export const installedNames: readonly string[] = [manifest, script, ...icons.map(({ file }) => file)];

/** By name. */
export function makeInstalled(files: Files): Map<string, ServedFile> {
  return new Map([
    [manifest, { content: keepAnswer(manifestOf(files)), type: 'application/manifest+json' }],
    [script, { content: keepAnswer(workerOf(files)), type: 'text/javascript' }],
    ...drawn,
  ]);
}

/** Drawn on the first request: drawing takes longer than the rest of the bundle. */
const drawn: readonly (readonly [string, ServedFile])[] = icons.map(({ file, size, purpose }) => {
  const draw = once(() => keepAnswer(drawIcon(size, purpose === 'maskable'), []));
  const served = {
    get content() {
      return draw();
    },
    type: 'image/png',
  };
  return [file, served];
});

function manifestOf({ root, name }: Files): string {
  const page = `${root}/console`;
  return JSON.stringify({
    id: page,
    name,
    start_url: page,
    scope: page,
    display: 'standalone',
    background_color: '#f7f8f9',
    theme_color: '#f7f8f9',
    icons: icons.map(({ file, size, purpose }) => ({
      ...{ src: `${page}/${file}`, type: 'image/png' },
      ...{ sizes: `${size}x${size}`, purpose },
    })),
  });
}

/** The script, preceded by the list of files to store. */
function workerOf({ root, html, first, assets, worker }: Files): string {
  const version = hash('sha256', [html, ...assets].join('\n'), 'base64url').slice(0, 22);
  const kept = { version, page: `${root}/console`, first, files: assets };
  return `const kept = ${JSON.stringify(kept)};\n${Buffer.from(worker).toString('utf8')}`;
}
