/** The layout of a chart, in pixels: plain data, from which `drawing.tsx` makes a picture. */
import { type Charted, isLying, type Series, seriesOf } from './charted.ts';
import { lineOf, runsOf, stack, stepsOf, totalOf } from './marks.ts';
import { labelStep, type Scale, scaleOf } from './scale.ts';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly category: number;
  readonly series: number;
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** A line through points; `series` is null for a comparison line. */
interface Path {
  readonly d: string;
  readonly series: number | null;
  /** The index of a comparison line. */
  readonly level?: number;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly grid: readonly string[];
  readonly labels: readonly Label[];
  readonly areas: readonly Area[];
  readonly paths: readonly Path[];
  readonly dots: readonly { readonly x: number; readonly y: number; readonly series: number }[];
  /** The whole area of a category, for the pointer. */
  readonly bands: readonly Omit<Area, 'series'>[];
}

/** The widest letter on a phone, and the padding of a label. */
const letter = 7.5;
const beside = 10;
const upright = { height: 190, top: 10, bottom: 24 };
const lying = { row: 28, bar: 14, top: 18 };
const widestColumn = 40;
/** With more points, dots would only make the line thicker. */
const mostDots = 62;

const widthOf = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length)) * letter + beside;
const round = (value: number): number => Math.round(value * 10) / 10;

/** @param width of the chart, in pixels */
export function layOut(chart: Charted, width: number): Layout {
  return isLying(chart) ? layOutBars(chart, width) : layOutUpright(chart, width);
}

/** The height, for any width. */
export const heightOf = ({ draw, categories: { length } }: Charted): number =>
  isLying({ draw }) ? length * lying.row + (draw === 'pareto' ? lying.top : 0) : upright.height;

/** Lines, steps and columns: categories from left to right. */
function layOutUpright(chart: Charted, width: number): Layout {
  const { draw, categories, series, lines = [], tell } = chart;
  const isColumns = draw === 'columns';
  const stacks = isColumns ? stack(series) : [];
  const scale = scaleFor(chart, isColumns ? stacks.flatMap(({ from, to }) => [from, to]) : valuesOf(series));
  const told = scale.ticks.map(tell);
  const left = widthOf(told);
  const band = Math.max(0, width - left - beside) / Math.max(1, categories.length);
  const bottom = upright.height - upright.bottom;
  const x = (at: number) => round(left + band * at);
  const y = (value: number) => round(bottom - along(scale, value) * (bottom - upright.top));
  const edges = { left, right: width - beside };
  const points = isColumns ? [] : series.map(({ values }, index) => ({ runs: runsOf(values), index }));
  const column = Math.min(band * 0.75, widestColumn);
  const widest = widthOf(categories.map(({ label }) => label));
  const step = labelStep(widest, band);
  return {
    ...{ width, height: upright.height },
    grid: scale.ticks.map((tick) => `M${edges.left} ${y(tick)}H${edges.right}`),
    labels: [
      ...told.map((text, index) => ({
        ...{ text, x: left - beside / 2, y: y(scale.ticks[index] ?? 0) + 4, anchor: 'end' as const },
      })),
      // The newest one is always labelled.
      ...categories.flatMap(({ label }, index) =>
        (categories.length - 1 - index) % step === 0
          ? [{ text: label, ...within(x(index + 0.5), label, width), y: upright.height - beside }]
          : [],
      ),
    ],
    areas: stacks.map(({ category, series, from, to }) => ({
      ...{ category, series },
      ...{ x: round(x(category + 0.5) - column / 2), width: round(column) },
      // Zero is drawn as a line; an unknown value is not drawn.
      ...{ y: Math.min(y(from), y(to)), height: Math.max(1, Math.abs(y(from) - y(to))) },
    })),
    paths: [
      ...points.flatMap(({ runs, index }) =>
        runs.map((run) => ({ series: index, d: draw === 'steps' ? stepsOf(run, x, y) : lineOf(run, x, y) })),
      ),
      ...lines.map(({ value }, level) => ({
        series: null,
        level,
        d: `M${edges.left} ${y(value)}H${edges.right}`,
      })),
    ],
    dots:
      draw === 'line'
        ? points.flatMap(({ runs, index }) =>
            runs
              .filter((run) => run.length === 1 || categories.length <= mostDots)
              .flatMap((run) => run.map(({ at, value }) => ({ x: x(at + 0.5), y: y(value), series: index }))),
          )
        : [],
    bands: categories.map((_, category) => ({
      ...{ category, x: x(category), width: round(band), y: 0, height: upright.height },
    })),
  };
}

