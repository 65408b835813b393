/** Valid movements. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason:
    'Only an entry has a price, a supplier and an invoice, only an exit a maintenance and enough in stock on its day.',
  async fit(body, { place, specimens, pinned }) {
    const isPinned = (name: string) => pinned.has(name) && body[name] !== null;
    if (!pinned.has('type') && entryOnly.some(isPinned)) body.type = 'entry';
    if (!pinned.has('type') && isPinned('maintenance_id')) body.type = 'exit';
    if (body.type === 'entry' && !pinned.has('maintenance_id')) delete body.maintenance_id;
    if (body.type !== 'exit') return;
    for (const name of entryOnly) if (!pinned.has(name)) delete body[name];
    // At the same moment: the stock of no day is below zero then.
    const { item_id, quantity, moved_at } = body;
    const when = moved_at === undefined ? {} : { moved_at };
    await specimens.make('item-movements', place, { pin: { item_id, quantity, type: 'entry', ...when } });
  },
});

const entryOnly = ['unit_price', 'company_id', 'invoice_number', 'invoice_date'];
