/** Assembles the public part for people without an account: its JSON answers, and its pages. */
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { addPages, type PageParts } from './pages.ts';
import { photoMebibytes } from './photos.ts';
import { hasRequests } from './places.ts';
import { addDoorRoutes, createDoor, type DoorParts, openToAll, type PublicPlaces } from './routes.ts';

type Answering = ReturnType<Router['routes']>;

interface RequestDoorParts extends DoorParts, Omit<PageParts, 'photoMebibytes'> {
  /** The routes of its pages. */
  readonly pages: PublicPlaces & { readonly middleware: Answering };
  /** Creates API routes without sessions. */
  routes(
    first: (ctx: RouterContext, methods: readonly string[]) => void,
  ): PublicPlaces & { readonly middleware: Answering };
}

/** @returns its middleware; none if the project has no request points */
export function createRequestDoor({ routes, pages, ...parts }: RequestDoorParts): readonly Answering[] {
  if (!hasRequests(parts.engine.registry)) return [];
  const door = createDoor(parts);
  const answers = routes(openToAll);
  addDoorRoutes(answers, door, parts.appUrl);
  addPages(pages, door, { ...parts, photoMebibytes: photoMebibytes(parts.engine.files.limit) });
  return [answers.middleware, pages.middleware];
}
