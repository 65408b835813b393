/** `GET /service`: information about the service, for clients without a session. */

import type { Middleware } from 'koa';
import { exactly } from '../../engine/json-schema.ts';
import { readNoIntent } from '../../engine/request/intent.ts';
import { type Static, Type } from '../../engine/typebox.ts';

export const aboutAnswer = exactly({
  data: exactly({
    name: Type.String(),
    version: Type.String({ description: 'As of this document, `1.2.3` (semver.org).' }),
    locales: Type.Array(Type.String(), {
      minItems: 1,
      description: 'Languages that people may choose; the first is the default.',
    }),
  }),
});

/** Answers values that are known at the start. @throws Failure `validation_failed` for any parameter */
export function createAboutRoute(data: Static<typeof aboutAnswer>['data']): Middleware {
  return (ctx) => {
    readNoIntent(ctx.query);
    ctx.body = { data };
  };
}