/** Horizontal bars; a running figure is a line from one to the next. */
function layOutBars(chart: Charted, width: number): Layout {
  const { categories, lines = [], tell } = chart;
  const { own, running } = seriesOf(chart);
  const stacks = stack(own);
  // Each bar shows its number: no axis is needed, and bars have its room.
  const ends = [0, ...stacks.map(({ to }) => to), ...lines.map(({ value }) => value)];
  const scale = { low: Math.min(...ends), high: Math.max(...ends) || 1 };
  const totals = categories.map((_, index) => totalOf(own, index));
  const told = totals.map((total) => (total === null ? '–' : tell(total)));
  const left = Math.min(widthOf(categories.map(({ label }) => label)), width * 0.4);
  const right = Math.max(left, width - widthOf(told));
  const top = chart.draw === 'pareto' ? lying.top : 0;
  const height = heightOf(chart);
  const x = (value: number) => round(left + along(scale, value) * (right - left));
  const y = (at: number) => round(top + lying.row * at);
  const share = (part: number) => round(left + part * (right - left));
  return {
    ...{ width, height },
    grid: running ? [0, 0.5, 1].map((part) => `M${share(part)} ${top}V${height}`) : [],
    labels: [
      ...categories.map(({ label }, index) => ({
        ...{ text: cut(label, left), x: 0, y: y(index + 0.5) + 4, anchor: 'start' as const },
      })),
      ...told.map((text, index) => ({
        ...{ text, x: width, y: y(index + 0.5) + 4, anchor: 'end' as const },
      })),
      ...(running ? [0.5, 1] : []).map((part) => ({
        ...{ text: `${part * 100} %`, x: share(part), y: top - 5, anchor: 'end' as const },
      })),
    ],
    areas: stacks.map(({ category, series, from, to }) => ({
      ...{
        category,
        series,
        x: Math.min(x(from), x(to)),
        width: Math.max(1, round(Math.abs(x(from) - x(to)))),
      },
      ...{ y: round(y(category + 0.5) - lying.bar / 2), height: lying.bar },
    })),
    paths: [
      ...runsOf(running?.values ?? []).map((run) => ({
        series: 1,
        d: `M${run.map(({ at, value }) => `${share(value)} ${y(at + 0.5)}`).join('L')}`,
      })),
      ...lines.map(({ value }, level) => ({ series: null, level, d: `M${x(value)} ${top}V${height}` })),
    ],
    dots: runsOf(running?.values ?? [])
      .flat()
      .map(({ at, value }) => ({ x: share(value), y: y(at + 0.5), series: 1 })),
    bands: categories.map((_, category) => ({
      ...{ category, x: 0, width, y: y(category), height: lying.row },
    })),
  };
}

const valuesOf = (series: readonly Series[]): number[] =>
  series.flatMap(({ values }) => values.filter((value) => value !== null));

const scaleFor = ({ draw, lines = [], whole = false }: Charted, values: readonly number[]): Scale =>
  scaleOf([...values, ...lines.map(({ value }) => value), ...(values.length === 0 ? [0] : [])], {
    ...{ fromZero: draw !== 'line', whole },
  });

const along = ({ low, high }: Pick<Scale, 'low' | 'high'>, value: number): number =>
  (value - low) / (high - low);

/** A label that stays within the picture. */
function within(x: number, text: string, width: number): Pick<Label, 'x' | 'anchor'> {
  const half = (text.length * letter) / 2;
  return { x: round(Math.max(half, Math.min(x, width - half))), anchor: 'middle' };
}

function cut(text: string, width: number): string {
  const most = Math.floor((width - beside) / letter);
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
