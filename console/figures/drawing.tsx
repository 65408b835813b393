/**
 * A chart as a picture with the width of its container. Series differ by dashes, patterns and the legend, not only by colour.
 */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { go } from '../place/place.tsx';
import { w } from '../words/words.ts';
import { type Charted, filledOf } from './charted.ts';
import { heightOf, layOut } from './layout.ts';

/** The dashes of the series, in order. */
const dashes = ['', '7 4', '2 3', '9 3 2 3', '14 4'];
const patterns = ['', 'M0 8 8 0', 'M0 4h8', 'M4 4h.01', 'M4 0v8'];
/** Of comparison lines. */
const levelDashes = ['4 4', '1 3', '10 3', '10 3 1 3'];

const classOf = (series: number): string => `s${series % dashes.length}`;

/** The pattern of a series; the first has none. */
const filled = (id: string, series: number) =>
  series % patterns.length > 0 && { fill: `url(#${id}-${series % patterns.length})` };

interface DrawingProps {
  /** The text for screen readers. */
  readonly name: string;
  readonly chart: Charted;
}

export function Drawing({ name, chart }: DrawingProps) {
  const id = useId();
  const picture = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const around = picture.current?.parentElement;
    if (!around) return;
    const measure = () => setWidth(Math.floor(around.clientWidth));
    const watch = new ResizeObserver(measure);
    watch.observe(around);
    measure();
    return () => watch.disconnect();
  }, []);
  const height = heightOf(chart);
  const { categories, series } = chart;
  const isStacked = filledOf(chart) > 1;
  const laid = layOut(chart, width);
  return (
    <div class="drawing">
      <svg
        ref={picture}
        role="img"
        aria-label={name}
        height={height}
        viewBox={`0 0 ${Math.max(1, width)} ${height}`}
      >
        {isStacked && <Patterns id={id} count={series.length} />}
        {width > 0 && (
          <>
            <path class="grid" d={laid.grid.join('')} />
            {laid.areas.map(({ category, series: index, ...place }) => (
              <rect
                key={`${category} ${index}`}
                class={categories[category]?.tone ?? classOf(index)}
                {...place}
                {...(isStacked && filled(id, index))}
              />
            ))}
            {laid.paths.map(({ d, series: index, level = 0 }) => (
              <path
                key={`${index} ${d}`}
                class={index === null ? 'level' : `line ${classOf(index)}`}
                d={d}
                stroke-dasharray={
                  index === null ? levelDashes[level % levelDashes.length] : dashes[index % dashes.length]
                }
              />
            ))}
            {laid.dots.map(({ x, y, series: index }) => (
              <circle key={`${index} ${x}`} class={classOf(index)} cx={x} cy={y} r="2.5" />
            ))}
            {laid.labels.map(({ x, y, text, anchor }, index) => (
              <text key={index} x={x} y={y} text-anchor={anchor}>
                {text}
              </text>
            ))}
            {laid.bands.map(({ category, ...place }) => (
              <Band key={category} place={place} chart={chart} index={category} />
            ))}
          </>
        )}
      </svg>
      <Legend id={id} chart={chart} />
    </div>
  );
}

interface BandProps {
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly chart: Charted;
  readonly index: number;
}

/** The tooltip and the link of a category. The table has the same for the keyboard. */
function Band({ place, chart: { categories, series, tell }, index }: BandProps) {
  const { label = '', to } = categories[index] ?? {};
  const told = series.map((one) => {
    const value = one.values[index] ?? null;
    const text = value === null ? w.figures.unknown : (one.tell ?? tell)(value);
    return series.length > 1 ? `${one.label}: ${text}` : text;
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same links
    <rect
      class={to === undefined ? 'band' : 'band leads'}
      {...place}
      onClick={() => to !== undefined && go(to)}
    >
      <title>{`${label}: ${told.join(', ')}`}</title>
    </rect>
  );
}

function Patterns({ id, count }: { readonly id: string; readonly count: number }) {
  return (
    <defs>
      {patterns.slice(1, count).map((d, index) => (
        <pattern
          key={d}
          id={`${id}-${index + 1}`}
          class={classOf(index + 1)}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect class="under" width="8" height="8" />
          <path class="line" d={d} stroke-linecap="round" stroke-width="3" />
        </pattern>
      ))}
    </defs>
  );
}

function Legend({ id, chart }: { readonly id: string; readonly chart: Charted }) {
  const { series, lines = [] } = chart;
  if (series.length < 2 && lines.length === 0) return null;
  return (
    <ul class="legend">
      {series.map(({ label }, index) => (
        <li key={label}>
          <svg class="sample" viewBox="0 0 28 12" aria-hidden="true">
            {index < filledOf(chart) ? (
              <rect class={classOf(index)} width="28" height="12" {...filled(id, index)} />
            ) : (
              <path
                class={`line ${classOf(index)}`}
                d="M0 6H28"
                stroke-dasharray={dashes[index % dashes.length]}
              />
            )}
          </svg>
          {label}
        </li>
      ))}
      {lines.map(({ label }, level) => (
        <li key={label}>
          <svg class="sample" viewBox="0 0 28 12" aria-hidden="true">
            <path class="level" d="M0 6H28" stroke-dasharray={levelDashes[level % levelDashes.length]} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
