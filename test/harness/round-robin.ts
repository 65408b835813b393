/** A round-robin proxy before several nodes: each request goes to the next one, independent of the client. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';

export interface RoundRobin {
  readonly url: string;
  /** The number of requests of each node, in the given order. */
  readonly served: readonly number[];
  stop(): Promise<void>;
}

/** @param nodes their addresses, e.g. `http://127.0.0.1:4321` */
export async function startRoundRobin(nodes: readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  const served = nodes.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const node = turn % nodes.length;
    turn += 1;
    served[node] = (served[node] ?? 0) + 1;
    const { hostname, port } = new URL(nodes[node] ?? '');
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    served,
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
