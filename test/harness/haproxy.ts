/**
 * Debian's HAProxy, set up by the steps of `docs/hosts.md` and the files of `docs/deploy/`. Paths and addresses are replaced, and
 * steps that need privileges or an init system.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { makeCertificate } from './certificate.ts';
import { findProgram } from './database-server.ts';
import type { GaleraNode } from './galera.ts';
import { freePort, isOpen } from './port.ts';
import { follow, readSteps, replaceAll } from './recipe.ts';
import { until } from './until.ts';

/** Only root can change the user. */
const asUser = '    user haproxy\n    group haproxy\n';

export interface HaProxy {
  stop(): Promise<void>;
}

export interface ClusterProxy extends HaProxy {
  /** The port that leads to the node that is written to. */
  readonly port: number;
  /** The remaining step of the recipe: the service. */
  readonly service: string;
}

export const howToInstallHaProxy = 'install it with: apt-get install haproxy';

/** The path of the program, or null if it is not installed. */
export function findHaProxy(): string | null {
  return findProgram('haproxy');
}

/** HAProxy before the nodes of a cluster. */
export async function startClusterProxy(
  program: string,
  nodes: readonly GaleraNode[],
): Promise<ClusterProxy> {
  const [user, machine, service] = await readSteps('docs/hosts.md', '## HAProxy before it');
  if (!user || !machine || !service) throw new Error('The recipe has three steps.');
  const folder = await mkdtemp(join(tmpdir(), 'millwright-haproxy-'));
  keepUntilExit(folder);
  const file = join(folder, 'haproxy.cfg');
  const port = await freePort();
  await follow(user, { texts: [['mariadb -e', `${nodes[0]?.client} -e`]] });
  let stop = async () => {};
  await follow(machine, {
    texts: [
      ['/etc/haproxy', folder],
      ['-o haproxy ', ''],
    ],
    lines: {
      'apt-get install haproxy mariadb-client': () => {},
      'systemctl restart haproxy': async () => {
        const text = replaceAll(await readFile(file, 'utf8'), [
          ['/etc/haproxy', folder],
          [asUser, ''],
          // For a busy machine.
          ['timeout check 10s', 'timeout check 60s'],
          ['bind 127.0.0.1:3306', `bind 127.0.0.1:${port}`],
          ...nodes.map((node, index) => [`10.0.0.${index + 1}:3306`, `127.0.0.1:${node.port}`] as const),
        ]);
        await writeFile(file, text);
        stop = run(program, file);
      },
    },
  });
  return {
    ...{ port, service },
    stop: async () => {
      await stop();
      await removeFolder(folder);
    },
  };
}

export interface NodesProxy extends HaProxy {
  /** Its address, with a certificate for `localhost`. */
  readonly url: string;
  readonly ca: string;
}

/** HAProxy before two nodes of the service, by `docs/deploy/haproxy/millwright.cfg`. @param ports where they listen */
export async function startNodesProxy(
  program: string,
  ports: readonly [number, number],
): Promise<NodesProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-haproxy-'));
  keepUntilExit(folder);
  const { cert, key } = makeCertificate('openssl', folder, 'localhost', 'localhost');
  const [whole, file] = [join(folder, 'millwright.pem'), join(folder, 'haproxy.cfg')];
  const [http, https] = [await freePort(), await freePort()];
  const ca = await readFile(cert, 'utf8');
  await writeFile(whole, `${ca}${await readFile(key, 'utf8')}`);
  const text = await readFile(
    resolve(import.meta.dirname, '../../docs/deploy/haproxy/millwright.cfg'),
    'utf8',
  );
  const made = replaceAll(text, [
    [asUser, ''],
    ['bind :80', `bind 127.0.0.1:${http}`],
    ['bind :443', `bind 127.0.0.1:${https}`],
    ['/etc/ssl/millwright/millwright.pem', whole],
    ['10.0.0.4:3000', `127.0.0.1:${ports[0]}`],
    ['10.0.0.5:3000', `127.0.0.1:${ports[1]}`],
  ]);
  await writeFile(file, made);
  const stop = run(program, file);
  await until('HAProxy listens', () => isOpen(https));
  return {
    ...{ url: `https://localhost:${https}`, ca },
    stop: async () => {
      await stop();
      await removeFolder(folder);
    },
  };
}

async function removeFolder(folder: string): Promise<void> {
  dropAtExit(folder);
  await rm(folder, { recursive: true, force: true });
}

/** @returns ends it */
function run(program: string, file: string): () => Promise<void> {
  const child: ChildProcess = spawn(program, ['-db', '-f', file], { stdio: 'ignore' });
  keepUntilExit(child);
  return async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await ended;
    dropAtExit(child);
  };
}
