/** The check of answers for services whose document is not at hand: processes of their own, and parts of the service. */

import { resourcesFolder, systemPaths } from '../../app.ts';
import { buildRegistry, loadDefinitions } from '../../engine/model/compile.ts';
import { describeApi } from '../../service/api-document.ts';
import { type Witness, witnessOf } from '../../testing/world/documented-answers.ts';

const settings = { appUrl: 'http://localhost', locales: ['en', 'fr'] } as const;

/** Knows the project's own resources. */
export async function projectWitness(): Promise<Witness> {
  return witnessOf(describeApi(settings, buildRegistry(await loadDefinitions(resourcesFolder), systemPaths)));
}

/** Knows sign-in alone. @param skipped paths that a test has added, or that are not there without the rest */
export function signInWitness(skipped: readonly string[]): Witness {
  return witnessOf(describeApi(settings, new Map()), skipped);
}
