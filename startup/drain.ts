/** Ends an HTTP server in good order: requests that have come in are answered, nobody holds it up for ever. */
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Drain {
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
  const running = new Set<ServerResponse>();
  let finishing = false;
  server.prependListener('request', (_, response) => {
    running.add(response);
    response.once('close', () => running.delete(response));
    if (finishing) response.shouldKeepAlive = false;
  });
  return {
    finish: async (deadlineMs) => {
      finishing = true;
      for (const response of running) response.shouldKeepAlive = false;
      let closed = false;
      server.close(() => {
        closed = true;
      });
      const start = Date.now();
      let quietSince = start;
      while (!closed && Date.now() - start < deadlineMs) {
        server.closeIdleConnections();
        if (running.size > 0) quietSince = Date.now();
        if (Date.now() - quietSince > graceMs) break;
        await sleep(20);
      }
      server.closeAllConnections();
    },
  };
}
