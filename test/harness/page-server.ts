/** Serves the browser client's page from its own origin; or, as a reverse proxy, from that of the service. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { join, resolve } from 'node:path';

/** A forwarded request, and the head of its answer. */
export interface Forwarded {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface PageServer {
  /** `http://localhost:PORT`, or with another name of this machine. */
  url(hostname?: string): string;
  /**
   * From now on forwards everything except the page to the service at this address.
   * @param below a path before the service's own, which is removed: `/mill`
   */
  forwardTo(serviceUrl: string, below?: string): void;
  /** The service's answers to forwarded requests, even if a browser hid them from the page. */
  readonly answers: readonly Forwarded[];
  close(): void;
}

const root = resolve(import.meta.dirname, '../..');
const files: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  '/': { path: 'test/browser/page/index.html', type: 'text/html' },
  '/client.js': { path: 'test/browser/page/client.js', type: 'text/javascript' },
  '/axios.min.js': { path: 'node_modules/axios/dist/axios.min.js', type: 'text/javascript' },
};

/** Starts it on a free port of the loopback address. */
export async function servePage(): Promise<PageServer> {
  let target: string | undefined;
  let prefix = '';
  const answers: Forwarded[] = [];
  const server = createServer((incoming, outgoing) => {
    const file = files[new URL(incoming.url ?? '/', 'http://localhost').pathname];
    if (file) void answerFile(file, outgoing);
    else if (target !== undefined && incoming.url?.startsWith(`${prefix}/`))
      forward(incoming, outgoing, new URL(incoming.url.slice(prefix.length), target), answers);
    else outgoing.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: (hostname = 'localhost') => `http://${hostname}:${port}`,
    forwardTo: (serviceUrl, below = '') => {
      target = serviceUrl;
      prefix = below;
    },
    answers,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answerFile(
  { path, type }: { readonly path: string; readonly type: string },
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(await readFile(join(root, path)));
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: URL,
  answers: Forwarded[],
): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const onward = request(target, { method, headers }, (answer) => {
    const status = answer.statusCode ?? 502;
    answers.push({ method, url, status, headers: answer.headers });
    outgoing.writeHead(status, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(onward);
}
