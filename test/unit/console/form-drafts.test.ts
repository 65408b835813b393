/** Drafts in a browser: whose they are, how many, for how long, and what is never in them. */
import { expect } from 'chai';
import {
  type DraftOf,
  draftValues,
  dropDraft,
  keepDraft,
  namesFor,
  readDraft,
} from '../../../console/form/values/drafts.ts';
import type { Field } from '../../../console/service/metadata.ts';

const fieldOf = (name: string, more: Partial<Field> = {}): Field => ({
  ...{ name, type: 'text', label: name, limits: {} },
  ...{ required: false, nullable: false, read_only: false, write_only: false, fixed: false },
  ...more,
});
const title = fieldOf('title');
const secret = fieldOf('secret', { write_only: true });
const mine: DraftOf = { user: 1, site: 2, path: 'things', row: null };
const draft = (at: string, text = 'A') => ({ at, values: { title: text }, etag: null, key: 'k' });
const now = '2026-03-01T10:00:00.000Z';

/** What a browser keeps, in memory. */
class Shelf {
  readonly kept = new Map<string, string>();
  get length() {
    return this.kept.size;
  }
  key(index: number) {
    return [...this.kept.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, text: string) {
    this.kept.set(key, text);
  }
  removeItem(key: string) {
    this.kept.delete(key);
  }
}

describe('a draft', () => {
  it('is what differs from what the form began with, without secrets', () => {
    const first = { title: null, secret: null };
    expect(draftValues([title, secret], { title: 'A', secret: 'x' }, first)).to.deep.equal({ title: 'A' });
    expect(draftValues([title, secret], { title: '', secret: 'x' }, first)).to.deep.equal({});
  });

  it('is found again by the user who typed it, at that site, for that row only', () => {
    const shelf = new Shelf();
    keepDraft(shelf, mine, draft(now));
    expect(readDraft(shelf, mine, [title])).to.deep.equal(draft(now));
    for (const other of [{ user: 2 }, { site: 3 }, { path: 'others' }, { row: 1 }])
      expect(readDraft(shelf, { ...mine, ...other }, [title])).to.equal(null);
    dropDraft(shelf, mine);
    expect(shelf.length).to.equal(0);
  });

  it('tells what the rows are called that it refers to', () => {
    const place = fieldOf('place_id', {
      reference: {
        resource: 'places',
        embed: 'place',
        display: 'code',
        options_url: '/o',
        options_fields: [],
        options_parameters: [],
        fields: [],
      },
    });
    const rows = new Map([['place_id', [{ id: 3, code: 'Hall 3', secret: 'x' }]]]);
    const shelf = new Shelf();
    keepDraft(shelf, mine, { ...draft(now), names: namesFor([title, place], rows) });
    expect(readDraft(shelf, mine, [title])?.names).to.deep.equal({ place_id: [{ id: 3, name: 'Hall 3' }] });
  });

  it('is read without the fields that are gone, and without secrets', () => {
    const shelf = new Shelf();
    keepDraft(shelf, mine, { ...draft(now), values: { title: 'A', secret: 'x', gone: 1 } });
    expect(readDraft(shelf, mine, [title, secret])?.values).to.deep.equal({ title: 'A' });
    expect(readDraft(shelf, mine, [fieldOf('other')])).to.equal(null);
  });

  it('makes room for newer ones, and goes when it is old', () => {
    const shelf = new Shelf();
    shelf.setItem('millwright.theme', 'dark');
    keepDraft(shelf, { ...mine, row: 99 }, draft('2026-01-01T00:00:00.000Z'));
    for (let row = 0; row < 25; row += 1)
      keepDraft(shelf, { ...mine, row }, draft(`2026-03-01T10:00:${String(row).padStart(2, '0')}.000Z`));
    expect(shelf.length).to.equal(21);
    expect(readDraft(shelf, { ...mine, row: 99 }, [title])).to.equal(null);
    expect(readDraft(shelf, { ...mine, row: 4 }, [title])).to.equal(null);
    expect(readDraft(shelf, { ...mine, row: 5 }, [title])).to.not.equal(null);
  });

  it('is not kept where it is too long, and no failure where nothing can be kept', () => {
    const shelf = new Shelf();
    keepDraft(shelf, mine, draft(now, 'x'.repeat(300_000)));
    expect(shelf.length).to.equal(0);
    shelf.setItem = () => {
      throw new Error('full');
    };
    expect(() => keepDraft(shelf, mine, draft(now))).to.not.throw();
  });

  it('is none where what is kept cannot be read', () => {
    const shelf = new Shelf();
    for (const text of ['{', '[]', '{"values":3}', '{"at":1,"values":{},"key":"k"}', 'null']) {
      shelf.setItem('millwright.draft.1.2.things.new', text);
      expect(readDraft(shelf, mine, [title]), text).to.equal(null);
    }
    keepDraft(shelf, { ...mine, row: 1 }, draft(now));
    keepDraft(shelf, mine, draft(now));
    expect(readDraft(shelf, mine, [title])).to.not.equal(null);
  });
});
