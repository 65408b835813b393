/** How fields are shown to people: what forms and lists are told of them beside their kind. */
import type { Knex } from 'knex';
import type { Condition } from '../condition.ts';
import type { English, Message, Text } from '../message.ts';
import type { Actor, Permission } from '../policy.ts';
import type { Services } from './services.ts';

/** What any field can say of itself. */
export interface Wording {
  /** What to call it in the middle of a sentence, in lower case; from its name where nothing is said. */
  readonly label?: English;
  /** What to call it over a column and beside a field of a form; the label where nothing is said. */
  readonly heading?: English;
  /** What somebody who fills it in has to know, in a sentence. */
  readonly help?: English;
  /** How it is computed, of what stands beside it: `up ÷ required`. */
  readonly formula?: English;
  /** What null is called, where it means something: `System` of who made a row. Else it is nothing. */
  readonly nullLabel?: English;
  /** What it was called before: its column is renamed by the next migration, and the history knows it by both names. */
  readonly renamedFrom?: string;
}

export const wordingKeys = ['label', 'heading', 'help', 'formula', 'nullLabel', 'renamedFrom'] as const;

/** What a number counts. */
export interface Unit {
  /** A word that goes with any number: `minutes`. */
  readonly unit?: English;
  /** The field of the same row that holds it, or a key of a row referred to: `unit`, `item.unit`. */
  readonly unitField?: string;
  /** Whether it says how often something comes round: 3 beside the unit `month` is every three months. */
  readonly interval?: true;
}

export const unitKeys = ['unit', 'unitField', 'interval'] as const;

/** How a value strikes who reads it; what has no tone is as good as any other. */
export const tones = ['good', 'info', 'warn', 'bad', 'mute'] as const;
type Tone = (typeof tones)[number];

/** The tones of some values. */
export type Tones<Value extends string = string> = { readonly [V in Value]?: Tone };

/** The words by which definitions say what hangs on their rows. */
export const hungWords = ['commentable', 'attachable'] as const;
export type HungWord = (typeof hungWords)[number];

/** What hangs on the rows of a resource, by those words. */
export type Hangable = { readonly [W in HungWord]?: true };

/** A value that forms offer where the definition alone does not know them. */
export interface OfferedValue {
  readonly value: string;
  readonly label: Text | Message;
  /** Under what it stands among many others. */
  readonly group?: Text | Message;
  /** Whether who asks may set it, where that depends on who they are. */
  readonly grantable?: boolean;
}

/** What offered values are made of. */
export interface OfferContext {
  readonly actor: Actor;
  readonly services: Services;
  /** Every resource, in the order of their files. */
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
    /** Set where its rows hang on others, and are told of there. */
    readonly hung?: object;
    readonly notices?: Readonly<Record<string, { readonly label: string }>>;
  };
}

/** The values that a text or a set of words is known to have, for forms and filters; what may be written is checked elsewhere. */
export type Offered = (context: OfferContext) => readonly OfferedValue[];

/** The rows that a form offers; `given` has ids of what stands beside, as far as they are known. */
export type Offering = (
  asking: {
    readonly db: Knex;
    readonly actor: Actor;
    readonly services: Services;
  },
  given: Readonly<Record<string, number>>,
) => Condition | Promise<Condition>;

/** What is about a person. */
interface Forgotten {
  /** Whom the service forgets one day: no history tells it. */
  readonly personal?: true;
}

/** A text that leads somewhere. */
export interface Linked {
  /** It is a path of the service, and answered as the address of that. */
  readonly link?: true;
}

/** What a constructor was called with, its arguments by their names among its options. */
export interface Made {
  readonly by: string;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Flags extends Wording, Forgotten {
  readonly made?: Made;
  readonly nullable?: true;
  /** May be left out at creation although it has no default: a hook fills it. */
  readonly optional?: true;
  /** Never in a body. */
  readonly readOnly?: true;
  /** Never in an answer. */
  readonly writeOnly?: true;
  /** In answers about one row, and not in lists. */
  readonly viewOnly?: true;
  /** Told in the answer that first has it, and in no other. */
  readonly once?: true;
  /** Not in the body of a create. */
  readonly updateOnly?: true;
  /** A column that only hooks read and write. */
  readonly internal?: true;
  /** Set at creation; later only its present value is accepted. */
  readonly fixed?: true;
  /** Taken where a create does not send the field; `now` is the moment of the request. */
  readonly default?: unknown;
}
