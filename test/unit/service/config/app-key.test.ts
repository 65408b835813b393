/** The key file of an embedded database. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { AppKeyError, keptAppKey } from '../../../../service/config/app-key.ts';

describe('the kept key', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millwright-key-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is made once, for its owner alone, and leaves no draft', () => {
    const path = join(folder, 'a.db');
    const first = keptAppKey(path);
    expect(first).to.have.lengthOf(32);
    expect(keptAppKey(path)).to.deep.equal(first);
    expect(statSync(`${path}.key`).mode & 0o777).to.equal(0o600);
    expect(readFileSync(`${path}.key`, 'utf8').trim()).to.equal(first.toString('base64'));
    expect(readdirSync(folder)).to.deep.equal(['a.db.key']);
  });

  it('differs from database to database, and in memory each time', () => {
    expect(keptAppKey(join(folder, 'a.db'))).not.to.deep.equal(keptAppKey(join(folder, 'b.db')));
    expect(keptAppKey(':memory:')).not.to.deep.equal(keptAppKey(':memory:'));
    expect(readdirSync(folder).sort()).to.deep.equal(['a.db.key', 'b.db.key']);
  });

  it('is never replaced silently when the file is spoilt', () => {
    writeFileSync(join(folder, 'a.db.key'), 'short');
    expect(() => keptAppKey(join(folder, 'a.db'))).to.throw(
      AppKeyError,
      /does not have 32 bytes .*Restore it/,
    );
  });

  it('is not made again for an existing database: a new key could open nothing in it', () => {
    const path = join(folder, 'a.db');
    writeFileSync(path, '');
    expect(keptAppKey(path)).to.have.lengthOf(32);
    rmSync(`${path}.key`);
    writeFileSync(path, 'rows');
    expect(() => keptAppKey(path)).to.throw(
      AppKeyError,
      /a\.db\.key does not\. Put the file back, or set APP_KEY/,
    );
    expect(readdirSync(folder)).to.deep.equal(['a.db']);
  });

  it('makes no folder but that of the default place', () => {
    expect(() => keptAppKey(join(folder, 'data', 'a.db'))).to.throw(AppKeyError, /cannot be written: ENOENT/);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('says so where no file can be made', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => keptAppKey(join(folder, 'file', 'a.db'))).to.throw(
      AppKeyError,
      /cannot be (read|written).*ENOTDIR/,
    );
  });
});
