/** The shape of a field, and of the options of its constructor. */
import { optionsOf } from '../../kinds/field.ts';
import { keyed, record, type Shape } from '../../kinds/shape.ts';
import { fieldMakers } from '../../kinds/structures/structures.ts';

export const aField: Shape = {
  is: 'a field, such as `Text()`',
  fits: (value) => made(value) !== undefined,
  parts: (value) => {
    const { by = '', options = {} } = made(value) ?? {};
    const shapes = fieldMakers[by] ?? {};
    return [['', options, keyed({ ...shapes, ...('fields' in shapes && { fields: record(aField) }) })]];
  },
};

function made(value: unknown): ReturnType<typeof optionsOf> {
  return typeof value === 'object' && value !== null ? optionsOf(value) : undefined;
}
