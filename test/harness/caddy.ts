/** Debian's Caddy on loopback with `deploy/Caddyfile` as it stands: what that leaves open comes from the environment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import type { ProxyServer } from './nginx.ts';
import { until } from './until.ts';

export const howToInstallCaddy = 'install it with: apt-get install caddy';

const site = resolve(import.meta.dirname, '../../deploy/Caddyfile');

/** The path of the program, or null where there is none. */
export function findCaddy(): string | null {
  return ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((path) => existsSync(path)) ?? null;
}

/** @throws Error with what Caddy said, when it refuses the configuration */
export async function startCaddy(
  program: string,
  { servicePort, httpsPort }: { readonly servicePort: number; readonly httpsPort: number },
): Promise<ProxyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-caddy-'));
  keepUntilExit(folder);
  const config = join(folder, 'Caddyfile');
  // Around the site: an authority of its own, nothing on ports that are others', nothing written elsewhere.
  const surroundings = [
    ...['admin off', 'default_bind 127.0.0.1', `https_port ${httpsPort}`],
    ...['auto_https disable_redirects', 'skip_install_trust'],
  ];
  await writeFile(config, `{\n${surroundings.join('\n')}\n}\nimport ${site}\n`);
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', config], {
    env: {
      ...{ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ SITE_ADDRESS: `https://localhost:${httpsPort}`, UPSTREAM: `127.0.0.1:${servicePort}` },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  keepUntilExit(child);
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const ended = once(child, 'close');
  await until('Caddy has a certificate', () => {
    if (child.exitCode !== null) throw new Error(`Caddy ended: ${told}`);
    return told.includes('certificate obtained successfully');
  });
  return {
    ca: await readFile(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
    get told() {
      return told;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      dropAtExit(child);
      await rm(folder, { recursive: true, force: true });
      dropAtExit(folder);
    },
  };
}
