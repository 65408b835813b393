/** A name server on this machine, for some IPv4 addresses. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The codes of answers (RFC 1035, 4.1.1). */
const [none, refused] = [3, 5];

/**
 * It does not answer questions about names that begin with `silent`, and refuses those about names that begin with `refused`.
 * @param names with their addresses; there are no others
 */
export async function startNameServer(names: Readonly<Record<string, string>>) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address: sender }) => {
    const name = nameIn(question);
    if (name.startsWith('silent')) return;
    const found = names[name];
    const end = 12 + name.length + 2 + 4;
    const isIpv4 = question.readUInt16BE(end - 4) === 1;
    const code = name.startsWith('refused') ? refused : found ? 0 : none;
    const answers = found && isIpv4 ? 1 : 0;
    const header = Buffer.from([
      question[0] ?? 0,
      question[1] ?? 0,
      0x81,
      0x80 + code,
      0,
      1,
      0,
      answers,
      0,
      0,
      0,
      0,
    ]);
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...(found ?? '').split('.').map(Number)];
    const body = [header, question.subarray(12, end), Buffer.from(answers ? record : [])];
    socket.send(Buffer.concat(body), port, sender);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
}

/** The name that a question is about. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('ascii', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.').toLowerCase();
}
