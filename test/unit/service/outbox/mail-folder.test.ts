/** The folder of mails where no server is named: for the owner of the service alone, and never full. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeMessage } from '../../../../service/outbox/mail/folder.ts';

describe('the folder of mails', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millwright-mail-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (into = folder) =>
    writeMessage(into, { uid: 'one', date: Date.UTC(2026, 0, 2), message: Buffer.from('Subject: x') });
  const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
  const name = '2026-01-02T00-00-00-000Z_one.eml';

  it('is made where there is none, and closed to others where it is the own one', async () => {
    await write(join(folder, 'mail'));
    expect(modeOf(join(folder, 'mail'))).to.equal('700');
    expect(modeOf(join(folder, 'mail', name))).to.equal('600');
    chmodSync(folder, 0o755);
    await write();
    expect(modeOf(folder)).to.equal('700');
    // Others work there, as in /tmp.
    chmodSync(folder, 0o1777);
    await write();
    expect(modeOf(folder)).to.equal('1777');
  });

  it('keeps the newest thousand, and no draft of a process that was killed', async () => {
    for (let at = 0; at < 1000; at += 1) writeFileSync(join(folder, `2020-${at}.eml`), '');
    for (const draft of ['a.eml.part', 'b.eml.part', 'notes.part']) writeFileSync(join(folder, draft), '');
    const past = Date.now() / 1000 - 3600;
    for (const draft of ['a.eml.part', 'notes.part']) utimesSync(join(folder, draft), past, past);
    await write();
    const kept = readdirSync(folder);
    expect(kept.filter((one) => one.endsWith('.eml')))
      .to.have.lengthOf(1000)
      .and.include(name);
    expect(kept.filter((one) => one.endsWith('.part')).sort()).to.deep.equal(['b.eml.part', 'notes.part']);
  });
});
