/** The input of a reference: a picker with the rows that the service offers for the present form. */

import { useEffect, useState } from 'preact/hooks';
import { isSeveral } from '../../kinds/kinds.tsx';
import type { InputProps } from '../../kinds/props.ts';
import { Picker } from '../../parts/picker/picker.tsx';
import { withQuery } from '../../service/call.ts';
import type { Page, Row } from '../../service/metadata.ts';
import { isEmpty } from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { w } from '../../words/words.ts';
import { idsOf, optionsQuery } from '../values/references.ts';

/** How many names are requested at once: the size of a page. */
const mostNames = 100;

export function ReferenceInput(props: InputProps) {
  const { id, field, value, beside = {}, rows = [], onChange, onFirst, onRows } = props;
  const { reference } = field;
  const [picked, setPicked] = useState<readonly Row[]>([]);
  const url = reference?.options_url
    ? withQuery(reference.options_url, optionsQuery(reference.options_parameters, beside))
    : null;
  const ids = idsOf(value);
  const known = [...picked, ...rows];
  const unnamed = ids.filter((one) => !known.some((row) => row.id === one)).slice(0, mostNames);
  const named = useQuery<Page>(
    url && unnamed.length > 0 ? withQuery(url, { id: unnamed.join(','), per_page: mostNames }) : null,
    { staleTime: 60_000 },
  ).data?.body.data;
  useEffect(() => {
    if (!named || unnamed.length === 0) return;
    setPicked((before) => [...before, ...named]);
    onRows?.([...known, ...named].filter((row) => ids.includes(row.id)));
  }, [named]);
  const many = isSeveral(field);
  const isNarrowed = reference?.options_parameters.some((name) => !isEmpty(beside[name])) ?? false;
  const isOpen = onFirst !== undefined && props.required === true && !many && ids.length === 0;
  const few = useQuery<Page>(url && isOpen && isNarrowed ? withQuery(url, { per_page: 2 }) : null).data?.body;
  useEffect(() => {
    const [only, another] = few?.data ?? [];
    if (!isOpen || !only || another) return;
    setPicked([only]);
    onFirst(only.id, [only]);
  }, [few]);
  if (!reference || url === null) {
    return <input id={id} value={ids.length > 0 ? ids.join(', ') : w.form.nothingToChoose} disabled />;
  }
  const byId = new Map([...known, ...(named ?? [])].map((row) => [row.id, row]));
  return (
    <Picker
      id={id}
      label={field.label}
      url={url}
      display={reference.display}
      fields={reference.options_fields}
      resource={reference.resource}
      chosen={ids.map((one) => byId.get(one) ?? { id: one })}
      many={many}
      clearable={many || field.nullable || !props.required}
      disabled={props.disabled ?? false}
      required={props.required ?? false}
      invalid={props.invalid}
      describedBy={props.describedBy}
      onChange={(chosen) => {
        setPicked(chosen);
        onRows?.(chosen);
        onChange(many ? chosen.map((row) => row.id) : (chosen[0]?.id ?? null));
      }}
    />
  );
}
