/** The resources of the project, compiled. */

import { buildRegistry } from '../../engine/features/index.ts';
import { requireViews } from '../../engine/features/metadata/check-views.ts';
import { loadDefinitions } from '../../engine/model/compile.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { catalogues } from '../../locales/index.ts';
import { findProject } from './project.ts';

/** Paths of the resources that the site and the author of every row refer to. */
export const systemPaths = { sites: 'sites', users: 'users' } as const;

/** The project of a process never changes, nor do its definitions: they are checked and compiled once. */
let ours: Promise<Registry> | undefined;

/**
 * The resources of the project, or of a folder, ready to be served.
 *
 * @throws DefinitionError for an invalid definition
 */
export function createRegistry(folder?: string): Promise<Registry> {
  if (folder !== undefined) return compile(() => loadDefinitions(folder));
  ours ??= compile(async () => (await findProject()).load());
  return ours;
}

async function compile(load: () => ReturnType<typeof loadDefinitions>): Promise<Registry> {
  // This also loads the words of the project.
  await findProject();
  const registry = buildRegistry(await load(), systemPaths, catalogues);
  requireViews(registry);
  return registry;
}
