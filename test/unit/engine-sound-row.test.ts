/** What hooks see of a row that is wrong in places: sound values, or nothing. */
import { expect } from 'chai';
import { say } from '../../engine/message.ts';
import { soundPartOf } from '../../engine/write/rules.ts';
import { resource } from './engine-fixture.ts';

const wrong = [say({ en: 'Wrong.', fr: 'Faux.' })];
const partOf = (row: Record<string, unknown>, ...errors: string[]) =>
  soundPartOf({
    resource: resource('tools'),
    row,
    previous: null,
    sent: new Set(Object.keys(row)),
    errors: Object.fromEntries(errors.map((name) => [name, wrong])),
  });
type Part = ReturnType<typeof partOf>;

const looks: readonly [string, (part: Part) => unknown][] = [
  ['reads it', ({ row }) => row.price],
  ['reads it among others', ({ row: { name, price } }) => [name, price]],
  ['asks whether it is there', ({ row }) => 'price' in row],
  ['asks whether it is its own', ({ row }) => Object.hasOwn(row, 'price')],
  ['asks whether it was sent', ({ sent }) => sent('price')],
  ['copies the row', ({ row }) => ({ ...row, name: 'other' })],
  ['lists the fields', ({ row }) => Object.keys(row)],
  ['writes the row as JSON', ({ row }) => JSON.stringify(row)],
  [
    'adds to it',
    ({ row }) => {
      row.price = Number(row.price) + 1;
    },
  ],
  [
    'fills it where it is missing',
    ({ row }) => {
      row.price ??= 1;
    },
  ],
];

describe('the sound part of a row', () => {
  for (const [what, look] of looks) {
    it(`is left by a hook that ${what}, where it is wrong`, async () => {
      for (const row of [{ name: 'a', price: 5 }, { name: 'a' }]) {
        const part = partOf(row, 'price');
        let after = false;
        const ended = await part.run(() => {
          look(part);
          after = true;
        });
        expect([ended, after, part.left()]).to.deep.equal([false, false, true]);
        expect(row.name).to.equal('a');
      }
    });
  }

  it('is left later in a hook that waits', async () => {
    const part = partOf({ name: 'a' }, 'price');
    expect(
      await part.run(async () => {
        await Promise.resolve();
        return part.row.price;
      }),
    ).to.equal(false);
  });

  it('is what can be read, copied and asked for where nothing but unknown names is wrong', async () => {
    const part = partOf({ name: 'a', price: 5 }, 'nonsense', 'a.b');
    const seen = await part.run(() => expect({ ...part.row }).to.deep.equal({ name: 'a', price: 5 }));
    expect([seen, part.sent('name'), part.sent('pieces')]).to.deep.equal([true, true, false]);
  });

  it('lacks a list of which one value is wrong', async () => {
    const part = partOf({ person_ids: [1] }, 'person_ids.0');
    expect(await part.run(() => part.row.person_ids)).to.equal(false);
  });

  it('lacks what is required and nothing has filled', async () => {
    const part = partOf({ price: 5 }, 'nonsense');
    expect(await part.run(() => part.row.name)).to.equal(false);
    const nulled = partOf({ pieces: null }, 'nonsense');
    expect(await nulled.run(() => expect(nulled.row.pieces).to.equal(null))).to.equal(true);
  });

  it('has what a hook has set by itself', async () => {
    const row: Record<string, unknown> = {};
    const part = partOf(row, 'price');
    expect(
      await part.run(() => {
        part.row.price = 7;
        expect(part.row.price).to.equal(7);
      }),
    ).to.equal(true);
    expect(row).to.deep.equal({ price: 7 });
  });

  it('stays left when a hook takes no notice', async () => {
    const part = partOf({}, 'price');
    const ended = await part.run(() => {
      try {
        return part.row.price;
      } catch {
        return null;
      }
    });
    expect([ended, part.left()]).to.deep.equal([false, true]);
  });

  it('lets through what a hook throws by itself', async () => {
    const part = partOf({}, 'price');
    const thrown = await part
      .run(() => {
        throw new Error('own');
      })
      .catch((error: unknown) => String(error));
    expect(thrown).to.equal('Error: own');
  });
});
