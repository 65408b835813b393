import { describeRules, type Rule, rule, type World } from './world.ts';

/** A maintenance with a past: created, changed, begun. */
async function history(world: World) {
  const operator = await world.user('technician@demo.test');
  const id = await world.maintenance({ name: 'First name' });
  await world.manager.patch(`/maintenances/${id}`, { name: 'Second name', operator_ids: [operator] });
  await world.manager.patch(`/maintenances/${id}`, { name: 'Second name' });
  await world.manager.patch(`/maintenances/${id}`, { status: 'in_progress' });
  return { id, operator, trail: `/activities?resource=maintenance&record_id=${id}` };
}

const rules: readonly Rule[] = [
  rule({
    rule: 'a change shows each field before and after, lists included, and nothing else',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&action=update&fields=changes`],
    status: 200,
    contains: [
      /"data":\[\{"changes":\{"name":\["First name","Second name"\],"operator_ids":\[\[\],\[\d+\]\]\}\}\]/,
    ],
  }),
  rule({
    rule: 'a transition shows what it brought with it',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&action=transition&fields=changes`],
    status: 200,
    contains: [/"changes":\{"status":\["planned","in_progress"\],"started_at":\[null,"[^"]+Z"\]\}/],
  }),
  rule({
    rule: 'an entry names who, where and in which request',
    given: history,
    send: ({ trail }) => ['GET', `${trail}&action=create`],
    status: 200,
    contains: [
      '"resource":"maintenance"',
      /"user":\{"id":\d+,"full_name":"[^"]+"\}/,
      '"site":{"id":2,"name":"Plant North"}',
      /"request_id":"[^"]+"/,
    ],
    lacks: ['version', 'search_text'],
  }),
];

describeRules('rules of activities', rules);
