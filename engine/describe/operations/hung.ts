/** Describes how rows are attached to others, and the bytes of files. */
import type { Resource } from '../../model/resource.ts';
import { createExamples } from '../examples/body-examples.ts';
import { createBody } from '../openapi/bodies.ts';
import { pascal } from '../openapi/names.ts';
import { needs } from '../openapi/notes.ts';
import { closed, type Endpoint, type Parameter, type ResponseSpec, type Schema } from '../openapi/spec.ts';
import type { Setting } from '../openapi/values.ts';
import { createHeaders, rowParts, single } from './operations.ts';

const unmoved = 'Neither the tag nor the time of the last change of the row becomes another.';

/** Attaches a row of another resource to a row. */
export function describeAdd(setting: Setting, holder: Resource, path: string): Endpoint {
  const { resource } = setting;
  const isFile = resource.definition.hung?.files === true;
  const note = isFile ? `${fileNote} ${unmoved}` : unmoved;
  return {
    ...{ method: 'post', path, id: `add${pascal(holder.name)}${pascal(resource.name)}`, access: 'token' },
    summary: `Add a ${resource.title.one.en}`,
    description: needs(resource, 'create', note),
    parameters: ['Id', ...rowParts(setting), 'IdempotencyKey', 'Prefer'],
    body: isFile
      ? { required: true, type: 'multipart/form-data', schema: fileBody }
      : { required: true, schema: createBody(setting), examples: createExamples(setting) },
    answers: { 201: single(setting, 'What was added.', createHeaders, 'created') },
    failures: ['forbidden', 'not_found', 'conflict'],
  };
}

const fileNote =
  'What it is, its bytes say, never its name. Pictures lose their metadata, but orientation and colours. An `Idempotency-Key` compares the file by its digest.';

const binary = (description: string): Schema => ({ type: 'string', format: 'binary', description });

const fileBody = closed(
  {
    file: binary('The file, with its name.'),
    thumbnail: binary('A small picture of it: JPEG, PNG or WebP of at most 64 KiB and 512 pixels a side.'),
    caption: { type: 'string', maxLength: 255, description: 'What is to be seen.' },
  },
  ['file'],
);

const anyBytes = { '*/*': { schema: binary('The bytes.') } };

const headerParameter = (name: string, description: string, example: string): Parameter => ({
  ...{ name, in: 'header', description, schema: { type: 'string' }, example },
});

const parameters: NonNullable<Endpoint['parameters']> = [
  'Id',
  {
    ...{ name: 'download', in: 'query', description: 'Whether it is to be saved, and not shown.' },
    ...{ schema: { type: 'boolean', default: false }, example: true },
  },
  headerParameter('Range', 'One range of bytes. Of several all bytes are answered.', 'bytes=0-1023'),
  headerParameter(
    'If-Range',
    'An `ETag`: the range is answered only where the bytes are still those.',
    '"3b1f…"',
  ),
  'IfNoneMatch',
];

const bytesAnswer = (description: string, headers: ResponseSpec['headers'] = []): ResponseSpec => ({
  ...{ description, content: anyBytes },
  headers: ['ETag', 'Content-Disposition', 'Accept-Ranges', ...headers],
});

/** The bytes of a file, or of its thumbnail. */
export function describeBytes({ resource }: Setting, name: 'content' | 'thumbnail', path: string): Endpoint {
  return {
    ...{ method: 'get', path, id: `${name}${pascal(resource.name)}`, access: 'session', parameters },
    summary: name === 'content' ? 'The bytes of a file' : 'The thumbnail of a file',
    description: needs(resource, 'view', 'They never change. HEAD tells of them.'),
    answers: {
      200: bytesAnswer('All bytes.'),
      206: bytesAnswer('The bytes of the range.', ['Content-Range']),
      304: { description: 'What you have is still the answer.', headers: ['ETag'] },
    },
    failures: ['forbidden', 'not_found', 'range_not_satisfiable'],
  };
}
