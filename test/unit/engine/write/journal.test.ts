/** What the journal tells of a row's fields, and what it never does: also where a hook names a field by mistake. */
import { expect } from 'chai';
import { isColumn } from '../../../../engine/kinds/kind.ts';
import { isRecorded } from '../../../../engine/write/journal.ts';
import { resource } from '../fixture.ts';

const { fields } = resource('tools');
const field = (name: string) => {
  const found = fields.get(name);
  if (!found) throw new Error(`There is no field ${name}.`);
  return found;
};
/** The name of a tool, if it were something else as well. */
const nameThatIs = (more: { readonly writeOnly?: true; readonly internal?: true }) => {
  const { facts, ...rest } = field('name');
  if (!isColumn(facts)) throw new Error('A name has a column.');
  return { ...rest, facts: { ...facts, ...more } };
};

describe('the journal', () => {
  it('tells of columns and lists', () => {
    for (const name of ['name', 'price', 'depot_id', 'person_ids', 'tags'])
      expect(isRecorded(field(name)), name).to.equal(true);
  });

  it('tells nothing of what is secret or the table’s alone, nor of what follows or stands beside', () => {
    expect(isRecorded(nameThatIs({ writeOnly: true }))).to.equal(false);
    expect(isRecorded(nameThatIs({ internal: true }))).to.equal(false);
    for (const name of ['late', 'stock', 'twin_count', 'id', 'created_at'])
      expect(isRecorded(field(name)), name).to.equal(false);
  });
});
