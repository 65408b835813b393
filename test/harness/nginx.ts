/** Debian's nginx on loopback, with a configuration of `deploy/nginx` in which ports and paths alone are replaced. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { makeCertificate } from './certificate.ts';
import { isOpen } from './port.ts';
import { until } from './until.ts';

export const howToInstallNginx = 'install it with: apt-get install nginx-light';

const deploy = resolve(import.meta.dirname, '../../deploy/nginx');

export interface ProxyServer {
  /** The authority of the certificate it shows, for `localhost`. */
  readonly ca: string;
  /** All it has written to its log: what it holds on the disk, too. */
  readonly told: string;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** Of `deploy/nginx`, e.g. `millwright.conf`. */
  readonly file: string;
  /** Where the service listens, or will. */
  readonly servicePort: number;
  readonly httpsPort: number;
  readonly httpPort: number;
}

/** The path of the program, or null where there is none. */
export function findNginx(): string | null {
  return ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path)) ?? null;
}

/** @throws Error with what nginx said, when it refuses the configuration */
export async function startNginx(program: string, options: NginxOptions): Promise<ProxyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-nginx-'));
  keepUntilExit(folder);
  const { cert, key } = makeCertificate('openssl', folder, 'localhost', 'localhost');
  await copyFile(join(deploy, 'millwright-proxy.inc'), join(folder, 'millwright-proxy.inc'));
  const text = await readFile(join(deploy, options.file), 'utf8');
  await writeFile(join(folder, 'site.conf'), replaced(text, options, { cert, key }));
  await writeFile(join(folder, 'nginx.conf'), surroundings(folder));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  keepUntilExit(child);
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (line: string) => {
    told += line;
  });
  const ended = once(child, 'close');
  await until('nginx listens', () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${told}`);
    return isOpen(options.httpsPort);
  });
  return {
    ca: await readFile(cert, 'utf8'),
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

/** What Debian's own configuration has around a site, and compression turned on as far as it goes. */
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
