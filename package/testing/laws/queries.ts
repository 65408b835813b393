/** The queries of a request: a limited number, for any number of rows. */

import { expect } from 'chai';
import { isOfPage } from '../../../engine/kinds/kind.ts';
import { filterChoice } from '../../../engine/model/filter-target.ts';
import { countChoices } from '../../../engine/model/groups.ts';
import { isList } from '../../../engine/model/resource.ts';
import { describe, it } from '../runner.ts';
import { bodyOf, createForm } from '../specimens/sent.ts';
import type { Reply } from '../world/client.ts';
import { allRows } from '../world/lists.ts';
import type { Subject } from '../world/subject.ts';
import { reportQueries } from './reads/reports.ts';

/** Session, person and grants, which every request reads. */
const toSignIn = 4;
/** One query reads permissions and rows that prevent an action; guards send the others. */
const mostOfCan = 7;
/** The transaction, locks and checks, the row, its journal, the answer. */
const mostOfWrite = 18;

/** Rows that are read one by one, to find how much one can need. */
const mostSingles = 10;

/** The rows that are grouped, and their labels. */
const mostOfReport = 12;

export function describeQueries(subject: Subject): void {
  const { resource } = subject;
  const lists = [...resource.outputs.values()].filter(({ field }) => isList(field)).length;
  // The resources whose names are read follow from the changes: at most one query each.
  const isNaming = [...resource.fields.values()].some(({ facts }) => isOfPage(facts));
  const naming = isNaming ? subject.registry.size : 0;

  /** How many queries a request makes. That a session is in use is noted once a minute: whichever request comes then. */
  const queriesOf = async (work: () => Promise<Reply>, status = 200): Promise<number> => {
    const { knex } = subject.world.service.database;
    let count = 0;
    const listen = ({ sql }: { readonly sql: string }) => {
      if (!/^update .sessions./.test(sql)) count += 1;
    };
    knex.on('query', listen);
    try {
      const reply = await work();
      expect(reply.status, reply.text.slice(0, 300)).to.equal(status);
    } finally {
      knex.removeListener('query', listen);
    }
    return count;
  };

  /** The queries of a read, without those that are sent from time to time and kept: of two reads, at most one sends these. */
  const queriesOfRead = async (work: () => Promise<Reply>): Promise<number> =>
    Math.min(await queriesOf(work), await queriesOf(work));

  describe('queries', () => {
    it('of a list: as many for many rows as for one', async () => {
      const rows = await allRows(subject.client, subject.path);
      expect(rows.length, 'there are many').to.be.greaterThan(4);
      const singles: number[] = [];
      for (const page of rows.slice(0, mostSingles).keys()) {
        const path = `${subject.path}?per_page=1&page=${page + 1}`;
        singles.push(await queriesOf(() => subject.client.get(path)));
      }
      // A row may need less than others: a round that is not due needs no materials.
      const one = Math.max(...singles);
      const many = await queriesOfRead(() => subject.client.get(`${subject.path}?per_page=100`));
      expect(many).to.be.within(one, one + naming);
      expect(one).to.be.within(3, toSignIn + 2 + lists + naming);
    });

    it('of a list with what may be done: a few more, for any number of rows', async () => {
      const path = `${subject.path}?with=can,etag`;
      // The very first one reads which foreign keys prevent deletes.
      await subject.client.get(path);
      for (const rows of [1, 100]) {
        const asked = await queriesOf(() => subject.client.get(`${path}&per_page=${rows}`));
        expect(asked, `${rows} rows`).to.be.within(3, toSignIn + 2 + lists + mostOfCan + naming);
      }
    });

    it('of a list: filters, search and sort add none', async () => {
      const plain = await queriesOfRead(() => subject.client.get(subject.path));
      const [sort] = resource.sorts.keys();
      const search = resource.search ? '&search=e' : '';
      const query = `sort=-${sort}&created_at[gte]=2000-01-01T00:00:00Z${search}`;
      const asked = await queriesOfRead(() => subject.client.get(`${subject.path}?${query}`));
      expect(asked).to.be.within(plain - naming, plain + naming);
    });

    it('of a search: one more, for the index, with any number of words', async () => {
      if (!resource.search) return;
      const searched = (words: string) =>
        queriesOf(() => subject.client.get(`${subject.path}?search=${words}`));
      // The first search looks at how large the tables are.
      await searched('abc');
      for (const words of ['abc', 'abc+def+ghi+jkl', 'name+no']) {
        expect(await searched(words), words).to.be.within(3, toSignIn + 3 + lists);
      }
    });

    it('of a view and of counts', async () => {
      const id = await subject.someId();
      const view = await queriesOf(() => subject.client.get(`${subject.path}/${id}`));
      expect(view).to.be.within(2, toSignIn + 1 + lists);
      for (const by of countChoices(resource)) {
        const counts = await queriesOf(() => subject.client.get(`${subject.path}/counts?by=${by}`));
        expect(counts, by).to.be.within(2, toSignIn + 2);
      }
    });

    it('of reports that take days or group rows: a few, for any number of groups', async () => {
      const id = await subject.someId();
      for (const [name, report] of resource.reports) {
        const address = `${subject.path}${report.definition.on === 'row' ? `/${id}` : ''}/${name}`;
        for (const query of reportQueries(report)) {
          const asked = await queriesOf(() => subject.client.get(`${address}?${query}`));
          expect(asked, `${address}?${query}`).to.be.within(1, toSignIn + mostOfReport);
        }
      }
    });

    it('of the options of filters: as many for many rows as for one', async () => {
      for (const name of resource.filters.keys()) {
        if (!filterChoice(subject.registry, resource, name)) continue;
        const address = `${subject.path}/options/filter.${name}`;
        const one = await queriesOfRead(() => subject.client.get(`${address}?per_page=1`));
        const many = await queriesOfRead(() => subject.client.get(`${address}?per_page=100`));
        expect(many, name).to.equal(one);
        expect(one, name).to.be.within(3, toSignIn + 2);
      }
    });

    if (!subject.can('create')) return;

    it('of options: as many for many rows as for one', async () => {
      const names = [...resource.fields.values()]
        .filter(({ facts }) => 'to' in facts && !facts.readOnly)
        .map(({ name }) => name);
      for (const name of names) {
        const address = `${subject.path}/options/${name}`;
        const one = await queriesOfRead(() => subject.client.get(`${address}?per_page=1`));
        const many = await queriesOfRead(() => subject.client.get(`${address}?per_page=100`));
        expect(many, name).to.equal(one);
        expect(one, name).to.be.within(3, toSignIn + 2);
      }
      const total = await queriesOf(() => subject.client.get(`${subject.path}/options/nonsense`), 404);
      expect(total, 'a refusal asks for nothing').to.be.within(1, toSignIn);
    });

    it('of writes are bounded', async () => {
      const { specimens, place } = subject;
      const most = subject.rules.writeQueries ?? mostOfWrite;
      const body = await specimens.body(resource, place, { whole: true });
      const writer = specimens.writer(resource, place);
      const to = await subject.createPath();
      const create = await queriesOf(() => writer.post(to, createForm(resource, body)), 201);
      expect(create).to.be.within(3, most);
      if (!subject.can('update')) return;
      const { id, data } = await subject.make();
      const same = bodyOf(resource, subject.rules, data);
      const update = await queriesOf(() => subject.client.patch(`${subject.path}/${id}`, same));
      expect(update, 'of an update that changes nothing').to.be.within(3, most);
      if (!subject.can('delete')) return;
      const deleted = await queriesOf(() => subject.client.delete(`${subject.path}/${id}`), 204);
      expect(deleted, 'of a delete').to.be.within(3, most);
    });
  });
}
