/** `millwright/testing`: the laws for every resource of a project, as tests of the running test program. */
import type { ConformanceOptions } from './options.ts';

export type { ConformanceOptions } from './options.ts';
export {
  type Body,
  defineSpecimen,
  type Fitting,
  type Made,
  marks,
  type Place,
  places,
  roleIds,
  type SpecimenMaker,
  type SpecimenRules,
  siteIds,
  type Wish,
} from './specimens/rules.ts';
export type { Client, Reply } from './world/client.ts';
export type { DatabaseMaker, TestDatabase } from './world/database.ts';

/**
 * Declares the tests of the project in the working folder. The project is started with a database of its own, people with and
 * without rights, and rows at three sites. Then each of its resources is checked against the contract. Await this at the top of a
 * test file, under Mocha or `node --test`.
 * @throws Error with a sentence for a person: wrong definitions, specimens without a definition, a missing package
 */
export async function conformance(options: ConformanceOptions = {}): Promise<void> {
  const { declare } = await import('./suite.ts').catch((error: unknown) => {
    if (!isMissingChai(error)) throw error;
    throw new Error('The tests need chai: npm install --save-dev chai', {
      cause: error,
    });
  });
  await declare(options);
}

function isMissingChai(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    /'chai'/.test(error.message)
  );
}
