/** Ports of the loopback address. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { until } from './until.ts';

/** Whether a server listens. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Waits until a server listens, or `ended` resolves first. */
export async function untilOpen(port: number, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.finally(() => {
    over = true;
  });
  await until(`somebody listens on port ${port}`, async () => over || (await isOpen(port)));
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Below the ports that systems assign to connections: so they are still free when the last node starts. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(15_000, 30_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
