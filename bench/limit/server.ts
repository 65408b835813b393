/**
 * The limit of the machine: `node:http`, prepared statements, `JSON.stringify`. It reads the session by the service's query, and
 * has neither permissions nor validation; it is of no practical use.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { verify } from '../../auth/keys.ts';
import { sessionRowId } from '../../auth/sessions/end.ts';
import { sessionSql } from '../../auth/sessions/rows.ts';
import { mysqlDialect } from '../../engine/database/dialect/mysql.ts';
import { sqliteDialect } from '../../engine/database/dialect/sqlite.ts';
import { memoize } from '../../engine/memoize.ts';
import { announce, readContenderSettings } from '../settings.ts';
import {
  type Body,
  createMaterial,
  listMaterials,
  origin,
  updateMaterial,
  type Visitor,
  viewMaterial,
} from './materials.ts';
import { openStore } from './statements.ts';

const settings = readContenderSettings();
const store = openStore(settings.database);

const session = sessionSql(settings.database.kind === 'mysql' ? mysqlDialect : sqliteDialect);
/** Like the service: queried each time, and parsed once. */
const visitorIn = memoize((text): Visitor | null => {
  const { person_id: id, site_id: siteId }: Record<string, unknown> = JSON.parse(text);
  return id === null ? null : { id: Number(id), siteId: Number(siteId) };
}, 100);

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    // The load ends during requests.
    if (request.readableAborted) return;
    console.error(error);
    send(response, 500, { message: 'Something went wrong.' });
  });
});
server.keepAliveTimeout = 65_000;
server.listen(settings.port, '127.0.0.1', () => announce(settings.port));
process.on('SIGTERM', () => process.exit(0));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const now = new Date().toISOString().replace('T', ' ').slice(0, 23);
  const visitor = await findVisitor(request.headers.cookie ?? '');
  if (!visitor) return send(response, 401, { message: 'Please sign in.' });
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const id = Number(path.slice('/api/v1/materials/'.length));
  if (request.method === 'GET' && id === 0) {
    const parameters = new URLSearchParams(query);
    const [status, search] = [parameters.get('status'), parameters.get('search')];
    const page = Number(parameters.get('page') ?? 1);
    parameters.delete('page');
    const address = `${origin}${path}?${parameters}`;
    return send(response, 200, await listMaterials(store, visitor, { status, search, page, address }));
  }
  if (request.method === 'GET') {
    return sendOne(response, 200, await viewMaterial(store, visitor, id));
  }
  if (request.method === 'POST') {
    return sendOne(response, 201, await createMaterial(store, visitor, (await json(request)) as Body, now));
  }
  const { description } = (await json(request)) as { description: string };
  return sendOne(response, 200, await updateMaterial(store, visitor, id, description, now));
}

function sendOne(response: ServerResponse, status: number, data: object | null): void {
  send(response, data ? status : 404, data ? { data } : { message: 'There is nothing here.' });
}

async function findVisitor(cookies: string): Promise<Visitor | null> {
  const [, id, signature] = /(?:^|; )millwright_session=([\w-]{43})\.([\w-]{43})/.exec(cookies) ?? [];
  if (!id || !signature || !verify(settings.cookieKeys, id, signature)) return null;
  const [row] = await store.rows(session, [sessionRowId(id)]);
  return row ? visitorIn(String(row.packed)) : null;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
