/** The three sites, their trees of zones, and what stands in each. */
import type { Kind } from './catalogue/kinds.ts';

/** How many pieces of a kind, and what they are called here where it is more than the kind's own label. */
export type Stock = readonly [Kind, number, string?];

export interface ZonePlan {
  readonly name: string;
  readonly description?: string;
  readonly holds?: readonly Stock[];
  readonly zones?: readonly ZonePlan[];
}

export interface SitePlan {
  readonly name: string;
  readonly isHeadquarters: boolean;
  /** Of maintenance; null where nobody has said. */
  readonly hoursPerWeek: number | null;
  readonly timezone: string;
  /** Whether some machines run through the night. */
  readonly worksNights: boolean;
  readonly mailbox: string;
  /** Office and cell. Nobody's: of the ranges kept for fiction where a country has some. */
  readonly phones: readonly [string, string];
  readonly address: string;
  readonly zipCode: string;
  readonly city: string;
  readonly country: string;
  /** References of catalogue parts that are not kept here begin with one of these. */
  readonly keepsNo: readonly string[];
  readonly zones: readonly ZonePlan[];
}
