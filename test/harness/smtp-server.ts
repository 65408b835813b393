/** A mail server on loopback that accepts mails, or behaves like a broken one. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** An accepted mail. */
export interface TakenMail {
  readonly from: string;
  readonly to: string;
  /** Headers and body, with LF. */
  readonly raw: string;
}

/**
 * Its answer to a command, by its first word; null to stop answering, `close` to close. The greeting is `CONNECT`, the end of a
 * mail `.`.
 */
export type Replies = Readonly<Record<string, string | null>>;

export interface SmtpServer {
  readonly port: number;
  readonly taken: readonly TakenMail[];
  /** Connections since its start. */
  readonly connections: () => number;
  /** Answers this way from now on; other commands are answered normally. */
  answer(replies: Replies): void;
  /** Deletes the accepted mails. */
  clear(): void;
  stop(): Promise<void>;
}

const well: Replies = {
  CONNECT: '220 test',
  EHLO: '250-test\r\n250 8BITMIME',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 taken',
  RSET: '250 ok',
  QUIT: '221 bye',
};

export async function startSmtpServer(): Promise<SmtpServer> {
  const taken: TakenMail[] = [];
  const sockets = new Set<Socket>();
  let replies: Replies = {};
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const mail = { from: '', to: '' };
    let [inData, waiting] = [false, ''];
    const say = (command: string): boolean => {
      const reply = command in replies ? replies[command] : (well[command] ?? '500 what?');
      if (reply === 'close') socket.destroy();
      else if (typeof reply === 'string') socket.write(`${reply}\r\n`);
      return reply?.startsWith('2') || reply?.startsWith('3') || false;
    };
    const read = (line: string): void => {
      const [command = ''] = line.toUpperCase().split(/[ :]/);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (command === 'MAIL') mail.from = address;
      if (command === 'RCPT') mail.to = address;
      inData = say(command) && command === 'DATA';
    };
    socket.on('data', (chunk) => {
      waiting += chunk.toString('latin1');
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n';
        const end = waiting.indexOf(mark);
        if (end === -1) return;
        const part = waiting.slice(0, end);
        waiting = waiting.slice(end + mark.length);
        if (!inData) read(part);
        else {
          inData = false;
          const raw = Buffer.from(part, 'latin1')
            .toString('utf8')
            .replaceAll('\r\n', '\n')
            .replaceAll('\n..', '\n.');
          if (say('.')) taken.push({ ...mail, raw });
        }
      }
    });
    say('CONNECT');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    taken,
    connections: () => connections,
    answer: (next) => {
      replies = next;
    },
    clear: () => {
      taken.length = 0;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
