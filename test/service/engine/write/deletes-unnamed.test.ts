/** A row that no delete rule speaks of and that others refer to: the database refuses, and the answer still says why. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DefinitionError } from '../../../../engine/check/subject.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { startService } from '../../../harness/service.ts';

describe('a delete that the database alone refuses', () => {
  it('names what refers to the row, and how many', async () => {
    const folder = await copyDefinitions();
    try {
      const file = join(folder, 'zones.ts');
      const source = await readFile(file, 'utf8');
      await writeFile(file, source.replace(/'materials\.zone_id',? ?/, ''));
      const service = await startService({ seed: 'demo', resources: folder });
      const manager = await service.signedIn('manager@demo.test');
      const zones = (await manager.get('/zones?per_page=100')).body.data;
      const zone = zones.find((one: Record<string, number>) => one.material_count && !one.children_count);
      const reply = await manager.delete(`/zones/${zone.id}`);
      await service.stop();
      expect([reply.status, reply.body.code]).to.deep.equal([409, 'conflict']);
      expect(reply.body.message).to.match(new RegExp(`\\b${zone.material_count} material`));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a definition that cannot be loaded', () => {
  it('is told by its file and line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millwright-broken-'));
    try {
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      await writeFile(join(folder, 'broken.ts'), 'export default undefinedFunction({});\n');
      const error = await loadDefinitions(folder).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(DefinitionError);
      expect(String(error)).to.match(
        /broken\.ts, line 1: cannot be loaded: undefinedFunction is not defined/,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
