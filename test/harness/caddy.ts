/** Debian's Caddy on loopback with an unchanged `docs/deploy/Caddyfile`, whose variables come from the environment. */
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keepUntilExit } from './at-exit.ts';
import { type ProxyServer, runProxy } from './proxy-server.ts';

export const howToInstallCaddy = 'install it with: apt-get install caddy';

const site = resolve(import.meta.dirname, '../../docs/deploy/Caddyfile');

/** The path of the program, or null if it is not installed. */
export function findCaddy(): string | null {
  return ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((path) => existsSync(path)) ?? null;
}

/** @throws Error with Caddy's message, if it refuses the configuration */
export async function startCaddy(
  program: string,
  { servicePort, httpsPort }: { readonly servicePort: number; readonly httpsPort: number },
): Promise<ProxyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-caddy-'));
  keepUntilExit(folder);
  const config = join(folder, 'Caddyfile');
  // Around the site: an authority of its own, no ports that others use, no files elsewhere.
  const surroundings = [
    ...['admin off', 'default_bind 127.0.0.1', `https_port ${httpsPort}`],
    ...['auto_https disable_redirects', 'skip_install_trust'],
  ];
  await writeFile(config, `{\n${surroundings.join('\n')}\n}\nimport ${site}\n`);
  return runProxy({
    ...{ name: 'Caddy', program, args: ['run', '--adapter', 'caddyfile', '--config', config] },
    ...{ folder, ca: join(folder, 'caddy/pki/authorities/local/root.crt') },
    env: {
      ...{ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ SITE_ADDRESS: `https://localhost:${httpsPort}`, UPSTREAM: `127.0.0.1:${servicePort}` },
    },
    isReady: (told) => told.includes('certificate obtained successfully'),
  });
}
