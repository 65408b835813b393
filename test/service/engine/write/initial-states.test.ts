/** The states that a row may be created in, declared in a definition of the test's own. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

const action = `  actions: {
    bury: {
      on: 'row', permission: 'create', summary: 'Makes one that is closed already.',
      run: ({ row, create }) => create({ name: 'Buried', material_id: row.material_id, status: 'closed' }),
    },
  },
`;

describe('incidents that begin open or in progress', () => {
  let folder: string;
  let service: Service;
  let manager: Client;
  let material: number;
  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'incidents.ts');
    const source = await readFile(file, 'utf8');
    const begin = `${action}  states: {\n    initial: ['open', 'in_progress'],\n`;
    await writeFile(file, source.replace(/^ {2}states: \{\n/m, begin));
    service = await startService({ seed: 'demo', resources: folder });
    manager = await service.signedIn('manager@demo.test');
    material = (await manager.get('/materials?per_page=1')).body.data[0].id;
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  const create = (values: object) =>
    manager.post('/incidents', { name: 'Leak', material_id: material, ...values });
  const refused = 'The status of something new must be one of: open, in_progress.';

  it('are created in these states, and without one in the default', async () => {
    for (const [status, stored] of [
      ['open', 'open'],
      ['in_progress', 'in_progress'],
      [undefined, 'open'],
    ]) {
      const reply = await create({ status });
      expect([reply.status, reply.body.data?.status], reply.text).to.deep.equal([201, stored]);
    }
  });

  it('are created in no other, which is told with what else is wrong', async () => {
    const reply = await create({ status: 'resolved', started_at: 'once', severity: 'dire' });
    expect(reply.status).to.equal(422);
    expect(reply.body.errors).to.have.keys('status', 'started_at', 'severity');
    expect(reply.body.errors.status).to.deep.equal([refused]);
  });

  it('come to the others by their transitions', async () => {
    const { id } = (await create({})).body.data;
    expect((await manager.patch(`/incidents/${id}`, { status: 'resolved' })).status).to.equal(200);
  });

  it('are refused to actions of the definition as well', async () => {
    const { id } = (await create({})).body.data;
    const reply = await manager.post(`/incidents/${id}/bury`);
    expect(reply.status, reply.text).to.equal(422);
    expect(reply.body.errors).to.deep.equal({ status: [refused] });
  });

  it('stand in the document, for creations alone', async () => {
    const { schemas } = (await manager.get('/openapi.json')).body.components;
    expect(schemas.IncidentCreate.properties.status.enum).to.deep.equal(['open', 'in_progress']);
    expect(schemas.IncidentUpdate.properties.status.enum).to.have.length(4);
  });
});
