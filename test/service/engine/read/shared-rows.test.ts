/** Rows that all sites share and that rows of sites depend on: users elsewhere do not learn how many rows other sites have. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { People } from '../../auth/rights/access-world.ts';
import { sites } from '../../resources/world.ts';

describe('a resource that all sites share', () => {
  let folder: string;
  let service: Service;
  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'companies.ts');
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace(/headquartersOnly: .*/, ''));
    service = await startService({ seed: 'demo', resources: folder });
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  const held = ['company.viewAny', 'company.view', 'company.delete'];
  /** The company that most items of a site are from. */
  const supplier = async () => {
    const { knex } = service.database;
    const rows: { company_id: number }[] = await knex('items')
      .where({ site_id: sites.north })
      .whereNotNull('company_id');
    const [first] = rows;
    const company_id = first?.company_id ?? 0;
    const count = async (where: object) =>
      Number(
        (
          await knex('items')
            .where({ company_id, ...where })
            .count('* as n')
            .first()
        )?.n,
      );
    return { id: company_id, here: await count({ site_id: sites.north }), all: await count({}) };
  };

  it('counts the rows of the current site, at the headquarters all', async () => {
    const { id, here, all } = await supplier();
    expect(all, 'other sites have some, too').to.be.above(here);
    const people = new People(service);
    const plant = (await people.person({ north: held })).client;
    const headquarters = (await people.person({ headquarters: held })).client;
    expect((await plant.get(`/companies/${id}`)).body.data.item_count).to.equal(here);
    expect((await plant.get(`/companies?id=${id}`)).body.data[0].item_count).to.equal(here);
    expect((await headquarters.get(`/companies/${id}`)).body.data.item_count).to.equal(all);
  });

  it('says to a user who deletes one how many rows prevent it here, and that there are others', async () => {
    const { id, here, all } = await supplier();
    const people = new People(service);
    const plant = await (await people.person({ north: held })).client.delete(`/companies/${id}`);
    expect(plant.status, plant.text).to.equal(409);
    expect(plant.body.message, plant.text).to.match(new RegExp(`[:,] ${here} items?, items at other sites`));
    const headquarters = await (await people.person({ headquarters: held })).client.delete(
      `/companies/${id}`,
    );
    expect(headquarters.body.message)
      .to.match(new RegExp(`[:,] ${all} items`))
      .and.not.contain('other sites');
    const elsewhere = await (await people.person({ north: held })).client.delete(
      `/companies/${await only()}`,
    );
    expect(elsewhere.body.message, elsewhere.text).to.contain(': items at other sites');
  });

  /** A company that items of Plant South alone are from. */
  const only = async () => {
    const { knex } = service.database;
    const [id = 0] = await knex('companies').insert({
      ...{ name: 'Southern', name_key: 'southern', search_text: 'southern' },
      ...{ created_at: '2026-01-01 00:00:00.000', updated_at: '2026-01-01 00:00:00.000' },
    });
    const item = await knex('items').where({ site_id: sites.south }).first('id');
    await knex('items').where({ id: item.id }).update({ company_id: id });
    return id;
  };
});
