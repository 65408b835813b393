/**
 * Connections that were passed to a worker which died before it accepted them. node:cluster forgets them: their clients would
 * wait without limit. It has no event for this, so its messages to workers are inspected. If a Node.js version sends other
 * messages, this finds nothing and has no effect.
 */
import type { Worker } from 'node:cluster';

interface Handle {
  close(): void;
}

interface Handed {
  readonly message: { readonly seq: number };
  readonly handle: Handle;
  /** Whether it was passed on from here: then no other code closes this process's handle of it. */
  readonly again: boolean;
}

const waiting = new WeakMap<Worker, Map<number, Handed>>();

/** Node.js numbers its own messages in ascending order. */
let last = 0;

/** Remembers what is passed to a worker until it has accepted it. */
export function watchHanded(worker: Worker): void {
  const handed = new Map<number, Handed>();
  waiting.set(worker, handed);
  const { process } = worker;
  const send = process.send.bind(process) as (...given: unknown[]) => boolean;
  process.send = (...given: unknown[]) => {
    const [message, handle] = given;
    if (isConnection(message) && isHandle(handle))
      handed.set(message.seq, { message, handle, again: message.seq < 0 });
    return send(...given);
  };
  process.on('internalMessage', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('ack' in message)) return;
    const seq = Number(message.ack);
    if (handed.get(seq)?.again) handed.get(seq)?.handle.close();
    handed.delete(seq);
  });
}

/** Passes what a dead worker has not accepted to another one, or closes it if there is none. */
export function handOn(dead: Worker, other: Worker | undefined): void {
  for (const { message, handle } of waiting.get(dead)?.values() ?? []) {
    last -= 1;
    if (!other?.isConnected()) handle.close();
    else Reflect.apply(other.process.send, other.process, [{ ...message, seq: last }, handle]);
  }
  waiting.delete(dead);
}

function isConnection(message: unknown): message is Handed['message'] {
  return (
    typeof message === 'object' &&
    message !== null &&
    Reflect.get(message, 'act') === 'newconn' &&
    typeof Reflect.get(message, 'seq') === 'number'
  );
}

function isHandle(handle: unknown): handle is Handle {
  return typeof handle === 'object' && handle !== null && 'close' in handle;
}
