/** What people write beside a row: on the tab of its page that the metadata names. */
import { expect } from 'chai';
import { openConsole, untilFocused } from '../../../harness/console.ts';
import { looks } from './everybody.ts';

describe('comments beside a row', () => {
  const { fixture, manager, technician, viewer } = openConsole(['manager', 'technician', 'viewer']);

  it('are read, written, changed and deleted there, with people mentioned', async () => {
    const material = (await technician.get('/materials?per_page=1')).body.data[0];
    const { page, complaints, visit } = await fixture.open({
      email: 'technician@demo.test',
      ...{ meant: [422], bypassCSP: true, reducedMotion: 'reduce' },
    });
    await manager.post(`/materials/${material.id}/comments`, { body: 'Mind the belt.' });
    await visit(`/materials/${material.id}?tab=-comments`);
    const panel = page.getByRole('region', { name: 'Comments' });
    await panel.getByText('Mind the belt.').waitFor();
    // Only who wrote it may change it.
    const theirs = panel.getByRole('listitem').filter({ hasText: 'Mind the belt.' });
    expect(await theirs.getByRole('button').count()).to.equal(0);
    await panel.getByRole('button', { name: 'Add' }).click();
    expect(await panel.getByLabel('Text').getAttribute('aria-invalid')).to.equal('true');
    // What is wrong is gone to.
    await untilFocused(panel.getByLabel('Text'));
    await panel.getByLabel('Text').fill('The hinge is bent.\nI ordered one.');
    await panel.getByRole('combobox', { name: 'Mentions' }).click();
    const offered = panel.getByRole('option');
    await offered.first().waitFor();
    const name = (await offered.first().innerText()).trim();
    await offered.first().click();
    await page.keyboard.press('Escape');
    expect(await looks(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await panel.getByRole('button', { name: 'Add' }).click();
    const mine = panel.getByRole('listitem').filter({ hasText: 'I ordered one.' });
    await mine.waitFor();
    expect(await mine.innerText()).to.include(name);
    expect(await panel.getByLabel('Text').inputValue()).to.equal('');
    await mine.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Text').fill('The hinge is mended.');
    await page.getByRole('button', { name: 'Save' }).click();
    const edited = panel.getByRole('listitem').filter({ hasText: 'The hinge is mended.' });
    await edited.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await edited.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).to.equal(`/console/materials/${material.id}`);
    expect(complaints).to.deep.equal([]);
  });

  it('that mention the user are on the first page, and lead to the place where they were written', async () => {
    const material = (await manager.get('/materials?per_page=1&sort=-name')).body.data[0];
    const { id } = (await technician.get('/user')).body.data;
    const body = { body: 'Can you look at this?', mention_ids: [id] };
    const made = await manager.post(`/materials/${material.id}/comments`, body);
    expect(made.status).to.equal(201);
    const { page, visit } = await fixture.open({ email: 'technician@demo.test' });
    await visit('/');
    const mentions = page.getByRole('region', { name: 'Mentions of me' });
    await mentions.getByRole('link', { name: 'Can you look at this?' }).click();
    await page.getByRole('region', { name: 'Comments' }).getByText('Can you look at this?').waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/console/materials/${material.id}`);
    // A mail leads to the page of the comment, and that leads there.
    await visit(`/comments/${made.body.data.id}`);
    await page.getByRole('link', { name: '‹ Material' }).click();
    await page.getByRole('region', { name: 'Comments' }).getByText('Can you look at this?').waitFor();
    const other = await fixture.open({ email: 'viewer@demo.test' });
    await other.visit('/');
    await other.page.getByRole('region', { name: 'Open incidents' }).waitFor();
    expect(await other.page.getByRole('region', { name: 'Mentions of me' }).count()).to.equal(0);
  });

  it('are read-only for users who may not write any', async () => {
    const material = (await viewer.get('/materials?per_page=1')).body.data[0];
    const { page, visit } = await fixture.open({ email: 'viewer@demo.test' });
    await visit(`/materials/${material.id}?tab=-comments`);
    const panel = page.getByRole('region', { name: 'Comments' });
    await panel.waitFor();
    expect(await panel.getByRole('button', { name: 'Add' }).count()).to.equal(0);
  });
});
