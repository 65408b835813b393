/** The costs of materials, compared with their value. All amounts are whole cents until they are answered. */
import { quotient } from '../reliability/figures.ts';

export type Source = 'parts' | 'labour' | 'service';

/** One cost. */
interface Spent {
  readonly source: Source;
  /** Negative for a reversal. */
  readonly cents: number;
  /** Whether it was for preventive work. */
  readonly preventive: boolean;
}

/** The costs and the value of some materials. */
export class Costs {
  readonly #spent = { parts: 0, labour: 0, service: 0, preventive: 0, unvalued: 0 };
  readonly #owned = { materials: 0, unvalued: 0, value: 0 };

  /** @param value cents; null if it is unknown */
  own(value: number | null): void {
    this.#owned.materials += 1;
    if (value === null) this.#owned.unvalued += 1;
    else this.#owned.value += value;
  }

  /** @param isValued whether the value of the material is known */
  spend({ source, cents, preventive }: Spent, isValued: boolean): void {
    this.#spent[source] += cents;
    if (preventive) this.#spent.preventive += cents;
    if (!isValued) this.#spent.unvalued += cents;
  }

  /** Ratios are null if the divisor is missing; they exclude costs of materials without a value. */
  figures() {
    const { parts, labour, service, preventive, unvalued } = this.#spent;
    const cost = parts + labour + service;
    return {
      cost: cost / 100,
      parts_cost: parts / 100,
      labour_cost: labour / 100,
      service_cost: service / 100,
      preventive_cost: preventive / 100,
      preventive_share: ratioOf(preventive, cost),
      materials: this.#owned.materials,
      asset_value: this.#owned.value / 100,
      without_value: this.#owned.unvalued,
      cost_without_value: unvalued / 100,
      cost_to_value: ratioOf(cost - unvalued, this.#owned.value),
    };
  }
}

/** The largest ratio that is told, with its six decimals: larger ones are null. */
export const mostRatio = 999_999_999;

/** In a window, reversals may exceed costs. */
function ratioOf(above: number, by: number): number | null {
  const ratio = quotient(Math.abs(above), Math.abs(by), 6);
  if (ratio === null || ratio > mostRatio) return null;
  return ratio * Math.sign(above) * Math.sign(by);
}
