/** The check of answers for services without their own document at hand: separate processes, and parts of the service. */

import { buildRegistry } from '../../engine/features/index.ts';
import { loadDefinitions } from '../../engine/model/compile.ts';
import { type Witness, witnessOf } from '../../package/testing/world/documented-answers.ts';
import { describeApi } from '../../service/http/document/api-document.ts';
import { resourcesFolder } from '../../service/project/project.ts';
import { systemPaths } from '../../service/project/registry.ts';

const settings = { appUrl: 'http://localhost', locales: ['en', 'fr'] } as const;

let project: Promise<Witness> | undefined;

/** For the project's own resources. Shared, because a tenth of a second per process adds up. */
export function projectWitness(): Promise<Witness> {
  project ??= loadDefinitions(resourcesFolder).then((loaded) =>
    witnessOf(describeApi(settings, buildRegistry(loaded, systemPaths))),
  );
  return project;
}

/** For sign-in only. @param skipped paths that a test has added, or that do not exist without the rest */
export function signInWitness(skipped: readonly string[]): Witness {
  return witnessOf(describeApi(settings, new Map()), skipped);
}
