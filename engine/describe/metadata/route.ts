/** `GET /resources`: what there is, and what whoever asks may do with it. */
import type { RouterContext } from '@koa/router';
import { readNoIntent } from '../../request/intent.ts';
import { type RouteOptions, type RouterPlaces, readAsking } from '../../serve/routes.ts';
import { createMetadata } from './resource-metadata.ts';

/** Adds the route that describes the resources to a client. */
export function addMetadataRoute({ main }: RouterPlaces, options: RouteOptions): void {
  const metadata = createMetadata(options.engine);
  main.get(`${options.prefix}/resources`, async (ctx: RouterContext) => {
    const { actor } = await readAsking(ctx, options);
    readNoIntent(ctx.query);
    ctx.body = metadata(actor);
  });
}
