/** Permissions of a definition's own: granted, listed, guarded and described like the five. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

const permission = 'maintenance.plan';
const north = 2;

describe('a permission of a definition’s own', () => {
  let folder: string;
  let service: Service;
  let admin: Client;
  let manager: Client;
  let copied: number;

  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'maintenances.ts');
    const source = await readFile(file, 'utf8');
    const changed = source
      .replace("permission: 'create',", "permission: 'plan', creates: true,")
      .replace('  filters: [', "  permissions: ['plan'],\n  filters: [");
    expect(changed).to.have.length.above(source.length);
    await writeFile(file, changed);
    service = await startService({ seed: 'demo', resources: folder });
    admin = await service.signedIn('admin@demo.test');
    manager = await service.signedIn('manager@demo.test');
    copied = (await manager.get('/maintenances?per_page=1')).body.data[0].id;
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const plan = (client: Client) => client.post(`/maintenances/${copied}/duplicate`, {});
  const held = async (client: Client): Promise<string[]> => (await client.get('/user')).body.data.permissions;
  const actions = async (client: Client) => {
    const { data } = (await client.get('/resources')).body;
    const maintenances = data.find((one: { path: string }) => one.path === 'maintenances');
    return maintenances.actions.map(({ name }: { name: string }) => name);
  };

  it('is refused to who lacks it, and named', async () => {
    const reply = await plan(manager);
    expect([reply.status, reply.body.message]).to.deep.equal([
      403,
      `You lack the permission ${permission} at this site.`,
    ]);
    expect(await held(manager)).not.to.include(permission);
    expect(await actions(manager)).to.deep.equal([]);
  });

  it('is held by users who hold everything, at the site where the row is', async () => {
    expect(await held(admin)).to.include(permission);
    expect((await plan(admin)).status, 'from the headquarters').to.equal(403);
    await admin.patch('/user/site', { site_id: north });
    expect((await plan(admin)).status).to.equal(201);
    await admin.patch('/user/site', { site_id: 1 });
  });

  it('is granted by a role, and taken away while it is used', async () => {
    const role = (await admin.get('/roles?search=manager')).body.data[0];
    const change = (permissions: string[]) => admin.patch(`/roles/${role.id}`, { permissions });
    expect((await change([...role.permissions, 'maintenance.plann'])).status).to.equal(422);
    const granted = await change([...role.permissions, permission]);
    expect(granted.status, granted.text).to.equal(200);
    expect(await held(manager)).to.include(permission);
    expect(await actions(manager)).to.deep.equal(['duplicate']);
    expect((await plan(manager)).status).to.equal(201);
    expect((await change(role.permissions)).status).to.equal(200);
    expect((await plan(manager)).status).to.equal(403);
  });

  it('cannot be granted by users who lack it', async () => {
    const role = await admin.post('/roles', { name: 'planner', permissions: [permission] });
    expect(role.status, role.text).to.equal(201);
    const user = (await manager.get('/users?search=technician')).body.data[0];
    const reply = await manager.patch(`/users/${user.id}`, {
      memberships: [{ site_id: north, role_ids: [role.body.data.id] }],
    });
    expect(reply.status).to.equal(403);
    expect(reply.body.message).to.include(permission);
  });

  it('is documented', async () => {
    const { paths } = (await admin.get('/openapi.json')).body;
    const action = paths['/api/v1/maintenances/{id}/duplicate'].post;
    expect(action.description).to.include(`\`${permission}\``);
  });
});
