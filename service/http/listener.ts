/** The HTTP server: its timeouts, and its answers to invalid requests. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { Failure, type FailureCode } from '../../engine/failure.ts';
import { languageOf } from '../../engine/message.ts';

/** Timeouts of the server, in milliseconds. */
export interface Timeouts {
  /** For all headers of a request, from its first byte or from the start of the connection. */
  readonly headersMs: number;
  /** For a whole request, including its body. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly idleMs: number;
  /** For a client to read a part of a streamed answer. */
  readonly takingMs: number;
  /** Between two checks of timeouts: a timeout may be exceeded by this much. */
  readonly checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 60_000,
  requestMs: 60_000,
  // Longer than the idle time of common proxies: otherwise they could send a request on a connection that was just closed.
  idleMs: 65_000,
  takingMs: 60_000,
  checkMs: 5000,
};

/** The maximum size of the address and all headers of a request. */
const mostHeaderBytes = 16 * 1024;

interface ListenerOptions {
  readonly log: Pick<Logger, 'info'>;
  /** Language of answers before the user is known. */
  readonly locale: string;
  readonly patience?: Timeouts;
}

/** Creates a server that does not listen yet. Add its request handler with `on('request')`. */
export function createListener({ log, locale, patience = defaultTimeouts }: ListenerOptions): Server {
  const server = createServer({
    headersTimeout: patience.headersMs,
    // Bodies without files have less time, see below.
    requestTimeout: Math.max(patience.requestMs, longestBodyMs),
    keepAliveTimeout: patience.idleMs,
    connectionsCheckingInterval: patience.checkMs,
    maxHeaderSize: mostHeaderBytes,
    // The app itself refuses a request without Host.
    requireHostHeader: false,
  });
  const exchanges = new WeakMap<Duplex, Exchange>();
  const refused = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    exchanges.set(request.socket, { request, response });
    endLate(server, request, patience.requestMs);
    // Then Node closes the connection, unless it sees that bytes were sent.
    response.once('pipe', () => response.setTimeout(patience.takingMs));
  });
  server.on('clientError', (error, socket) => {
    // Further data on it is reported as an error again.
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

/** The maximum time for any body: readers of files give up earlier. */
const longestBodyMs = 660_000;

/** Requests with files, which may take longer. */
const longer = new WeakSet<IncomingMessage>();

/** Allows the body of a request to take longer than others: its reader limits the time. */
export function awaitLonger(request: IncomingMessage): void {
  longer.add(request);
}

/** Ends a request whose body is late, as Node does for late headers. */
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

/** Answers after previous answers: a second answer within the first, or in its place, would be read as part of it. */
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

/** The failure for an error that Node reports; null if the client has left. */
function codeOf(reason: string): FailureCode | null {
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (reason === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return reason.startsWith('HPE_') ? 'malformed_request' : null;
}

/** A complete HTTP/1.1 answer. It contains no part of the request. */
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

/** How long a client has to read why its connection is closed. */
const partingMs = 1000;

/**
 * Sends the last text on a connection, and closes it a moment later. If it were closed at once while data arrives, the client's
 * system would discard the answer (RFC 9112, 9.6). If it were not closed, a client that never closes it would hold it forever.
 */
export function part(socket: Duplex, text = ''): void {
  socket.end(text);
  const cut = setTimeout(() => socket.destroy(), partingMs);
  socket.once('close', () => clearTimeout(cut));
}
