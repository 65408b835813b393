/** A value with parts, as text. */
import type { ComponentChildren } from 'preact';
import { w } from '../words/words.ts';
import { isObject, nameIn, partsOf } from './nested.ts';

export function Parts({ value }: { readonly value: unknown }): ComponentChildren {
  if (Array.isArray(value)) {
    if (!value.some((one) => typeof one === 'object' && one !== null))
      return value.map(wordOfPart).join(', ');
    return <Entries all={value} tell={(one) => <Parts value={one} />} />;
  }
  if (!isObject(value)) return wordOfPart(value);
  const name = nameIn(value);
  if (name !== null) return name;
  return partsOf(value).map(([key, part], index) => (
    <span key={key}>
      {index > 0 && ' · '}
      <span class="of">{key}</span> <Parts value={part} />
    </span>
  ));
}

interface EntriesProps {
  readonly all: readonly unknown[];
  /** Whether the order matters. */
  readonly ordered?: true | undefined;
  tell(one: unknown): ComponentChildren;
}

/** The entries of a list. */
export function Entries({ all, ordered, tell }: EntriesProps) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List class="parts">
      {all.map((one, index) => (
        <li key={index}>{tell(one)}</li>
      ))}
    </List>
  );
}

function wordOfPart(value: unknown): string {
  if (typeof value === 'boolean') return value ? w.frame.yes : w.frame.no;
  return value === null || value === undefined ? '—' : String(value);
}
