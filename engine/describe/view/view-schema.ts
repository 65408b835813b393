/** How a client is told to lay a resource out: the part `view` of its description. */

import { icons } from '../../definition/view.ts';
import {
  described,
  exactly,
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
});

const chart = exactly({
  by: Type.String({ description: 'What `counts?by=` is asked for.' }),
  title: textSchema,
});

const rows = exactly({
  list: mapOf(textSchema, { description: 'Parameters of the list, as they stand in a query.' }),
  sort: textSchema,
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
});

export const viewMetadata = exactly(
  {
    icon: oneWordOf(icons, { description: 'A picture, in a word.' }),
    group: Type.String({ description: 'What the resource stands under in a navigation.' }),
    order: Type.Integer({
      description: 'Its place there, the smallest first; a group stands where its first resource does.',
    }),
    columns: described(textsSchema, 'The columns of a list, in their order.'),
    card: Type.Optional(
      described(
        textsSchema,
        'What a card shows under the name of a row, on a phone or a board; left out where that is the first three columns ' +
          'beside `display` and `board`.',
      ),
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
    quick: listOf(quickMetadata, {
      description: 'What a page about one row offers to create from it, as far as the user may.',
    }),
  },
  {
    description: 'How to lay the resource out. What a definition leaves out, the engine fills in.',
  },
);

export type ViewMetadata = Static<typeof viewMetadata>;
