/** Every possible key of a definition, at any level, with its shape. */
import type {
  AnyDefinition,
  AtMostOne,
  DeleteRule,
  FeatureKeys,
  FormerNames,
  Link,
  UniqueSet,
} from '../../definition/definition.ts';
import type { Cascades, Hooks } from '../../definition/hooks.ts';
import type { OwnAction } from '../../definition/own/action.ts';
import type { Only, Order, RequiredWhen, Rule, Stamp } from '../../definition/rule.ts';
import type { Fields } from '../../definition/types.ts';
import type {
  Bell,
  CalendarDates,
  Checklist,
  Late,
  Offline,
  QuickCreate,
  Section,
  Several,
  Toggle,
  View,
} from '../../definition/view.ts';
import { optionsOf } from '../../kinds/field.ts';
import { literalShape } from '../../kinds/options.ts';
import {
  anything,
  code,
  either,
  flag,
  type Keys,
  keyed,
  list,
  message,
  must,
  number,
  record,
  type Shape,
  text,
  textList,
  word,
  yes,
} from '../../kinds/shape.ts';
import { fieldMakers } from '../../kinds/structures/structures.ts';
import { hungWords } from '../../kinds/wording.ts';

const aField: Shape = {
  is: 'a field, such as `Text()`',
  fits: (value) => made(value) !== undefined,
  parts: (value) => {
    const { by = '', options = {} } = made(value) ?? {};
    const shapes = fieldMakers[by] ?? {};
    return [['', options, keyed({ ...shapes, ...('fields' in shapes && { fields: record(aField) }) })]];
  },
};

function made(value: unknown): ReturnType<typeof optionsOf> {
  return typeof value === 'object' && value !== null ? optionsOf(value) : undefined;
}

const operationShape = word('list', 'view', 'create', 'update', 'delete');
const messageShape = either(text, message);
export const fieldsShape = record(aField);
/** Field → its possible values. */
export const valuesShape = list(either(text, flag));
const step = either(text, keyed({ step: must(text), ends: must(text) }));

/** The rows that a unique set covers. */
const uniqueWhereShape = record(
  either(literalShape, list(literalShape, 1), keyed({ not: must(word(null)) })),
);
const uniqueSetShape: Keys<UniqueSet> = {
  fields: must(list(text, 1)),
  taken: messageShape,
  blames: text,
  where: uniqueWhereShape,
};

const mark: Keys<AtMostOne<Fields>> = {
  ...{ field: must(text), slot: must(text), taken: must(message), takenUnseen: must(message) },
  ...{ kept: message, undeletable: message },
};

const deleteRule: Keys<DeleteRule> = { table: must(text), column: must(text), what: must(text), one: text };

const former: Keys<FormerNames> = { name: text, path: text, table: text };

const link: Keys<Link> = { table: must(text), foreign: must(text), column: must(text) };

const hooks: Keys<Hooks<Fields>> = {
  ...{ beforeTransaction: code, beforeLock: code, beforeValidate: code, validate: code, afterWrite: code },
  ...{ beforeDelete: code, afterDelete: code, beforeHang: code, afterHang: code },
  beforeKeep: code,
};

const cascades: Keys<Cascades> = { write: list(step), delete: list(step) };

const actionShape: Keys<OwnAction> = {
  ...{ on: must(word('row', 'collection')), permission: must(text), path: text, verb: text },
  ...{ creates: word(true, false, 'many'), label: text, summary: must(text), danger: yes },
  ...{
    when: record(valuesShape),
    guard: code,
    input: fieldsShape,
    with: record(text),
    answer: fieldsShape,
    run: must(code),
  },
};

const beside = record(either(textList, keyed({ not: must(word(null)) })));

const rule: Keys<Rule<Fields>> = { of: must(textList), check: must(code) };
const only: Keys<Only<Fields>> = { fields: must(textList), beside: must(beside), message: must(message) };
const required: Keys<RequiredWhen<Fields>> = {
  ...{ field: must(text), beside: must(beside), message: must(message) },
};
const stamp: Keys<Stamp<Fields>> = {
  ...{ field: must(text), states: must(textList), kept: yes, cleared: message },
};
const orderShape: Keys<Order<Fields>> = {
  ...{ lower: must(text), upper: must(text), blames: must(word('lower', 'upper')) },
};

