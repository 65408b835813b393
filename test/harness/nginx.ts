/** Debian's nginx on loopback, with a configuration of `docs/deploy/nginx` in which only ports and paths are replaced. */
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keepUntilExit } from './at-exit.ts';
import { makeCertificate } from './certificate.ts';
import { isOpen } from './port.ts';
import { type ProxyServer, runProxy } from './proxy-server.ts';

export const howToInstallNginx = 'install it with: apt-get install nginx-light';

const deploy = resolve(import.meta.dirname, '../../docs/deploy/nginx');

export interface NginxOptions {
  /** Of `docs/deploy/nginx`, e.g. `millwright.conf`. */
  readonly file: string;
  /** The port of the service, which may start later. */
  readonly servicePort: number;
  readonly httpsPort: number;
  readonly httpPort: number;
}

/** The path of the program, or null where there is none. */
export function findNginx(): string | null {
  return ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path)) ?? null;
}

/** @throws Error with nginx's message, if it refuses the configuration */
export async function startNginx(program: string, options: NginxOptions): Promise<ProxyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-nginx-'));
  keepUntilExit(folder);
  const { cert, key } = makeCertificate('openssl', folder, 'localhost', 'localhost');
  await copyFile(join(deploy, 'millwright-proxy.inc'), join(folder, 'millwright-proxy.inc'));
  const text = await readFile(join(deploy, options.file), 'utf8');
  await writeFile(join(folder, 'site.conf'), replaced(text, options, { cert, key }));
  await writeFile(join(folder, 'nginx.conf'), surroundings(folder));
  return runProxy({
    ...{ name: 'nginx', program, args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'] },
    ...{ folder, ca: cert },
    isReady: () => isOpen(options.httpsPort),
  });
}

/** What Debian's own configuration has around a site, with all compression enabled. */
function surroundings(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log stderr warn;
events {}
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  gzip on;
  gzip_proxied any;
  gzip_types application/json text/csv text/javascript text/css;
  include site.conf;
}
`;
}

function replaced(
  text: string,
  { servicePort, httpsPort, httpPort }: NginxOptions,
  { cert, key }: { readonly cert: string; readonly key: string },
): string {
  return text
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
    .replaceAll('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
    .replaceAll('/etc/ssl/millwright/fullchain.pem', cert)
    .replaceAll('/etc/ssl/millwright/privkey.pem', key);
}
