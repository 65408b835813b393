/** A registry on loopback with the packages that are installed here: npm uses it instead of the public one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { compiler } from '../../commands/new-project/files.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Registry {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const packages = await listPackages();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const path = searchParams.get('path');
    const found = packages.get(decodeURIComponent(pathname.slice(1)));
    const base = `http://${request.headers.host}`;
    if (path !== null) void sendPackage(path, response);
    else if (found) response.end(JSON.stringify(describe(found, base)));
    else response.writeHead(404).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The lock file's data of a package at one path: version, dependencies, platforms. */
interface Locked {
  readonly path: string;
  readonly name: string;
  readonly version: string;
}

/** By name, each with all installed versions. */
async function listPackages(): Promise<ReadonlyMap<string, readonly Locked[]>> {
  const lock: { readonly packages: Readonly<Record<string, { readonly version: string }>> } = JSON.parse(
    await readFile(join(root, 'package-lock.json'), 'utf8'),
  );
  const packages = new Map<string, Locked[]>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (path !== '') packages.set(name, [...(packages.get(name) ?? []), { ...entry, name, path }]);
  }
  // New projects need another compiler than ours, which replaces it: where they are only installed, nothing is compiled.
  const [own] = packages.get('typescript') ?? [];
  if (own) packages.set('typescript', [own, { ...own, version: `${compiler}.0` }]);
  return packages;
}

function describe(found: readonly Locked[], base: string): object {
  const versions = found.map((one) => {
    const tarball = `${base}/tar?path=${encodeURIComponent(one.path)}`;
    return [one.version, { ...one, resolved: undefined, integrity: undefined, dist: { tarball } }];
  });
  const [{ name, version } = { name: '', version: '' }] = found;
  return { name, 'dist-tags': { latest: version }, versions: Object.fromEntries(versions) };
}

/**
 * A package as npm packs it, but uncompressed, since compression would take the longest. Nested packages are left out, because
 * they are requested separately; so are files for editors and debuggers, which are most of the files.
 */
async function sendPackage(path: string, response: ServerResponse): Promise<void> {
  const folder = join(root, path);
  if (!existsSync(folder)) return void response.writeHead(404).end();
  const unread = ['*.map', '*.d.ts', '*.d.mts', '*.d.cts', '*.md'].map((name) => `--exclude=${name}`);
  const words = ['--exclude=./node_modules', ...unread, '--transform=s,^\\.,package,', '-cf', '-', '.'];
  const tar = spawn('tar', words, { cwd: await realpath(folder), stdio: ['ignore', 'pipe', 'ignore'] });
  tar.stdout.pipe(response);
}
