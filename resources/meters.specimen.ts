/** Valid meters. */
import { defineSpecimen } from '../package/testing/index.ts';

export default defineSpecimen({
  reason: 'Only a counter has a most per day, only a gauge limits, and these have room for the deadband.',
  fit(body, { pinned, current }) {
    const isCounted = pinned.has('max_per_day') && body.max_per_day !== null;
    if (!current && !pinned.has('kind')) body.kind = isCounted ? 'counter' : 'gauge';
    const kind = body.kind ?? current?.kind;
    const leave = (name: string, value: unknown) => {
      if (!pinned.has(name)) body[name] = value;
    };
    if (kind === 'gauge') {
      leave('max_per_day', null);
      // With a single limit, the deadband can have any width.
      if (pinned.has('below')) leave('above', null);
      else leave('below', null);
    } else {
      for (const name of ['above', 'below']) leave(name, null);
      leave('deadband', 0);
      leave('severity', 'high');
    }
  },
  values: { kind: (_place, variant) => (variant % 2 === 0 ? 'gauge' : 'counter') },
  unchangeable: ['max_per_day'],
  async populate(place, specimens) {
    const { id: meter_id } = await specimens.make('meters', place, {
      pin: { kind: 'gauge', active: true, above: 80, below: 20, deadband: 0 },
    });
    for (const value of [90, 10]) await specimens.make('meter-readings', place, { pin: { meter_id, value } });
    const other = await specimens.make('meters', place, { pin: { kind: 'gauge', active: true, above: 80 } });
    await specimens.make('meter-readings', place, { pin: { meter_id: other.id, value: 90 } });
  },
});
