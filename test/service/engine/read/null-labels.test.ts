/** The label of null, if null has a meaning: the service did it itself, without a user. */
import { expect } from 'chai';
import { serveDemo } from '../../../harness/service.ts';

const called: Readonly<Record<string, string>> = { en: 'System', fr: 'Système' };
const name = 'Made by the service';

describe('what the service did itself', () => {
  const { service, manager } = serveDemo(['manager']);
  before(async () => {
    const { id } = (await manager.post('/zones', { name })).body.data;
    await service.database.knex('zones').where({ id }).update({ created_by_id: null });
  });

  for (const [locale, system] of Object.entries(called)) {
    describe(`in ${locale}`, () => {
      before(() => manager.patch('/user/locale', { locale }));
      after(() => manager.patch('/user/locale', { locale: 'en' }));

      it('is null in an answer, and metadata tells what to call that', async () => {
        const [zone] = (await manager.get(`/zones?search=${encodeURIComponent(name)}`)).body.data;
        expect(zone).to.include({ created_by_id: null, created_by: null });
        const described = (await manager.get('/resources')).body.data;
        const part = (path: string, list: 'fields' | 'filters', field: string) =>
          described
            .find((one: { path: string }) => one.path === path)
            [list].find((one: { name: string }) => one.name === field);
        for (const list of ['fields', 'filters'] as const) {
          expect(part('zones', list, 'created_by_id').null_label).to.equal(system);
          expect(part('activities', list, 'user_id').null_label).to.equal(system);
          expect(part('zones', list, 'parent_id')).to.not.have.property('null_label');
        }
      });

      it('is called so in counts, and is what its filter opens', async () => {
        const counts = (await manager.get('/zones/counts?by=created_by_id')).body.data;
        const [own] = counts.filter(({ value }: { value: unknown }) => value === null);
        expect(own.label).to.equal(system);
        const opened = await manager.get('/zones?created_by_id=null&per_page=1');
        expect(opened.body.meta.total).to.equal(own.count);
      });

      it('is called so in files, beside an id that stays empty', async () => {
        const query = `search=${encodeURIComponent(name)}&fields=name,created_by_id,created_by&format=csv`;
        const { text } = await manager.get(`/zones?${query}`);
        expect(text.split('\r\n')[1]).to.equal(`${name},,${system}`);
      });
    });
  }

  it('is said in the document', async () => {
    const { components } = (await manager.get('/api/v1/openapi.json')).body;
    expect(components.schemas.Zone.properties.created_by_id.description).to.contain('Null is “System”.');
  });
});
