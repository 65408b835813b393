/** The HTTP server in front of the app: how long it waits for a request, and what it answers to what is none. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { Failure, type FailureCode } from '../../engine/failure.ts';
import { languageOf } from '../../engine/message.ts';

/** How long the server waits, in milliseconds. */
export interface Timeouts {
  /** For all headers of a request, from its first byte or from the start of the connection. */
  readonly headersMs: number;
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly idleMs: number;
  /** For a client to take a part of an answer that is streamed to it. */
  readonly takingMs: number;
  /** Between two looks at the clock: what has waited too long waits up to so much longer. */
  readonly checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 60_000,
  requestMs: 60_000,
  // Longer than the idle time of the usual proxies: else they send a request into a connection just closed.
  idleMs: 65_000,
  takingMs: 60_000,
  checkMs: 5000,
};

/** Most bytes of the address and all headers of a request. */
const mostHeaderBytes = 16 * 1024;

interface ListenerOptions {
  readonly log: Pick<Logger, 'info'>;
  /** Language of what is said before anybody is known. */
  readonly locale: string;
  readonly patience?: Timeouts;
}

/** A server that does not listen yet. Who answers its requests is added with `on('request')`. */
export function createListener({ log, locale, patience = defaultTimeouts }: ListenerOptions): Server {
  const server = createServer({
    headersTimeout: patience.headersMs,
    // What is no body of a file has less time, see below.
    requestTimeout: Math.max(patience.requestMs, longestBodyMs),
    keepAliveTimeout: patience.idleMs,
    connectionsCheckingInterval: patience.checkMs,
    maxHeaderSize: mostHeaderBytes,
    // The app refuses a request without Host in its own words.
    requireHostHeader: false,
  });
  const exchanges = new WeakMap<Duplex, Exchange>();
  const refused = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    exchanges.set(request.socket, { request, response });
    endLate(server, request, patience.requestMs);
    // Node cuts the connection then, unless it hears of bytes that have gone out.
    response.once('pipe', () => response.setTimeout(patience.takingMs));
  });
  server.on('clientError', (error, socket) => {
    // Whatever else arrives on it is told as an error again.
    if (refused.has(socket)) return;
    refused.add(socket);
    const reason = 'code' in error ? String(error.code) : '';
    const code = codeOf(reason);
    if (code === null) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    log.info({ requestId, code, reason }, 'What came in was no request.');
    inTurn(socket, exchanges.get(socket), () =>
      part(socket, answerText(new Failure(code), requestId, locale)),
    );
  });
  return server;
}

/** Longest that any body may come: what reads files gives up before. */
const longestBodyMs = 660_000;

/** Requests that bring files, which may come for longer. */
const longer = new WeakSet<IncomingMessage>();

/** Lets the body of a request come for longer than others: whoever reads it limits its time. */
export function awaitLonger(request: IncomingMessage): void {
  longer.add(request);
}

/** Ends a request whose body has not come in time, as Node ends one whose headers have not. */
function endLate(server: Server, request: IncomingMessage, milliseconds: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return;
  const late = setTimeout(() => {
    if (request.complete || longer.has(request)) return;
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, request.socket);
  }, milliseconds);
  request.once('close', () => clearTimeout(late));
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers after what came before: a second answer within the first, or in its place, would be taken for it. */
function inTurn(socket: Duplex, before: Exchange | undefined, answer: () => void): void {
  const { request, response } = before ?? {};
  if (request?.complete && !response?.writableFinished) {
    response?.once('close', () => inTurn(socket, undefined, answer));
  } else if ((response?.headersSent && !request?.complete) || !socket.writable) {
    socket.destroy();
  } else {
    answer();
  }
}

/** What a client has done that Node reports in this way; null where it has gone and nobody is there to be told. */
function codeOf(reason: string): FailureCode | null {
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (reason === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return reason.startsWith('HPE_') ? 'malformed_request' : null;
}

/** A whole answer of HTTP/1.1. Nothing of what came in is in it. */
function answerText(failure: Failure, requestId: string, locale: string): string {
  const body = JSON.stringify(failure.toBody(locale));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Language': languageOf(locale),
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${failure.status} ${reasons[failure.status]}`, ...lines, '', body].join('\r\n');
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** How long a client has to read why it is sent away. */
const partingMs = 1000;

/**
 * Says the last on a connection. It is cut a moment later: cut at once while more comes in, the client's system would
 * throw the answer away (RFC 9112, 9.6); not cut at all, a client that never closes would hold it for ever.
 */
export function part(socket: Duplex, text = ''): void {
  socket.end(text);
  const cut = setTimeout(() => socket.destroy(), partingMs);
  socket.once('close', () => clearTimeout(cut));
}
