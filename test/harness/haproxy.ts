/** Debian's HAProxy in front of a cluster, as `deploy/galera/haproxy.cfg` says; addresses and paths alone are replaced. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { findProgram } from './mariadb.ts';

const deploy = resolve(import.meta.dirname, '../../deploy/galera');

export interface HaProxy {
  readonly port: number;
  stop(): Promise<void>;
}

export const howToInstallHaProxy = 'install it with: apt-get install haproxy';

/** The path of the program, or null where there is none. */
export function findHaProxy(): string | null {
  return findProgram('haproxy');
}

/** @param ports of the nodes, in their order */
export async function startHaProxy(
  program: string,
  port: number,
  ports: readonly number[],
): Promise<HaProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-haproxy-'));
  keepUntilExit(folder);
  await copyFile(join(deploy, 'galera-check'), join(folder, 'galera-check'));
  await writeFile(join(folder, 'galera-check.cnf'), '[client]\nuser=check\npassword=check\n', {
    mode: 0o600,
  });
  const text = await readFile(join(deploy, 'haproxy.cfg'), 'utf8');
  const made = ports.reduce(
    (changed, node, index) => changed.replace(`10.0.0.${index + 1}:3306`, `127.0.0.1:${node}`),
    text.replace('bind 127.0.0.1:3306', `bind 127.0.0.1:${port}`).replaceAll('/etc/haproxy/', `${folder}/`),
  );
  await writeFile(join(folder, 'haproxy.cfg'), made);
  const child = spawn(program, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  keepUntilExit(child);
  return {
    port,
    stop: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await ended;
      dropAtExit(child);
      dropAtExit(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
