/** What a report sums up for each value of what it is asked by. */
import type { ReportContext } from '../../engine/index.ts';

type Asked = Pick<ReportContext, 'by' | 'periods'>;

/** A sum for each value: of every period, and of all rows together, also where there is nothing to sum up. */
export class Tally<Sum extends object> {
  /** By value, in the order in which they were first asked for. */
  readonly sums = new Map<unknown, Sum>();
  readonly #make: () => Sum;

  /** @param make a sum of nothing */
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
