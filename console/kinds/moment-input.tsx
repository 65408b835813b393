/** The input for a moment, in the time zone of the site, independent of that of the browser. */
import { useState } from 'preact/hooks';
import { instantsAt, isWall, offsetAt, wallAt } from '../parts/time/clock.ts';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { attributesOf, incomplete, readInput } from './attributes.ts';
import type { InputProps } from './props.ts';

export function MomentInput(props: InputProps) {
  const { id, field, value, bounds, describedBy, onChange } = props;
  const { timezone } = present().meta;
  const [typed, setTyped] = useState<{ readonly wall: string; readonly value: unknown } | null>(null);
  const stored = typeof value === 'string' && value !== incomplete ? value : '';
  const wall =
    typed && typed.value === value ? typed.wall : isWall(stored) ? stored : wallAt(stored, timezone);
  const instants = wall === '' ? [] : instantsAt(wall, timezone);
  const set = (next: string | null) => {
    // A time in a gap stays as it was typed, so that a message can be shown instead of another time.
    const changed = next === null || next === incomplete ? next : (instantsAt(next, timezone)[0] ?? next);
    setTyped({ wall: next === null || next === incomplete ? '' : next, value: changed });
    onChange(changed);
  };
  const wallOf = (limit: string | undefined) => (limit === undefined ? undefined : wallAt(limit, timezone));
  const last = field.limits?.past ? new Date().toISOString() : bounds?.max;
  return (
    <>
      <input
        {...attributesOf(props)}
        type="datetime-local"
        aria-describedby={`${describedBy ?? ''} ${id}-zone`.trim()}
        min={wallOf(bounds?.min)}
        max={wallOf(last)}
        value={wall}
        onInput={({ currentTarget }) => set(readInput(currentTarget))}
        onBlur={() => setTyped(null)}
      />
      {instants.length > 1 && (
        <select
          aria-label={`${field.label}: ${w.form.twice}`}
          value={stored}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {instants.map((instant, index) => (
            <option key={instant} value={instant}>
              {index === 0 ? w.form.first : w.form.second} ({offsetAt(instant, timezone)})
            </option>
          ))}
        </select>
      )}
      <small id={`${id}-zone`} class="help">
        {timezone ?? Intl.DateTimeFormat(locale).resolvedOptions().timeZone}
        {instants.length > 1 && ` · ${w.form.twice}`}
        {field.default === 'now' && value === null && ` · ${w.form.now}`}
      </small>
    </>
  );
}
