/** A client that behaves as the browser's: keeps cookies, names its origin, sends the CSRF token back. */

import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import { gunzipSync } from 'node:zlib';
import type { Witness } from './documented-answers.ts';
import { Form } from './form.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came, unpacked. */
  readonly text: string;
  /** The same as bytes. */
  readonly bytes: Buffer;
  /** The parsed body, whose type only the assertions know; undefined if it is not JSON. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface ClientOptions {
  /** Value of `Origin` with every request; null sends none. */
  readonly origin?: string | null;
  /** Sent with every request. */
  readonly headers?: OutgoingHttpHeaders;
  /** Checks every exchange; if it throws, the request is rejected with that. */
  readonly witness?: Witness;
  /** How it connects: whose certificates it takes, from which address. */
  readonly connection?: https.AgentOptions;
}

/** A header set to undefined is left out, also one that the client sends by itself. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** How long a test waits, in milliseconds; less than Mocha, whose error would not say for what. */
export const patienceMs = 200_000;

const outsideTheApi = /^\/(?:api|spa|health|docs|metrics)(?:[/?]|$)/;

export class Client {
  readonly cookies = new Map<string, string>();
  readonly #agent: http.Agent;
  readonly #base: URL;
  readonly #options: ClientOptions;

  /** @param baseUrl the address of the service, e.g. `http://127.0.0.1:4321`, or that of a proxy: `https://localhost/mill` */
  constructor(baseUrl: string, options: ClientOptions = {}) {
    this.#base = new URL(baseUrl);
    this.#options = options;
    const { Agent } = this.#base.protocol === 'https:' ? https : http;
    this.#agent = new Agent({ ...options.connection, keepAlive: true });
  }

  get(path: string, headers?: Headers): Promise<Reply> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: Headers): Promise<Reply> {
    return this.send('POST', path, body, headers);
  }

  patch(path: string, body?: unknown, headers?: Headers): Promise<Reply> {
    return this.send('PATCH', path, body, headers);
  }

  put(path: string, body?: unknown, headers?: Headers): Promise<Reply> {
    return this.send('PUT', path, body, headers);
  }

  delete(path: string, body?: unknown, headers?: Headers): Promise<Reply> {
    return this.send('DELETE', path, body, headers);
  }

  /**
   * Sends a request as the browser client does.
   * @param path below `/api/v1`, unless it starts with `/api`, `/spa`, `/health`, `/docs` or `/metrics`
   * @param body a form, else sent as JSON; undefined sends none
   */
  async send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Reply> {
    const { origin = null } = this.#options;
    const token = this.cookies.get('XSRF-TOKEN');
    return this.raw(method, outsideTheApi.test(path) ? path : `/api/v1${path}`, {
      headers: {
        Accept: 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        ...(origin === null ? {} : { Origin: origin }),
        ...(token === undefined ? {} : { 'X-XSRF-TOKEN': decodeURIComponent(token) }),
        ...(this.cookies.size > 0 ? { Cookie: this.cookieHeader() } : {}),
        ...(body === undefined
          ? {}
          : { 'Content-Type': body instanceof Form ? body.type : 'application/json' }),
        ...this.#options.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Form ? body.bytes : JSON.stringify(body) }),
    });
  }

  /** Gets the CSRF cookie, then signs in. Returns the reply to the login, even a refusal. */
  async login(email: string, password = 'password', remember?: boolean): Promise<Reply> {
    await this.get('/spa/csrf-cookie');
    return this.post('/auth/login', { email, password, ...(remember === undefined ? {} : { remember }) });
  }

  /** Sends exactly this (path from the root, no header of its own), and keeps the cookies of the answer. */
  raw(
    method: string,
    path: string,
    sent: { headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(
        Object.entries(sent.headers ?? {}).filter(([, value]) => value !== undefined),
      );
      const length = sent.body === undefined ? {} : { 'Content-Length': Buffer.byteLength(sent.body) };
      const { protocol, hostname, port, pathname } = this.#base;
      const options = {
        protocol,
        hostname,
        port,
        path: `${pathname.replace(/\/$/, '')}${path}`,
        method,
        agent: this.#agent,
        headers: { ...length, ...headers },
      };
      const { request } = protocol === 'https:' ? https : http;
      const outgoing = request(options, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = unpacked(Buffer.concat(chunks), incoming);
          const text = bytes.toString('utf8');
          for (const line of incoming.headers['set-cookie'] ?? []) this.#keep(line);
          const reply = { status: incoming.statusCode ?? 0, headers: incoming.headers, text, bytes };
          try {
            this.#options.witness?.({ method, path, sent: sent.body, ...reply });
            resolve({ ...reply, body: parse(text) });
          } catch (error) {
            reject(error);
          }
        });
      });
      outgoing.on('error', reject);
      outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error(`${method} ${path} had no answer.`)));
      outgoing.end(sent.body);
    });
  }

  /** The value of the `Cookie` header, unchanged. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Closes the connections it keeps open. */
  close(): void {
    this.#agent.destroy();
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const read = (attribute: string): string | undefined =>
      attributes.find((one) => one.toLowerCase().startsWith(`${attribute}=`))?.slice(attribute.length + 1);
    const [age, expires] = [read('max-age'), read('expires')];
    const dead =
      age !== undefined ? Number(age) <= 0 : expires !== undefined && Date.parse(expires) <= Date.now();
    if (dead || value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The content of a packed answer. */
function unpacked(bytes: Buffer, { headers }: IncomingMessage): Buffer {
  return headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes;
}

function parse(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
