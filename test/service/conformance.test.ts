/** The service's own resources, held to the laws that those of every project are. What no database changes is looked at on one. */
import { conformance } from '../../package/testing/index.ts';
import { createTestDatabase, databaseKind } from '../harness/database.ts';

await conformance({ database: createTestDatabase, everywhere: databaseKind === 'sqlite' });
