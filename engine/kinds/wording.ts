/** How fields are shown to people: texts and hints for forms and lists. */
import type { Knex } from 'knex';
import type { Condition } from '../condition.ts';
import type { English, Message, Text } from '../message.ts';
import type { Actor, Permission } from '../policy.ts';
import type { Services } from './services.ts';

/** Options of every field. */
export interface Wording {
  /** The name within a sentence, in lower case. Default: from the field's name. */
  readonly label?: English;
  /** The name over a column and beside a form field. Default: the label. */
  readonly heading?: English;
  /** A sentence of help for users who fill in the field. */
  readonly help?: English;
  /** How the value is computed from fields beside it: `up ÷ required`. */
  readonly formula?: English;
  /** The name of null, if null has a meaning: `System` for the author of a row. Default: empty. */
  readonly nullLabel?: English;
  /** The former name. The next migration renames its column; the history finds it by both names. */
  readonly renamedFrom?: string;
}

export const wordingKeys = ['label', 'heading', 'help', 'formula', 'nullLabel', 'renamedFrom'] as const;

/** The unit of a number. */
export interface Unit {
  /** A fixed unit: `minutes`. */
  readonly unit?: English;
  /** The field of the same row with the unit, or a key of a referenced row: `unit`, `item.unit`. */
  readonly unitField?: string;
  /** It is a recurrence interval: 3 with the unit `month` means every three months. */
  readonly interval?: true;
}

export const unitKeys = ['unit', 'unitField', 'interval'] as const;

/** The tone of a value. A value without a tone is neutral. */
export const tones = ['good', 'info', 'warn', 'bad', 'mute'] as const;
type Tone = (typeof tones)[number];

/** The tones of some values. */
export type Tones<Value extends string = string> = { readonly [V in Value]?: Tone };

/** The words by which a definition allows rows to be attached to its rows. */
export const hungWords = ['commentable', 'attachable'] as const;
export type HungWord = (typeof hungWords)[number];

/** The kinds of rows that may be attached, by those words. */
export type Hangable = { readonly [W in HungWord]?: true };

/** A value that forms offer, if the definition alone does not have it. */
export interface OfferedValue {
  readonly value: string;
  readonly label: Text | Message;
  /** The heading of its group among many values. */
  readonly group?: Text | Message;
  /** Whether this user may set it, if that depends on the user. */
  readonly grantable?: boolean;
}

/** The input from which offered values are made. */
export interface OfferContext {
  readonly actor: Actor;
  readonly services: Services;
  /** Every resource, in the order of the files. */
  readonly resources: readonly OfferedResource[];
}

interface OfferedResource {
  readonly name: string;
  readonly path: string;
  readonly title: { readonly one: Text; readonly many: Text };
  readonly operations: readonly Permission[];
  /** Its own actions by their names. */
  readonly actions: ReadonlyMap<string, unknown>;
  /** Its notices by the last part of their names. */
  readonly definition: Hangable & {
    /** Set if its rows are attached to others, and are described there. */
    readonly hung?: object;
    readonly notices?: Readonly<Record<string, { readonly label: string }>>;
  };
}

/** The known values of a text or a set of words, for forms and filters. They do not restrict what may be written. */
export type Offered = (context: OfferContext) => readonly OfferedValue[];

/** The rows that a form offers. `given` has the known ids of other fields of the form. */
export type Offering = (
  asking: {
    readonly db: Knex;
    readonly actor: Actor;
    readonly services: Services;
  },
  given: Readonly<Record<string, number>>,
) => Condition | Promise<Condition>;

/** Marks data that the history never stores. */
interface Untold {
  /** Personal data that the service erases later. */
  readonly personal?: true;
  /** It follows from other values, or from the passage of time: the service maintains it. */
  readonly maintained?: true;
}

/** A text that is a link. */
export interface Linked {
  /** It is a path of the service. Answers contain its full address. */
  readonly link?: true;
}

/** The arguments of a constructor: its positional arguments by name, among its options. */
export interface Made {
  readonly by: string;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Flags extends Wording, Untold {
  readonly made?: Made;
  readonly nullable?: true;
  /** A create may leave it out although it has no default: a hook fills it. */
  readonly optional?: true;
  /** No body contains it. */
  readonly readOnly?: true;
  /** No answer contains it. */
  readonly writeOnly?: true;
  /** Answers about one row contain it, lists do not. */
  readonly viewOnly?: true;
  /** Only the answer that reveals it contains it. */
  readonly once?: true;
  /** The body of a create does not contain it. */
  readonly updateOnly?: true;
  /** A column that only hooks read and write. */
  readonly internal?: true;
  /** Set at creation. Later only its present value is accepted. */
  readonly fixed?: true;
  /** The value if a create does not send the field. `now` is the moment of the request. */
  readonly default?: unknown;
}
