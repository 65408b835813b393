/** Ends an HTTP server in good order: requests that have come in are answered, nobody holds it up for ever. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Drain {
  /** Asks clients with each answer to come back by another connection, which may lead elsewhere. */
  leave(): void;
  /**
   * Stops accepting, lets running requests finish and closes every connection.
   * @param deadlineMs after this long what is left is cut off
   */
  finish(deadlineMs: number): Promise<void>;
}

/** A connection that has sent nothing whole may be a request on its way: it gets this long. */
const graceMs = 500;

/** Watches the requests of a server from now on, so that it can be ended later. Call it before the first request. */
export function watchRequests(server: Server): Drain {
  // The last answer of each connection, and not a set of those under way: a set that something enters and leaves with
  // each request is laid out anew every few times, and what was in its old tables outlives many garbage collections.
  const last = new Map<Socket, ServerResponse>();
  let running = 0;
  let leaving = false;
  server.on('connection', (socket) => socket.once('close', () => last.delete(socket)));
  server.prependListener('request', ({ socket }, response) => {
    running += 1;
    last.set(socket, response);
    response.once('close', () => {
      running -= 1;
    });
    if (leaving) response.shouldKeepAlive = false;
  });
  const leave = () => {
    leaving = true;
    for (const response of last.values()) response.shouldKeepAlive = false;
  };
  return {
    leave,
    finish: async (deadlineMs) => {
      leave();
      let closed = false;
      server.close(() => {
        closed = true;
      });
      const start = Date.now();
      let quietSince = start;
      while (!closed && Date.now() - start < deadlineMs) {
        server.closeIdleConnections();
        if (running > 0) quietSince = Date.now();
        if (Date.now() - quietSince > graceMs) break;
        await sleep(20);
      }
      server.closeAllConnections();
    },
  };
}
