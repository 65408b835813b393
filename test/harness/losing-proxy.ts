/** Simulates how a Galera node sometimes loses a transaction, with any server: see `startLosingProxy`. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const query = 0x03;
const prepare = 0x16;

export interface LosingProxy {
  readonly port: number;
  /** The number of lost transactions. */
  readonly lost: number;
  stop(): Promise<void>;
}

/**
 * A proxy before a MariaDB that reports it as a Galera node. While a statement with the mark is being prepared, it rolls the
 * transaction back, so that no answer reports it. It does this once.
 */
export async function startLosingProxy(target: number, mark: string): Promise<LosingProxy> {
  let lost = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    /** The command that waits for the rollback. */
    let held: Buffer | null = null;
    near.on('data', (command) => {
      if (lost > 0 || command[4] !== prepare || !command.includes(mark)) return far.write(command);
      lost += 1;
      held = command;
      return far.write(packetOf('ROLLBACK'));
    });
    far.on('data', (answer) => {
      if (held === null) return near.write(asOfGalera(answer));
      const command = held;
      held = null;
      return far.write(command);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    get lost() {
      return lost;
    },
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** A text as a packet: its length in three bytes, its sequence number, its type. */
function packetOf(sql: string): Buffer {
  const head = Buffer.from([0, 0, 0, 0, query]);
  head.writeUIntLE(1 + sql.length, 0, 3);
  return Buffer.concat([head, Buffer.from(sql)]);
}

/** Each value is preceded by its length. */
function asOfGalera(answer: Buffer): Buffer {
  const [off, on] = ['\x08wsrep_on\x03OFF', '\x08wsrep_on\x03ON '];
  const at = answer.indexOf(off);
  if (at >= 0) answer.write(on, at);
  return answer;
}
