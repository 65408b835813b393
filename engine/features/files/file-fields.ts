/** The metadata of a file, for rows that are files (`hung.files`). */
import { Internal, Nullable, ReadOnly } from '../../definition/field.ts';
import { Bool } from '../../kinds/scalars/bool.ts';
import { Integer } from '../../kinds/scalars/integer.ts';
import { Text } from '../../kinds/scalars/text.ts';
import type { OfferedValue } from '../../kinds/wording.ts';
import { fileTypeNames, fileTypes } from './types.ts';

/** The accepted media types, with their names for people. */
function offeredTypes(): OfferedValue[] {
  return fileTypeNames.map((name) => {
    const { type, called } = fileTypes[name];
    return { value: type, label: typeof called === 'string' ? { en: called } : called };
  });
}

const digest = () => Text({ max: 64 });
const pixels = (label: 'width' | 'height') =>
  ReadOnly(Nullable(Integer({ minimum: 1, unit: 'pixels', label })));

/** The fields of a file. The engine sets them at the upload, and they never change. */
export const fileFields = {
  type: ReadOnly(Text({ max: 100, offered: offeredTypes, label: 'file type', heading: 'Type' })),
  size: ReadOnly(Integer({ minimum: 1, unit: 'bytes', label: 'size' })),
  sha256: ReadOnly(Text({ max: 64, label: 'SHA-256' })),
  is_image: ReadOnly(Bool({ default: false, label: 'is a picture', heading: 'Picture' })),
  width: pixels('width'),
  height: pixels('height'),
  thumbnail_type: Internal(Nullable(Text({ max: 100 }))),
  thumbnail_size: Internal(Nullable(Integer({ minimum: 1 }))),
  thumbnail_sha256: Internal(Nullable(digest())),
};
