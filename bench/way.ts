/**
 * The path of a request: the files and functions of the project that one warm request runs, and the statements it sends. `node
 * --import tsx bench/way.ts` counts them for a list and for a movement, on SQLite.
 */
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client, Reply } from '../test/harness/client.ts';
import { startService } from '../test/harness/service.ts';
import { table } from './figures.ts';

const root = resolve(import.meta.dirname, '..');
const own = /^(?:[^/]+\.ts$|auth\/|engine\/|locales\/|resources\/|service\/)/;
const warm = 5;

const service = await startService({ seed: 'demo' });
const session = new Session();
session.connect();
try {
  const client = await service.signedIn('manager@demo.test');
  const items = await client.get('/api/v1/items?sort=-current_stock&per_page=1');
  const movement = { item_id: items.body.data[0].id, type: 'exit', quantity: 1 };
  const rows = [
    ['request', 'files', 'functions', 'statements'],
    await measure('GET /materials?status=down&sort=-criticality', client, (one) =>
      one.get('/api/v1/materials?status=down&sort=-criticality'),
    ),
    await measure('POST /item-movements', client, (one) => one.post('/api/v1/item-movements', movement)),
  ];
  console.log(table(rows));
} finally {
  session.disconnect();
  await service.stop();
}

async function measure(
  name: string,
  client: Client,
  send: (one: Client) => Promise<Reply>,
): Promise<string[]> {
  for (let time = 0; time < warm; time++) expectAnswer(name, await send(client));
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => statements.push(sql);
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  service.database.knex.on('query', note);
  expectAnswer(name, await send(client));
  service.database.knex.off('query', note);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const called = result.flatMap(({ url, functions }) => {
    if (!url.startsWith('file:')) return [];
    const file = relative(root, fileURLToPath(url));
    // The first function of a file is the file itself, which ran when it was loaded.
    const ran = functions.filter(
      ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
    );
    return own.test(file) && ran.length > 0 ? [ran.length] : [];
  });
  const functions = called.reduce((sum, ran) => sum + ran, 0);
  return [name, String(called.length), String(functions), String(statements.length)];
}

function expectAnswer(name: string, { status, text }: Reply): void {
  if (status >= 300) throw new Error(`${name} answered ${status}: ${text}`);
}
