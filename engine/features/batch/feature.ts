/** `POST /batch`: several writes in one transaction. */
import type { RouterContext } from '@koa/router';
import { once } from '../../memoize.ts';
import { readNoIntent } from '../../request/intent.ts';
import { readJsonBody } from '../../request/json-body.ts';
import { readAsking, readTerms, send } from '../../serve/routes.ts';
import type { Feature } from '../feature.ts';
import { serveBatch } from './batch.ts';
import { describeBatch } from './batch-tag.ts';

export default {
  name: 'batch',
  paths: ['batch'],
  chapters: (prefix, resources) => [describeBatch(prefix, resources)],
  mount: ({ main }, served) => {
    const { engine, prefix, finder } = served;
    main.post(`${prefix}/batch`, async (ctx: RouterContext) => {
      const asking = await readAsking(ctx, served);
      const body = once(() => readJsonBody(ctx));
      const terms = readTerms(ctx, body);
      readNoIntent(ctx.query);
      send(ctx, await serveBatch({ engine, finder, prefix, asking }, await body(), terms));
    });
  },
} satisfies Feature;
