/** Bodies of a fixed shape: what their readers find wrong, and where they say so. */
import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { Failure } from '../../../../engine/failure.ts';
import { exactly, nullable, oneWordOf } from '../../../../engine/json-schema.ts';
import { say } from '../../../../engine/message.ts';
import { createSchemaReader } from '../../../../engine/request/schema-reader.ts';

const part = exactly({ kind: oneWordOf(['a', 'b']), note: Type.Optional(nullable(Type.String())) });
const read = createSchemaReader(
  exactly({
    name: Type.String({ format: 'email' }),
    parts: Type.Optional(Type.Array(part, { maxItems: 2 })),
  }),
  ({ keyword, name, given, schema }) => {
    const told = `${keyword} ${name} ${schema.type} ${JSON.stringify(given)?.length}`;
    return say({ en: told, fr: told });
  },
);

function refusalOf(body: unknown): Record<string, string[]> | undefined {
  try {
    read(body);
  } catch (error) {
    if (error instanceof Failure) return error.toBody('en').errors;
    throw error;
  }
  return undefined;
}

describe('a reader of bodies of one shape', () => {
  it('answers what was sent, and asks nothing of a format', () => {
    const body = { name: 'no address', parts: [{ kind: 'a', note: null }, { kind: 'b' }] };
    expect(read(body)).to.deep.equal(body);
  });

  const refused: [string, unknown, [path: string, said: string][]][] = [
    ['nothing', undefined, [['name', 'required name string undefined']]],
    ['a number for a text', { name: 1 }, [['name', 'type name string 1']]],
    ['another word', { name: '', parts: [{ kind: 'c' }] }, [['parts.0.kind', 'enum kind string 3']]],
    ['a value once', { name: '', parts: [{ kind: 5 }] }, [['parts.0.kind', 'type kind string 1']]],
    [
      'what a part misses',
      { name: '', parts: [{ kind: 'a' }, {}] },
      [['parts.1.kind', 'required kind string undefined']],
    ],
    [
      'a list that is too long, and nothing in it',
      { name: '', parts: [{}, {}, {}] },
      [['parts', 'maxItems parts array 10']],
    ],
    [
      'names that every object has',
      JSON.parse('{"name": "", "__proto__": 1, "constructor": 2}'),
      [
        ['__proto__', 'additionalProperties __proto__ object 41'],
        ['constructor', 'additionalProperties constructor object 41'],
      ],
    ],
  ];
  for (const [what, body, errors] of refused) {
    it(`tells of ${what}`, () => {
      expect(Object.entries(refusalOf(body) ?? {})).to.deep.equal(
        errors.map(([path, said]) => [path, [said]]),
      );
    });
  }

  it('tells of what is no object on `body`', () => {
    expect(refusalOf([])).to.have.all.keys('body');
  });

  it('tells of unknown fields first', () => {
    expect(Object.keys(refusalOf({ parts: 1, other: 2 }) ?? {})).to.deep.equal(['other', 'name', 'parts']);
  });
});
