/** Checks that all servers answer the same, byte for byte: a comparison of different answers is meaningless. */
import { Agent, request } from 'node:http';
import type { BenchSite } from './bench-site.ts';
import type { Contender } from './contenders.ts';
import { type Ask, askFor, requestFor, type WorkName, workNames } from './work.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Sends every kind of request to every server. A visitor without a cookie must be refused.
 * @throws Error that shows the first two answers which differ
 */
export async function checkAgreement(
  contenders: readonly Contender[],
  site: BenchSite,
  headers: Headers,
): Promise<void> {
  for (const [number, work] of workNames.entries()) {
    for (let count = 0; count < 20; count += 1) {
      const answers = await Promise.all(
        contenders.map(async (one, place) => {
          const run = `check${number}x${count}${'abc'[place]}`;
          const ask = askFor(work, site, count, run);
          return { one, text: comparable(await send(one, ask, headers), ask, run) };
        }),
      );
      compare(work, answers);
    }
  }
  for (const one of contenders) {
    const { Cookie: _cookie, ...bare } = headers;
    const { status } = await send(one, askFor('list', site, 0, ''), bare);
    if (status !== 401) throw new Error(`${one.name} answers ${status} to a visitor without a session.`);
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function compare(work: WorkName, answers: readonly { one: Contender; text: string }[]): void {
  const [first, ...others] = answers;
  for (const { one, text } of others) {
    if (!first || text === first.text) continue;
    const at = [...text].findIndex((character, place) => character !== first.text[place]);
    const part = (whole: string) => whole.slice(Math.max(0, at - 60), at + 60);
    throw new Error(
      `${one.name} and ${first.one.name} do not answer the same at "${work}":\n…${part(first.text)}…\n…${part(text)}…`,
    );
  }
}

/** `data` and `meta` unchanged; for writes without parts that always differ: new ids, moments, unique names. */
function comparable({ status, text }: Answer, { method }: Ask, run: string): string {
  const [body = ''] = text.replace(ownAddress, '').split(',"links":');
  if (method === 'GET') return `${status} ${body}`;
  const plain = body
    .replaceAll(run, 'RUN')
    .replace(/"data":\{"id":\d+/, '"data":{"id":0')
    .replace(/\/console\/materials\/\d+/, '/console/materials/0')
    .replace(/"(created|updated)_at":"[^"]*"/g, '"$1_at":""');
  return `${status} ${plain}`;
}

/** Links within a row. */
const ownAddress = /http:\/\/[\w.]+:\d+/g;

const agent = new Agent({ keepAlive: false });

function send(one: Contender, ask: Ask, headers: Headers): Promise<Answer> {
  const { path = '', method = 'GET', body, headers: all } = requestFor(ask, headers);
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, one.url), { method, agent, headers: all ?? {} }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
