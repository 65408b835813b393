/** Rules of a definition: judged where the fields they name are sound, and nowhere else. */
import { expect } from 'chai';
import type { AnyDefinition } from '../../../../engine/definition/definition.ts';
import type { HookContext } from '../../../../engine/definition/hooks.ts';
import { say } from '../../../../engine/message.ts';
import { judgeRules } from '../../../../engine/write/rules.ts';
import { resource } from '../fixture.ts';

const wrong = [say('Wrong.')];
const odd = say('Odd.');
/** Nothing of it is looked at: the rules here ask for the row alone. */
const surroundings = {} as HookContext;

interface Seen {
  readonly rows: unknown[];
  readonly row: Record<string, unknown>;
  readonly errors: Record<string, unknown>;
}

/** Judges a row with a rule on some fields. @returns what the rule was given, and what became of the row */
async function judged(
  of: readonly string[],
  row: Record<string, unknown>,
  errors: readonly string[] = [],
  act: (row: Record<string, unknown>) => void = () => {},
): Promise<Seen> {
  const tools = resource('tools');
  const rows: unknown[] = [];
  const rule = {
    of,
    check: (named: Record<string, unknown>, { fail }: { fail(field: string, message: typeof odd): void }) => {
      rows.push({ ...named });
      act(named);
      fail('name', odd);
    },
  };
  const definition = { ...tools.definition, rules: [rule] } as unknown as AnyDefinition;
  const said = Object.fromEntries(errors.map((name) => [name, wrong]));
  const draft = {
    resource: { ...tools, definition },
    row,
    previous: null,
    sent: new Set(Object.keys(row)),
    errors: said,
  };
  await judgeRules(draft, () => surroundings);
  return { rows, row, errors: said };
}

describe('a rule', () => {
  it('sees the fields that it names, and nothing else', async () => {
    const { rows, errors } = await judged(['price'], { name: 'a', price: 5 });
    expect(rows).to.deep.equal([{ price: 5 }]);
    expect(errors).to.deep.equal({ name: [odd] });
  });

  const waits: readonly [string, readonly string[], Record<string, unknown>, readonly string[]][] = [
    ['a field that it names is wrong', ['name', 'price'], { name: 'a', price: 5 }, ['price']],
    ['a value of a list that it names is', ['person_ids'], { person_ids: [1] }, ['person_ids.0']],
    ['what is required is missing', ['name', 'price'], { price: 5 }, []],
  ];
  for (const [when, of, row, errors] of waits) {
    it(`does not run where ${when}`, async () => {
      const seen = await judged(of, row, errors);
      expect(seen.rows).to.deep.equal([]);
      expect(Object.keys(seen.errors)).to.deep.equal(errors);
    });
  }

  const runs: readonly [string, readonly string[], Record<string, unknown>, readonly string[]][] = [
    ['others are wrong', ['price'], { name: 'a', price: 5 }, ['pieces', 'nonsense', 'price_list.0']],
    ['a field is null', ['pieces'], { pieces: null }, []],
  ];
  for (const [when, of, row, errors] of runs) {
    it(`runs where ${when}`, async () => {
      const seen = await judged(of, row, errors);
      expect(seen.rows).to.have.lengthOf(1);
      expect(Object.keys(seen.errors)).to.deep.equal([...errors, 'name']);
    });
  }

  it('adds what it says to what is said already', async () => {
    const { errors } = await judged(['price'], { price: 5 }, ['name']);
    expect(errors).to.deep.equal({ name: [...wrong, odd] });
  });

  it('sets what it names, and nothing else', async () => {
    const { row } = await judged(['price'], { name: 'a', price: 5 }, [], (named) => {
      named.price = 7;
      named.name = 'b';
    });
    expect(row).to.deep.equal({ name: 'a', price: 7 });
  });
});
