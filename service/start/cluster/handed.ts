/**
 * Connections that were handed to a worker which died before it took them. node:cluster forgets them: their clients would wait for as
 * long as they like. It has no word for this, so what it sends to workers is looked at; where a Node.js sends something else, nothing is
 * found, and all is as it would be.
 */
import type { Worker } from 'node:cluster';

interface Handle {
  close(): void;
}

interface Handed {
  readonly message: { readonly seq: number };
  readonly handle: Handle;
  /** Whether it was handed on from here: then nobody else closes what this process has of it. */
  readonly again: boolean;
}

const waiting = new WeakMap<Worker, Map<number, Handed>>();

/** Node.js counts its own messages upwards. */
let last = 0;

/** Remembers what is handed to a worker until it has taken it. */
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

/** Hands what a dead worker has not taken to another one, or hangs up where there is none. */
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
