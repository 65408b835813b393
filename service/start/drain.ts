/** Stops an HTTP server gracefully: received requests are answered, within a time limit. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Drain {
  /** Tells clients with each answer to open another connection, which may lead elsewhere. */
  leave(): void;
  /**
   * Stops accepting, waits for running requests and closes every connection.
   * @param deadlineMs after this time, the remaining ones are cut
   */
  finish(deadlineMs: number): Promise<void>;
}

/** A connection without a complete request may be receiving one: it gets this time. */
const graceMs = 500;

/** Tracks the requests of a server, so that it can be stopped later. Call it before the first request. */
export function watchRequests(server: Server): Drain {
  // The last answer of each connection, and not a set of running ones: a set that changes with each request is rehashed every few
  // times, and what its old tables refer to survives many garbage collections.
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
