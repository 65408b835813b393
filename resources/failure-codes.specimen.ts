/** Valid failure codes. */
import { defineSpecimen } from '../package/testing/index.ts';

const kinds = ['cause', 'mechanism', 'mode'];
let codes = 0;

export default defineSpecimen({
  reason: 'Codes have ten characters at the most, and groups hold their own kind, one level deep.',
  async fit(body, { pinned, place, specimens }) {
    if (typeof body.parent_id !== 'number') return;
    const { data: group } = (await specimens.clientAt(place).get(`/failure-codes/${body.parent_id}`)).body;
    if (pinned.has('kind') && body.kind !== group.kind) body.parent_id = null;
    else body.kind = group.kind;
  },
  values: {
    // Parents come first.
    kind: (_place, variant) => kinds[variant % kinds.length],
    code: () => {
      codes += 1;
      return `N${codes}`;
    },
    parent_id: async (_place, _variant, specimens) =>
      (await specimens.make('failure-codes', 'hq', { pin: { kind: 'cause', parent_id: null } })).id,
  },
  unchangeable: ['parent_id'],
  judged: ['parent_id'],
});
