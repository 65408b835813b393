/** The service's own resources, held to the laws that those of every project are: a share of them in each file, which run side by side. */
import { conformance } from '../../../package/testing/index.ts';
import { createRegistry } from '../../../service/project/registry.ts';
import { createTestDatabase, databaseKind } from '../../harness/database.ts';

const shares = 4;

/** @param share from 1; `TEST_RESOURCE=items,zones` names the resources instead, and the first share has them all */
export async function holdShare(share: number): Promise<void> {
  const asked = process.env.TEST_RESOURCE?.split(',');
  if (asked && share > 1) return;
  const all = [...(await createRegistry()).keys()];
  await holdToLaws(asked ?? all.filter((_, index) => index % shares === share - 1));
}

/** What no database changes is looked at on one. @param resources their paths */
export function holdToLaws(resources: readonly string[]): Promise<void> {
  return conformance({ database: createTestDatabase, everywhere: databaseKind === 'sqlite', resources });
}
