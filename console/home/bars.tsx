/** Counts as bars: a list of links that reads as text, too. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../parts/format.ts';
import { Link } from '../place/place.tsx';
import type { Tone } from '../service/metadata.ts';
import { locale } from '../words/words.ts';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly tone: Tone | undefined;
  /** Where the rows are that it counts. */
  readonly to: string;
}

interface BarsProps {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** Widths are attributes of a picture: a style attribute would be against the page's policy. */
export function Bars({ label, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class="bars" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          <Link to={bar.to}>{bar.label}</Link>
          <svg
            class={`bar ${bar.tone ?? 'main'}`}
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect width={bar.count === 0 ? 0 : Math.max(1, (bar.count / most) * 100)} height="8" rx="1" />
          </svg>
          <span class="count">{formatNumber(bar.count, locale)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Counts over time, the oldest first. Where they need more room than there is, the newest are in sight. */
export function Columns({ label, bars }: BarsProps) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => list.current?.scrollTo(list.current.scrollWidth, 0), [bars.length]);
  // All of them are told to a screen reader; there is room for some eight.
  const step = Math.ceil(bars.length / 8);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ol ref={list} class="periods" aria-label={label}>
      {bars.map((bar, index) => (
        <li key={bar.key}>
          <Link to={bar.to}>
            <span class={bar.count > 0 ? 'count' : 'hidden'}>{formatNumber(bar.count, locale)}</span>
            <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
              <rect y={100 - (bar.count / most) * 100} width="10" height={(bar.count / most) * 100} />
            </svg>
            <span class={index % step === 0 ? 'period' : 'hidden'}>{bar.label}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
