/** The metadata of a checklist: the fields for question, answer and result. */
import { described, exactly, mapOf, textSchema, textsSchema } from '../../json-schema.ts';
import { Type } from '../../typebox.ts';

const fieldFor = (description: string) => Type.Optional(described(textSchema, description));

export const checklistMetadata = exactly(
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
