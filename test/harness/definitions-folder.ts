/** Definitions of a test, served in addition to the project's. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyDefinition } from '../../engine/definition/definition.ts';
import { keepUntilExit } from './at-exit.ts';
import type { TestDatabase } from './database.ts';
import { copyDefinitions } from './definitions-copy.ts';
import { type Service, startService } from './service.ts';

/** Where files of such a folder find the test's objects, by path. */
const key = 'millwright.test.served';

/** Serves a database by the project's definitions and these. */
export async function serveDefinitions(
  database: TestDatabase,
  definitions: readonly AnyDefinition[],
): Promise<{ readonly service: Service; end(): Promise<void> }> {
  const folder = await copyDefinitions();
  keepUntilExit(folder);
  Reflect.set(
    globalThis,
    Symbol.for(key),
    Object.fromEntries(definitions.map((definition) => [definition.path, definition])),
  );
  for (const { path } of definitions) {
    const source = `export default Reflect.get(globalThis, Symbol.for('${key}'))['${path}'];\n`;
    await writeFile(join(folder, `${path}.ts`), source);
  }
  const service = await startService({ database, resources: folder });
  return {
    service,
    end: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
