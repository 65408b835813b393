/** What an own action of a definition may set beside what a body may: fields that the service keeps. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

const actions = `  actions: {
    rinse: {
      on: 'row', permission: 'update', summary: 'Notes a rinse.',
      input: { at: Instant() },
      run: ({ input, update }) => update({ last_cleaning_at: input.at, description: 'rinsed' }),
    },
    seize: {
      on: 'row', permission: 'update', summary: 'Sets too much.',
      run: ({ update }) => update({ maintenance_count: 3 }),
    },
    double: {
      on: 'row', permission: 'create', summary: 'Makes another.',
      async run({ row, create }) {
        const { name, zone_id, last_cleaning_at } = row;
        return create({ name: name + ' again', zone_id, last_cleaning_at });
      },
    },
  },
`;

describe('an action that sets what no body may', () => {
  let folder: string;
  let service: Service;
  let manager: Client;
  let material: number;
  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'materials.ts');
    const source = await readFile(file, 'utf8');
    // As it is, it follows from the cleanings, and the journal leaves it out.
    const kept = source.replace('last_cleaning_at: Maintained(', 'last_cleaning_at: ReadOnly(');
    expect(kept).not.to.equal(source);
    await writeFile(file, kept.replace(/^ {2}hooks: \{$/m, `${actions}  hooks: {`));
    service = await startService({ seed: 'demo', resources: folder });
    manager = await service.signedIn('manager@demo.test');
    const zone = (await manager.post('/zones', { name: 'Wash house' })).body.data.id;
    material = (await manager.post('/materials', { name: 'Tank', zone_id: zone })).body.data.id;
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  const at = '2026-01-31T08:00:00.000Z';
  /** The latest entry of the journal about a material. */
  const latest = async (id: number) =>
    (await manager.get(`/activities?resource=material&record_id=${id}&per_page=1`)).body.data[0];

  it('changes them with the row, and the journal says so', async () => {
    const path = `/materials/${material}`;
    const before = await manager.get(path);
    const reply = await manager.post(`${path}/rinse`, { at });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body.data).to.include({ last_cleaning_at: at, description: 'rinsed' });
    expect(reply.headers.etag).not.to.equal(before.headers.etag);
    expect(await latest(material)).to.deep.include({
      action: 'update',
      changes: { last_cleaning_at: [null, at], description: [null, 'rinsed'] },
    });
    expect((await manager.patch(path, { last_cleaning_at: null })).status, 'a body may not').to.equal(422);
  });

  it('creates rows with them, and the journal says so', async () => {
    const reply = await manager.post(`/materials/${material}/double`);
    expect(reply.status, reply.text).to.equal(201);
    expect(reply.body.data).to.include({ name: 'Tank again', last_cleaning_at: at });
    const { action, changes } = await latest(reply.body.data.id);
    expect([action, changes.last_cleaning_at]).to.deep.equal(['create', [null, at]]);
  });

  it('sets nothing that follows from other rows', async () => {
    const before = await manager.get(`/materials/${material}`);
    expect((await manager.post(`/materials/${material}/seize`)).status).to.equal(500);
    expect((await manager.get(`/materials/${material}`)).text).to.equal(before.text);
  });
});
