/** Opens the port. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { inAddress } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';

/**
 * Listens at HOST and PORT.
 *
 * @returns the address, as `http://127.0.0.1:3000`
 * @throws the system's error if the port is not available
 */
export async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  return `http://${inAddress(host)}:${port}`;
}
