/** What the dates of a plan follow from: fields of it and of its site. */
import type { ClosedDayPolicy, WorkingDays } from './closed-days.ts';
import type { Day } from './days.ts';
import type { Rule } from './rule.ts';
import type { Season } from './season.ts';

export const bases = ['calendar', 'meter', 'either'] as const;
export const schedules = ['fixed', 'floating'] as const;
export const catchUps = ['next', 'last', 'all'] as const;
export const whenOpens = ['skip', 'stack'] as const;
export type Basis = (typeof bases)[number];
export type CatchUp = (typeof catchUps)[number];
export type WhenOpen = (typeof whenOpens)[number];

/** A plan as its dates see it. */
export interface Plan extends Rule, Season {
  readonly schedule: (typeof schedules)[number];
  /** `HH:MM` on the clocks of the site. */
  readonly due_time: string;
  readonly on_closed_day: ClosedDayPolicy;
}

/** A site as the dates of its plans see it. */
export interface PlanSite extends WorkingDays {
  /** IANA name */
  readonly timezone: string;
}

/** How far a plan has come: its last date that is recorded. */
export interface Progress {
  readonly number: number;
  /** Of a fixed plan the rule's own day; of a floating one the day from which its next date is counted. */
  readonly day: Day;
  /** Of a plan by meter, from what had run by then the next one is counted: what was due last, or done. Null for its base. */
  readonly units?: number | null;
}
