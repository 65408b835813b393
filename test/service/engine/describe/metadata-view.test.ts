/** What `GET /resources` tells of how to lay a resource out: all of it leads somewhere, for everybody. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ResourceMetadata } from '../../../../engine/features/metadata/resource-schema.ts';
import { createRegistry } from '../../../../service/project/registry.ts';
import type { Client } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { serveDemo } from '../../../harness/service.ts';

describe('the view of a resource', () => {
  const { service } = serveDemo([]);

  const describedTo = async (client: Client): Promise<ResourceMetadata[]> => {
    const { status, body } = await client.get('/resources');
    expect(status).to.equal(200);
    return body.data;
  };
  const viewOf = async (client: Client, name: string) => {
    const found = (await describedTo(client)).find((one) => one.name === name);
    if (!found) throw new Error(`Nothing is told of ${name}.`);
    return found.view;
  };

  /** The requests that a user of a view would send, as paths. */
  function queriesOf({ path, view, filters }: ResourceMetadata): string[] {
    const { columns, card = [], board, calendar, overview } = view;
    const dates = calendar ? [calendar.from, calendar.until].filter((name) => name !== null) : [];
    return [
      `/${path}?fields=${[...columns, ...card]}`,
      ...(board ? [`/${path}/counts?by=${board}`] : []),
      ...dates.map((name) => {
        const time = filters.find((one) => one.name === name)?.type === 'date' ? '' : 'T00:00:00Z';
        return `/${path}?${name}[gte]=2026-01-01${time}&${name}[lt]=2026-02-01${time}`;
      }),
      ...overview.map((part) =>
        'by' in part
          ? `/${path}/counts?by=${part.by}`
          : `/${path}?${new URLSearchParams({ ...part.list, sort: part.sort, per_page: '5' })}`,
      ),
    ];
  }

  for (const who of ['admin', 'manager', 'technician', 'viewer']) {
    it(`leads ${who} nowhere that is not there, or not for them`, async () => {
      const client = await service.signedIn(`${who}@demo.test`);
      const all = await describedTo(client);
      const queries = all.filter(({ operations }) => operations.includes('list')).flatMap(queriesOf);
      for (const query of queries) {
        const reply = await client.get(query);
        expect(reply.status, `${query} ${reply.text}`).to.equal(200);
      }
      expect(queries).to.have.length.above(15);
      for (const { path, view, fields } of all) {
        const known = fields.map(({ name }) => name);
        expect(known, path).to.include.members(view.sections.flatMap((section) => [...section.fields]));
        const made = all.filter(({ operations }) => operations.includes('create')).map((one) => one.path);
        expect(made, path).to.include.members(view.quick.map(({ create }) => create));
      }
    });
  }

  it('puts daily work first, and administration last', async () => {
    const all = await describedTo(await service.signedIn('admin@demo.test'));
    expect(all.slice(0, 2).map(({ path }) => path)).to.deep.equal(['maintenances', 'maintenance-steps']);
    expect([...new Set(all.map(({ view }) => view.group))]).to.deep.equal([
      ...['Daily work', 'Equipment', 'Stores', 'Administration'],
    ]);
  });

  it('speaks the language of the user', async () => {
    const client = await service.signedIn('manager@demo.test');
    await client.patch('/user/locale', { locale: 'fr' });
    const { group, sections, overview } = await viewOf(client, 'maintenance');
    expect([
      group,
      ...sections.map(({ title }) => title),
      ...overview.map(({ title }) => title),
    ]).to.deep.equal([
      ...['Au quotidien', 'Travaux', 'Calendrier', 'Qui intervient'],
      ...['Maintenances en retard', 'Maintenances par état'],
    ]);
    await client.patch('/user/locale', { locale: 'en' });
  });

  it('stops the start where it asks for what no list takes', async () => {
    const folder = await copyDefinitions();
    try {
      const source = `
        import { defineResource, Text } from '../engine/index.ts';
        const view = { overview: [{ by: 'colour' }], related: ['zones'] };
        export default defineResource({
          name: 'tool', path: 'tools', table: 'tools', scope: 'site', operations: ['list'],
          fields: { name: Text() }, sort: ['name'], defaultSort: 'name', view,
        });`;
      await writeFile(join(folder, 'tools.ts'), source);
      const failed = await createRegistry(folder).then(
        () => 'It started.',
        (error: Error) => error.message,
      );
      expect(failed).to.match(/tools\.ts, view\.overview\.0\.by: “colour” is no value of by: /);
      expect(failed).to.match(/tools\.ts, view\.related: no filter of “zones” takes ids of “tools”\./);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
