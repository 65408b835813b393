/** Valid movements. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason:
    'Only an entry has a price, a supplier and an invoice, only an exit a maintenance and enough in stock.',
  async fit(body, { place, specimens, pinned }) {
    const isPinned = (name: string) => pinned.has(name) && body[name] !== null;
    if (!pinned.has('type') && entryOnly.some(isPinned)) body.type = 'entry';
    if (!pinned.has('type') && isPinned('maintenance_id')) body.type = 'exit';
    if (body.type === 'entry' && !pinned.has('maintenance_id')) delete body.maintenance_id;
    if (body.type !== 'exit') return;
    for (const name of entryOnly) if (!pinned.has(name)) delete body[name];
    const { item_id, quantity } = body;
    await specimens.make('item-movements', place, { pin: { item_id, quantity, type: 'entry' } });
  },
});

const entryOnly = ['unit_price', 'company_id', 'invoice_number', 'invoice_date'];
