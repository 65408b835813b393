/**
 * A service of two processes that can be made to hang, without a database: `GET /hang` blocks the worker that answers it forever,
 * any other request returns its process id. Its argument is the silence limit of a worker in milliseconds; the first worker is
 * blocked for twice as long before it listens.
 */
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { joinCrew, leadWorkers } from '../../service/start/crew.ts';
import { createLog } from '../../service/start/log/log.ts';

const silenceMs = Number(process.argv[2]);

function standStill(milliseconds?: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

if (cluster.isPrimary) {
  leadWorkers(2, 0, createLog({ logLevel: 'info' }, process.stdout), silenceMs);
} else {
  const crew = joinCrew();
  // Like the service, which stops gracefully: a hanging process does not.
  process.on('SIGTERM', () => process.exit(0));
  if (crew?.isFirst) standStill(2 * silenceMs);
  const server = createServer((request, response) => {
    if (request.url === '/hang') {
      process.stdout.write('{"msg":"hanging"}\n');
      standStill();
    }
    response.setHeader('Connection', 'close').end(String(process.pid));
  });
  server.listen(Number(process.argv[3]), '127.0.0.1');
}
