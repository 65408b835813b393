import { expect } from 'chai';
import { Once, ReadOnly, Text } from '../../../../engine/index.ts';
import { factsOf } from '../../../../engine/kinds/field.ts';
import { jsonToKeep, namesOnce, toldOnce } from '../../../../engine/kinds/told-once.ts';

describe('a value that is told once', () => {
  const fields = new Map(
    Object.entries({ name: ReadOnly(Text()), secret: Once(Text()) }).map(([name, field]) => [
      name,
      { facts: factsOf(field) },
    ]),
  );
  const row = { name: 'ERP', secret: 'whsec_1' };

  it('is in the answer, and in none that is kept of it, however deep', () => {
    const body = { data: [{ body: { data: { ...row, ...toldOnce(fields, row) } } }] };
    expect(JSON.parse(JSON.stringify(body))).to.deep.equal({ data: [{ body: { data: row } }] });
    expect(JSON.parse(jsonToKeep(body))).to.deep.equal({ data: [{ body: { data: { name: 'ERP' } } }] });
  });

  it('is one that its field declares, and that is there', () => {
    expect(namesOnce(fields)).to.deep.equal(['secret']);
    expect(toldOnce(fields, { name: 'ERP' })).to.equal(null);
  });
});
