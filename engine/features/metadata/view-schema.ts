/** The schema of a layout: the part `view` of a resource's metadata. */

import { icons } from '../../definition/view.ts';
import {
  described,
  exactly,
  flagSchema,
  listOf,
  mapOf,
  nullable,
  oneWordOf,
  textSchema,
  textsSchema,
} from '../../json-schema.ts';
import { type Static, Type } from '../../typebox.ts';

const sectionMetadata = exactly({
  title: textSchema,
  fields: textsSchema,
  folded: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description: 'It is closed until somebody opens it. Left out of the others.',
    }),
  ),
});

const calendar = exactly({
  from: textSchema,
  until: nullable(Type.String({ description: 'The end of what takes days; null for what has one day.' })),
  move: Type.Optional(
    Type.String({
      description: 'The action that takes a row to another `from`. Left out where a change of the row does.',
    }),
  ),
});

const chart = exactly({
  by: Type.String({ description: 'What `counts?by=` is asked for.' }),
  title: textSchema,
});

const rows = exactly({
  list: mapOf(textSchema, { description: 'Parameters of the list, as they stand in a query.' }),
  sort: textSchema,
  mine: Type.Optional(
    Type.String({
      description: 'The filter that is given the id of the user. A list without rows is not shown then.',
    }),
  ),
  title: textSchema,
});

const quickMetadata = exactly({
  create: Type.String({ description: 'Path of the resource of which a row is created.' }),
  with: mapOf(textSchema, { description: 'Field of the new row → field of this one whose value it takes.' }),
  set: Type.Optional(
    mapOf(Type.Union([textSchema, Type.Number(), Type.Boolean()]), {
      description: 'Field of the new row → the value that its form begins with.',
    }),
  ),
  title: Type.Optional(
    Type.String({
      description: 'What stands on its button; left out where that is the name of the resource.',
    }),
  ),
  toggle: Type.Optional(
    exactly(
      {
        on: Type.String({
          description: 'The action on the collection that begins one, given what `with` says.',
        }),
        off: Type.String({ description: 'The action on a row that ends it, while its `when` is met.' }),
        mine: Type.String({ description: 'The filter that finds the rows of a user by their id.' }),
      },
      {
        description:
          'Actions that a button stands for in place of a form. The user has one such row at a time. Left out where a form is filled in.',
      },
    ),
  ),
});

const severalMetadata = exactly({
  of: Type.String({ description: 'The reference of which several are chosen: a row for each.' }),
  amount: Type.Optional(
    Type.String({ description: 'The number that is counted beside each; left out where there is none.' }),
  ),
});
const bellMetadata = exactly({
  resource: Type.String({ description: 'The field with the name of the resource that a row tells of.' }),
  record: Type.String({ description: 'The field with the id of the row there.' }),
  unread: Type.String({ description: 'The field that says whether it is unread, and the filter by it.' }),
});
const lateMetadata = exactly(
  {
    at: described(textsSchema, 'Dates: the first of them that the row has counts.'),
    while: mapOf(listOf(Type.Union([textSchema, flagSchema])), {
      description: 'Field → the values with which a row can be late; empty where it always can.',
    }),
    after: Type.Optional(
      described(textSchema, 'The field with the end of a window: a row is late after it.'),
    ),
    soon: Type.Optional(
      Type.String({
        description:
          'How long before that a row is due, in ISO 8601: `P7D` or `PT12H`. Left out for no such time.',
      }),
    ),
  },
  {
    description: 'When a row is late: that moment has passed, or that day. Left out of rows that never are.',
  },
);

const offlineMetadata = exactly(
  {
    list: Type.Optional(
      Type.Record(Type.String(), textsSchema, {
        description: 'Filters of the list whose rows are taken along, with their values. Left out for none.',
      }),
    ),
    own: Type.Optional(
      Type.String({
        description: 'The filter by which a person takes only their own along: it takes their id.',
      }),
    ),
    with: Type.Optional(
      described(textsSchema, 'Paths of resources: rows that these refer to, and rows that belong to them.'),
    ),
    create: Type.Optional(
      Type.Unsafe<true>({
        const: true,
        description: 'New rows can be written down until there is a network.',
      }),
    ),
    update: Type.Optional(described(textsSchema, 'Fields whose changes can be.')),
    at: Type.Optional(
      mapOf(textSchema, {
        description:
          'State → the field with the time at which a row came into it: who writes the change down until there is a network says when it was.',
      }),
    ),
  },
  { description: 'What a client takes along, to be there without a network. Left out for nothing.' },
);

