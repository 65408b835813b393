/** The feature of the page for maintainers, added to a service as it stands there. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import type { Feature } from '../../../engine/features/feature.ts';
import { features } from '../../../engine/features/index.ts';
import { copyDefinitions } from '../../harness/definitions-copy.ts';
import { type Service, startService } from '../../harness/service.ts';

const root = resolve(import.meta.dirname, '../../..');

it('the feature of the page for maintainers answers, is described, and needs what it says', async () => {
  const page = readFileSync(join(root, 'docs/maintainers.md'), 'utf8');
  const [, source = ''] = /^\*\*Add a feature\.\*\*[\s\S]*?```ts\n([\s\S]*?)```/m.exec(page) ?? [];
  // What was compiled and described before, in this process, knows nothing of it.
  const folder = await copyDefinitions();
  writeFileSync(join(folder, 'access/size.ts'), source.replaceAll("'../../", `'${root}/engine/`));
  const all = features as Feature[];
  const count = all.length;
  let service: Service | undefined;
  try {
    all.push((await import(join(folder, 'access/size.ts'))).default);
    service = await startService({ seed: 'demo', resources: folder });
    const manager = await service.signedIn('manager@demo.test');
    const { meta } = (await manager.get('/materials?per_page=1')).body;
    const reply = await manager.get('/materials/size');
    expect(reply.body, reply.text).to.deep.equal({ data: { rows: meta.total } });
    expect((await manager.get('/materials/size?page=2')).status).to.equal(422);
    expect((await service.client().get('/materials/size')).status).to.equal(401);
    expect((await manager.get('/openapi.json')).text).to.contain('"sizeMaterials"');
  } finally {
    all.length = count;
    rmSync(folder, { recursive: true });
    await service?.stop();
  }
});
