/** The sums of a report per group. */
import type { ReportContext } from '../../engine/index.ts';

type Asked = Pick<ReportContext, 'by' | 'periods'>;

/** A sum for each group: for every period, and for all rows together, even if there is nothing to add. */
export class Tally<Sum extends object> {
  /** By value, in the order of first use. */
  readonly sums = new Map<unknown, Sum>();
  readonly #make: () => Sum;

  /** @param make an empty sum */
  constructor({ by, periods }: Asked, make: () => Sum) {
    this.#make = make;
    for (const { value } of periods) this.at(value);
    if (by === null) this.at(null);
  }

  /** The sum of a value. */
  at(value: unknown): Sum {
    const sum = this.sums.get(value) ?? this.#make();
    this.sums.set(value, sum);
    return sum;
  }
}
