/** `GET` and `PATCH /user/notification-preferences`. */
import type { Router, RouterContext } from '@koa/router';
import { refuseDryRun } from '../../../auth/index.ts';
import { exactly } from '../../../engine/json-schema.ts';
import { type Message, say } from '../../../engine/message.ts';
import { texts } from '../../../engine/messages.ts';
import { readNoIntent } from '../../../engine/request/intent.ts';
import { readJsonBody } from '../../../engine/request/json-body.ts';
import { createSchemaReader, type Mismatch } from '../../../engine/request/schema-reader.ts';
import { type RouteOptions, readAsking } from '../../../engine/serve/routes.ts';
import { Type } from '../../../engine/typebox.ts';
import { changePreferences, readPreferences } from './preferences.ts';
import { preferencesPath as path, preferencesSchema } from './preferences-tag.ts';

/** Adds the routes. */
export function addPreferenceRoutes(router: Router, options: RouteOptions): void {
  const { engine, prefix } = options;
  const { kinds, ...others } = preferencesSchema(engine.registry);
  const body = exactly({
    ...{ digest: Type.Optional(others.digest), digest_time: Type.Optional(others.digest_time) },
    kinds: Type.Optional(
      exactly(Object.fromEntries(Object.entries(kinds).map(([name, one]) => [name, Type.Optional(one)]))),
    ),
  });
  const read = createSchemaReader(body, messageOf);
  const ask = async (ctx: RouterContext): Promise<number> => {
    const { actor } = await readAsking(ctx, options);
    if (ctx.method === 'PATCH') await readJsonBody(ctx);
    readNoIntent(ctx.query);
    return actor.id ?? 0;
  };
  router.get(`${prefix}${path}`, async (ctx: RouterContext) => {
    ctx.body = { data: await readPreferences(engine.db, engine.registry, await ask(ctx)) };
  });
  router.patch(`${prefix}${path}`, refuseDryRun, async (ctx: RouterContext) => {
    const userId = await ask(ctx);
    const changes = read(await readJsonBody(ctx));
    ctx.body = { data: await changePreferences(engine.db, engine.registry, userId, changes) };
  });
}

function messageOf({ keyword, name, allowed, schema }: Mismatch): Message {
  if (keyword === 'additionalProperties')
    return say(texts.unknownField, { field: name, allowed: [...allowed] });
  if (keyword === 'enum') return say(texts.enum, { field: name, allowed: [...allowed] });
  return say(schema.type === 'object' ? notAnObject : notATime, { field: name });
}

const notAnObject = say('The field “{field}” must be an object.');
const notATime = say('The field “{field}” must be a time of day, like 07:00.');
