/** The page of a webhook: its secret once, and a glance at its last deliveries. */
import { expect } from 'chai';
import { openConsole } from '../../../harness/console.ts';
import { looks } from './everybody.ts';

describe('the page of a webhook', () => {
  const { fixture, manager } = openConsole(['manager']);

  it('shows the last deliveries as ticks, the oldest left, each the way to it', async () => {
    const { data } = (await manager.get('/webhooks')).body;
    const deliveries = (await manager.get(`/webhook-deliveries?webhook_id=${data[0].id}&per_page=60`)).body
      .data;
    const { page, visit, complaints } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/webhooks/${data[0].id}`);
    const strip = page.getByRole('list', { name: 'Webhook deliveries' });
    await strip.getByRole('link').first().waitFor();
    const tones = await strip
      .locator('.tick')
      .evaluateAll((ticks) => ticks.map(({ className }) => className));
    const toneOf = { delivered: 'tick good', failed: 'tick bad' };
    expect(tones).to.deep.equal(
      deliveries.toReversed().map(({ status }: { status: keyof typeof toneOf }) => toneOf[status]),
    );
    expect(await looks(page)).to.deep.equal([]);
    await strip.getByRole('link').last().click();
    await page.getByRole('heading', { level: 1, name: /^ERP · / }).waitFor();
    expect(page.url()).to.match(new RegExp(`/webhook-deliveries/${deliveries[0].id}$`));
    expect(complaints).to.deep.equal([]);
  });

  it('tells a new secret once, to be copied', async () => {
    const { data } = (await manager.get('/webhooks')).body;
    const { page, visit } = await fixture.open({ email: 'manager@demo.test' });
    await visit(`/webhooks/${data[0].id}`);
    await page.getByRole('button', { name: 'New secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New secret' }).click();
    const secret = dialog.getByRole('textbox', { name: 'Secret' });
    await secret.waitFor();
    expect(await secret.inputValue()).to.match(/^whsec_/);
    await dialog.getByRole('button', { name: /^Copy/ }).waitFor();
  });
});