const fieldFor = (description: string) => Type.Optional(described(textSchema, description));

const checklistMetadata = exactly(
  {
    kind: described(textSchema, 'The enumeration that tells what a row asks for.'),
    answers: described(
      mapOf(textSchema),
      'Kind → the field that takes the answer. A kind that is left out is answered by files.',
    ),
    ticks: Type.Optional(described(textsSchema, 'Kinds of which the answer is yes, and never no.')),
    status: described(textSchema, 'The enumeration that follows from the answer.'),
    open: described(textSchema, 'The status of what is still to be answered.'),
    help: fieldFor('The field that says more of what is asked.'),
    choices: fieldFor('The field with the texts that an answer is one of.'),
    bounds: Type.Optional(described(textsSchema, 'The fields with the least and the most of a number.')),
    none: fieldFor('The mark of what does not apply.'),
    at: fieldFor('The field with the time of the answer, for who answers without a network.'),
    note: fieldFor('The field in which somebody says more of their answer.'),
  },
  {
    description:
      'How its rows are answered one by one, on the page of the row that they belong to. Left out of the others.',
  },
);

export const viewMetadata = exactly(
  {
    icon: oneWordOf(icons, { description: 'A picture, in a word.' }),
    group: Type.String({
      description:
        'What the resource stands under in a navigation. A group stands where its first resource does.',
    }),
    columns: described(textsSchema, 'The columns of a list, in their order.'),
    card: Type.Optional(
      described(
        textsSchema,
        'What a card shows under the name of a row, on a phone or a board; left out where that is the first three columns ' +
          'beside `display` and `board`.',
      ),
    ),
    label: Type.Optional(
      described(textsSchema, 'What a label to stick on a thing says; left out where rows have none.'),
    ),
    leads: Type.Optional(
      described(
        textSchema,
        'The field with the address that its code leads to; left out for the page of the row.',
      ),
    ),
    headline: Type.Optional(
      described(textsSchema, 'What stands large in the head of a page about one row; left out for nothing.'),
    ),
    late: Type.Optional(lateMetadata),
    mine: Type.Optional(
      Type.String({
        description:
          'The filter by which somebody finds the rows that are theirs to do: it takes the id of a user. Left out for none.',
      }),
    ),
    offline: Type.Optional(offlineMetadata),
    checklist: Type.Optional(checklistMetadata),
    tree: Type.Optional(
      Type.String({
        description:
          'The field by which a row stands under another one of the resource, and the filter that finds those below one, or ' +
          '(`null`) those at the top. Left out for rows in no tree.',
      }),
    ),
    sections: listOf(sectionMetadata, {
      description:
        'The parts of a form and of a page about one row. The fields that none of them names come last, those of every row ' +
        '(`id`, site, author and times) aside.',
    }),
    board: nullable(
      Type.String({ description: 'The enumeration that gives a board its columns; null for no board.' }),
    ),
    calendar: Type.Union([calendar, Type.Null()], {
      description:
        'The dates by which rows stand in a calendar, which lists can be filtered by; null for none.',
    }),
    overview: listOf(Type.Union([chart, rows]), {
      description: 'What a home page shows of it: charts of counts, and the first rows of lists.',
    }),
    start: Type.Optional(
      mapOf(textSchema, {
        description:
          'The query of the list that a client opens first: filters and `sort`, with their values. Left out for all rows.',
      }),
    ),
    quick: listOf(quickMetadata, {
      description: 'What a page about one row offers to create from it, as far as the user may.',
    }),
    strip: Type.Optional(
      Type.String({
        description:
          'The path of a resource of `related` whose latest rows a page shows in a line, each in the tone of its state. Left out for none.',
      }),
    ),
    several: Type.Optional(
      described(severalMetadata, 'What a form of new rows takes several of at once, sent as one batch.'),
    ),
    account: Type.Optional(
      Type.Unsafe<true>({
        const: true,
        description: 'It belongs to one’s own account, and not into the navigation. Left out of the others.',
      }),
    ),
    shortcut: Type.Optional(
      Type.Unsafe<true>({
        const: true,
        description: 'A home page offers to create one. Left out of the others, and where the user may not.',
      }),
    ),
    bell: Type.Optional(
      described(
        bellMetadata,
        'Its rows stand at the bell, in place of the navigation. Left out of the others.',
      ),
    ),
  },
  {
    description: 'How to lay the resource out. What a definition leaves out, the engine fills in.',
  },
);

export type ViewMetadata = Static<typeof viewMetadata>;
