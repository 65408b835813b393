/** A picker for the rows of a filter, with its label. */
import { keepPicked, useNamed } from '../../service/filter-names.ts';
import type { Filter } from '../../service/metadata.ts';
import { Picker } from './picker.tsx';

interface FilterPickerProps {
  readonly id: string;
  readonly filter: Filter;
  /** The values of the filter: ids, and other values that its list accepts. */
  readonly values: readonly string[];
  onChange(ids: string[]): void;
}

export function FilterPicker({ id, filter, values, onChange }: FilterPickerProps) {
  const chosen = useNamed(filter, values);
  const { label, reference } = filter;
  if (!reference) return null;
  return (
    <>
      <label for={id}>{label}</label>
      <Picker
        id={id}
        label={label}
        url={reference.options_url}
        display={reference.display}
        fields={['id', reference.display]}
        resource={reference.resource}
        chosen={chosen}
        many
        clearable
        onChange={(rows) => {
          keepPicked(filter, rows);
          onChange(rows.map((row) => String(row.id)));
        }}
      />
    </>
  );
}
