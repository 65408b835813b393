/** The check of answers for services whose document is not at hand: processes of their own, and parts of the service. */

import { buildRegistry, loadDefinitions } from '../../engine/model/compile.ts';
import { type Witness, witnessOf } from '../../package/testing/world/documented-answers.ts';
import { describeApi } from '../../service/http/document/api-document.ts';
import { resourcesFolder } from '../../service/project/project.ts';
import { systemPaths } from '../../service/project/registry.ts';

const settings = { appUrl: 'http://localhost', locales: ['en', 'fr'] } as const;

let project: Promise<Witness> | undefined;

/** Knows the project's own resources: told once, as a tenth of a second for each process that is started adds up. */
export function projectWitness(): Promise<Witness> {
  project ??= loadDefinitions(resourcesFolder).then((loaded) =>
    witnessOf(describeApi(settings, buildRegistry(loaded, systemPaths))),
  );
  return project;
}

/** Knows sign-in alone. @param skipped paths that a test has added, or that are not there without the rest */
export function signInWitness(skipped: readonly string[]): Witness {
  return witnessOf(describeApi(settings, new Map()), skipped);
}
