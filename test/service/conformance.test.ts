/** The service's own resources, held to the laws that those of every project are. */
import { conformance } from '../../package/testing/index.ts';
import { createTestDatabase } from '../harness/database.ts';

await conformance({ database: createTestDatabase });