const sectionShape: Keys<Section<Fields>> = { title: must(anyText()), fields: must(textList), folded: yes };
const toggleShape: Keys<Toggle> = { on: must(text), off: must(text), mine: must(text) };
const quickShape: Keys<QuickCreate<Fields>> = {
  ...{ create: must(text), with: must(record(text)), title: anyText(), toggle: keyed(toggleShape) },
  set: record(either(anyText(), number, flag)),
};
const severalShape: Keys<Several<Fields>> = { of: must(text), amount: text };
const bellShape: Keys<Bell<Fields>> = { resource: must(text), record: must(text), unread: must(text) };
const calendarShape: Keys<CalendarDates<string>> = { from: must(text), until: text, move: text };
const offlineShape: Keys<Offline<Fields>> = {
  ...{ list: record(anything), own: text, with: textList, create: yes, update: textList },
};
const checklistShape: Keys<Checklist<Fields>> = {
  ...{ kind: must(text), answers: must(record(text)), ticks: textList, status: must(text), open: must(text) },
  ...{ help: text, choices: text, bounds: textList, none: text, note: text, at: text },
};
const overview = either(
  keyed({ by: text, list: record(anything), sort: text, mine: text, title: anyText() }),
);

const lateShape: Keys<Late<Fields>> = {
  at: must(either(text, textList)),
  after: text,
  while: record(valuesShape),
  soon: text,
};
const relatedShape = list(either(text, keyed({ list: must(text), sort: text, from: text })));

const view: Keys<View<Fields>> = {
  ...{ icon: text, group: anyText(), order: number, columns: textList, card: textList, label: textList },
  ...{ sections: list(keyed(sectionShape)), related: relatedShape, board: either(word(null), text) },
  ...{ headline: textList, late: keyed(lateShape), mine: text, strip: text, leads: text },
  ...{ offline: keyed(offlineShape), checklist: keyed(checklistShape) },
  ...{
    calendar: either(word(null), text, keyed(calendarShape)),
    overview: list(overview),
    start: keyed({ list: must(record(anything)), sort: text }),
    quick: list(keyed(quickShape)),
  },
  ...{ several: keyed(severalShape), shortcut: yes, bell: keyed(bellShape), account: yes },
};

/** Another check reports an empty one. */
function anyText(): Shape {
  return { is: 'a text', fits: (value) => typeof value === 'string' };
}

const definition: Keys<Omit<AnyDefinition, keyof FeatureKeys<Fields>>> = {
  ...{ name: must(text), path: must(text), table: must(text) },
  renamedFrom: either(text, keyed(former)),
  title: keyed({ one: must(text), many: must(text) }),
  scope: must(
    either(
      word('site', 'global', 'self', 'own'),
      keyed({ members: must(keyed({ table: must(text), key: must(text) })) }),
    ),
  ),
  ...{ operations: must(list(operationShape)), permissions: textList, headquartersOnly: textList },
  ...{ fields: must(fieldsShape), display: text, displayFrom: textList, filters: textList },
  filtersThrough: record(
    either(text, keyed({ to: must(text), links: must(list(keyed(link), 1)), seen: must(code) })),
  ),
  ...{ search: textList, scan: textList, sort: must(textList), defaultSort: must(text), sums: textList },
  unique: list(either(list(text, 1), keyed(uniqueSetShape))),
  atMostOne: list(keyed(mark)),
  states: keyed({ field: must(text), initial: textList, transitions: must(record(textList)) }),
  alternative: keyed({ when: must(text), fields: must(textList) }),
  ...{ restrictDelete: list(keyed(deleteRule)), deleteAdvice: text, softDelete: yes },
  ...{ rules: list(keyed(rule)), guards: keyed({ update: code, delete: code }), hooks: keyed(hooks) },
  ...{ cascades: keyed(cascades), actions: record(keyed(actionShape)) },
  view: keyed(view),
  ...{ stamps: list(keyed(stamp)), only: list(keyed(only)), requiredWhen: list(keyed(required)) },
  order: list(keyed(orderShape)),
  hung: keyed({
    on: must(word(...hungWords)),
    counted: must(text),
    authorOnly: list(word('update', 'delete')),
    files: yes,
  }),
  ...{ commentable: yes, attachable: yes },
};

/** A whole definition. @param added the keys of features */
export function shapeOfDefinition(added: readonly Partial<Record<string, Shape>>[]): Shape {
  return keyed(Object.assign({}, definition, ...added));
}
