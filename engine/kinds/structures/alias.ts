/** Another field's value, as text, under a second name; or a template with several fields. */
import type { AliasFacts } from '../facts.ts';
import { type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { integer } from '../scalars/integer.ts';
import { text as plainText } from '../scalars/text.ts';
import { must, text, word, yes } from '../shape.ts';
import { type Wording, wordingKeys } from '../wording.ts';
import type { Structure } from './structure.ts';

/** The kind of the other field. */
const aliased = { text: plainText, integer } as const;
const types = { text: 'string', integer: 'integer' } as const;

interface AliasOptions<S extends keyof typeof aliased> extends Wording {
  readonly shows?: S;
  /** The text is a path of the service, such as `/loans/{code}`. Answers contain its full address. */
  readonly link?: true;
  /** If this field of the row is null, so is the alias. */
  readonly given?: string;
}

/**
 * The value of another field, as text, under a second name: `name` of a user is their `full_name`. Use `shows: 'integer'` for a
 * whole number.
 */
export function Alias<S extends keyof typeof aliased = 'text'>(
  of: string,
  options: AliasOptions<S> = {},
): Field<S extends 'integer' ? number : string, 'readOnly'> {
  const { shows = 'text', link, given } = options;
  return make(
    { type: types[shows] },
    {
      ...{
        kind: 'alias',
        scalar: aliased[shows],
        of,
        readOnly: true,
        ...(link && { link }),
        ...(given && { given }),
      },
      ...keep<Wording>(options, wordingKeys),
    },
    madeBy('Alias', options, { of }),
  );
}

/** A part of a template: a field, or the text between two fields. */
export type AliasPart = { readonly field: string } | { readonly text: string };

/** Whether it is a template: `{zone} · {number}`. */
export const isTemplate = (of: string): boolean => of.includes('{');

/** The parts of a template, in order. */
export function aliasParts(of: string): AliasPart[] {
  if (!isTemplate(of)) return [{ field: of }];
  return of
    .split(/\{([^{}]*)\}/)
    .map((part, at) => (at % 2 === 1 ? { field: part } : { text: part }))
    .filter((part) => 'field' in part || part.text !== '');
}

/** The fields among the parts. */
export const aliasFields = (of: string): string[] =>
  aliasParts(of).flatMap((part) => ('field' in part ? [part.field] : []));

export const alias: Structure<AliasFacts, 'field', never> = {
  held: 'field',
  type: null,
  isFilterable: () => false,
  isBrief: () => true,
  makers: {
    Alias: { ...wordingShape, of: must(text), shows: word(...Object.keys(aliased)), link: yes, given: text },
  },
};
