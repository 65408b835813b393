/** A value that has parts of its own, in words. */
import type { ComponentChildren } from 'preact';
import { Link } from '../place/place.tsx';
import { type Field, may } from '../service/metadata.ts';
import { resourceAt } from '../service/session.ts';
import { w } from '../words/words.ts';
import { type Described, isObject, type NamedRow, nameIn, type Part, partsOf } from './nested.ts';

interface PartsProps {
  readonly value: unknown;
  readonly field: Field | Described;
  readonly plain: boolean;
}

export function Parts({ value, field, plain }: PartsProps): ComponentChildren {
  if (Array.isArray(value)) {
    if (!value.some((one) => typeof one === 'object' && one !== null))
      return value.map(wordOfPart).join(', ');
    return (
      <ul class="parts">
        {value.map((one, index) => (
          <li key={index}>
            <Parts value={one} field={field} plain={plain} />
          </li>
        ))}
      </ul>
    );
  }
  if (!isObject(value)) return wordOfPart(value);
  const name = nameIn(value);
  if (name !== null) return name;
  return partsOf(value, field).map((part, index) => (
    <span key={part.key}>
      {index > 0 && ' · '}
      <span class="of">{part.title}</span> <OnePart part={part} plain={plain} />
    </span>
  ));
}

function OnePart({ part, plain }: { part: Part; plain: boolean }): ComponentChildren {
  if (part.rows) return <Rows rows={part.rows} plain={plain} />;
  return <Parts value={part.value} field={{}} plain={plain} />;
}

function Rows({ rows, plain }: { rows: readonly NamedRow[]; plain: boolean }): ComponentChildren {
  return rows.map(({ id, name, resource }, index) => {
    const target = resourceAt(resource);
    return (
      <span key={id}>
        {index > 0 && ', '}
        {!plain && target && may(target, 'view') ? <Link to={`/${resource}/${id}`}>{name}</Link> : name}
      </span>
    );
  });
}

function wordOfPart(value: unknown): string {
  if (typeof value === 'boolean') return value ? w.frame.yes : w.frame.no;
  return value === null || value === undefined ? '—' : String(value);
}
