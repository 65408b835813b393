/**
 * The types of calls: what may be sent, and which keys an answer has for that request. They are in a file of types only, so that
 * a front end whose compiler does not accept imports with `.ts` can use them.
 */
import type { FetchResponse, MaybeOptionalInit, ParseAs } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: { readonly responses: unknown } } ? P : never;
}[keyof paths];

/** The values that a parameter can name. Nothing if there is no such parameter: then any text is inferred. */
type NamedBy<P extends keyof paths, M extends Method, Name extends string> = paths[P][M &
  keyof paths[P]] extends {
  readonly parameters: {
    readonly query?: { readonly [K in Name]?: readonly (infer Key extends string)[] };
  };
}
  ? string extends Key
    ? never
    : Key
  : never;

type SuccessOf<P extends keyof paths, M extends Method> = paths[P][M & keyof paths[P]] extends {
  readonly responses: infer Responses;
}
  ? Responses[(200 | 201) & keyof Responses]
  : never;

/**
 * The keys that `fields` chooses from: those of a row. The document has no such parameter, since without it all keys are there.
 */
type KeysOf<P extends keyof paths, M extends Method> =
  SuccessOf<P, M> extends {
    readonly content: { readonly 'application/json': { readonly data: infer Data } };
  }
    ? (Data extends (infer Row)[] ? Row : Data) extends infer Row
      ? 'can' extends keyof Row
        ? Exclude<keyof Row & string, Extra>
        : never
      : never
    : never;

/** An init, or its params, without the keys of its query that have a narrower type below. */
type Loosened<Init> = {
  [K in keyof Init]: K extends 'params' ? Loosened<Init[K]> : K extends 'query' ? LessTold<Init[K]> : Init[K];
};
type LessTold<Query> = [NonNullable<Query>] extends [never]
  ? unknown
  : { [K in keyof Query as Exclude<K, 'fields' | 'with' | 'by'>]: Query[K] };

/**
 * Whether a path is not known: of a wrong name the compiler takes all paths, whose answers together are too deep a type for it.
 * `One` is each of them in turn.
 */
type IsUnknown<P, M extends Method, One = P> = [PathWith<M>] extends [P]
  ? true extends (One extends unknown ? ([P] extends [One] ? false : true) : never)
    ? true
    : false
  : false;

/** The parts of a request in the types of the library; nothing for a wrong name. */
type InitOf<P extends keyof paths, M extends Method> =
  IsUnknown<P, M> extends true ? undefined : MaybeOptionalInit<paths[P], M & keyof paths[P]>;

/** The parts of a request: `params` (`path`, `query`, `header`), `body`, and the options of `fetch`. */
type Sent<P extends keyof paths, M extends Method, As extends ParseAs, Fields, With, By> = Loosened<
  NonNullable<InitOf<P, M>>
> & { readonly parseAs?: As } & {
  readonly params?: { readonly query?: { readonly fields?: Fields; readonly with?: With; readonly by?: By } };
};

/** The keys that `with` adds to rows. In the document both may be missing. */
type Extra = 'can' | 'etag';

/** Flat, as an editor shows it. */
type Shown<Row> = { [K in keyof Row]: Row[K] };

/** Whether a list of names is only known at run time. */
type IsOpen<Names extends readonly unknown[]> = number extends Names['length'] ? true : false;

/** A row of an answer. With `fields` it only has those keys; if the list is only known at run time, any key may be missing. */
type RowWith<Row, Fields extends readonly unknown[]> = [Fields] extends [never]
  ? Shown<Omit<Row, Extra>>
  : IsOpen<Fields> extends true
    ? Partial<Pick<Row, Fields[number] & keyof Row>>
    : Pick<Row, Fields[number] & keyof Row>;

/**
 * The keys beside the fields of a row: exactly those that `with` names; if the list is only known at run time, any may be
 * missing.
 */
type ExtrasWith<Row, With extends readonly unknown[]> = [With] extends [never]
  ? unknown
  : IsOpen<With> extends true
    ? Partial<Pick<Row, With[number] & Extra & keyof Row>>
    : Required<Pick<Row, With[number] & Extra & keyof Row>>;

/** A value that is not a row stays the same: it has no keys to leave out or add. */
type ToldRow<Row, Fields extends readonly unknown[], With extends readonly unknown[]> = [
  Extract<keyof Row, Extra>,
  Fields,
] extends [never, never]
  ? Row
  : Shown<RowWith<Row, Fields> & ExtrasWith<Row, With>>;

/** The keys that `with` adds beside the rows of a list. */
type Beside = 'filters';

/** The keys beside the rows of a list: exactly those that `with` names. */
type BesideWith<Body, With extends readonly unknown[]> = [With] extends [never]
  ? unknown
  : IsOpen<With> extends true
    ? Pick<Body, With[number] & Beside & keyof Body>
    : Required<Pick<Body, With[number] & Beside & keyof Body>>;

type BodyWith<Body, Fields extends readonly unknown[], With extends readonly unknown[]> = Body extends {
  data: (infer Row)[];
}
  ? {
      [K in keyof Body as Exclude<K, Beside>]: K extends 'data' ? ToldRow<Row, Fields, With>[] : Body[K];
    } & BesideWith<Body, With>
  : Body extends { data: infer Row }
    ? { [K in keyof Body]: K extends 'data' ? ToldRow<Row, Fields, With> : Body[K] }
    : Body;

/** A row of counts: by one field, by two, or of all rows; any of these if that is only known at run time. */
type CountWith<Row, By extends readonly unknown[]> = [By] extends [never]
  ? Exclude<Row, { label: unknown } | { labels: unknown }>
  : IsOpen<By> extends true
    ? Row
    : Extract<Row, By extends readonly [unknown] ? { label: unknown } : { labels: unknown }>;

/** The answer of a call of counts; the answers of other calls are unchanged. */
type Counted<Answer, Key, By extends readonly unknown[]> = [Key] extends [never]
  ? Answer
  : Answer extends { data: { data: (infer Row)[] }; error?: never; response: Response }
    ? { data: { data: CountWith<Row, By>[] }; error?: never; response: Response }
    : Answer;

/** The answer of a call, with the rows for its parameters. */
type Answered<Answer, Fields extends readonly unknown[], With extends readonly unknown[]> = Answer extends {
  data: infer Body;
  error?: never;
  response: Response;
}
  ? { data: BodyWith<Body, Fields, With>; error?: never; response: Response }
  : Answer;

/**
 * A call of one method. Stricter than the library’s own type, which lets a body have any further key: here a name that
 * is not in the document does not compile.
 */
export type Call<M extends Method> = <
  P extends PathWith<M>,
  As extends ParseAs = 'json',
  const Fields extends readonly KeysOf<P, M>[] = never,
  const With extends readonly NamedBy<P, M, 'with'>[] = never,
  const By extends readonly NamedBy<P, M, 'by'>[] = never,
>(
  path: P,
  ...sent: undefined extends InitOf<P, M>
    ? [sent?: Sent<P, M, As, Fields, With, By>]
    : [sent: Sent<P, M, As, Fields, With, By>]
) => IsUnknown<P, M> extends true
  ? never
  : Promise<
      Counted<
        Answered<
          FetchResponse<
            Record<string | number, unknown> & paths[P][M],
            { readonly parseAs: As },
            'application/json'
          >,
          Fields,
          With
        >,
        NamedBy<P, M, 'by'>,
        By
      >
    >;
