/** The three sites, their trees of zones, and their equipment. */
import type { Kind } from './catalogue/kinds.ts';

/** The number of pieces of a kind, and their name here, if it differs from the kind's own label. */
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
  /** Of maintenance; null if unknown. */
  readonly hoursPerWeek: number | null;
  readonly timezone: string;
  /** Whether some machines run at night. */
  readonly worksNights: boolean;
  readonly mailbox: string;
  /** Office and mobile. From ranges reserved for fiction, if a country has some. */
  readonly phones: readonly [string, string];
  readonly address: string;
  readonly zipCode: string;
  readonly city: string;
  readonly country: string;
  /** Prefixes of catalogue parts that are not stocked here. */
  readonly keepsNo: readonly string[];
  readonly zones: readonly ZonePlan[];
}
