/** The fields of a plan and its site that determine its dates. */
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

/** The fields of a plan for its dates. */
export interface Plan extends Rule, Season {
  readonly schedule: (typeof schedules)[number];
  /** `HH:MM` in the time zone of the site. */
  readonly due_time: string;
  readonly on_closed_day: ClosedDayPolicy;
}

/** The fields of a site for the dates of its plans. */
export interface PlanSite extends WorkingDays {
  /** IANA name */
  readonly timezone: string;
}

/** The progress of a plan: its last recorded date. */
export interface Progress {
  readonly number: number;
  /** For a fixed plan the day by the rule; for a floating one the day from which its next date is counted. */
  readonly day: Day;
  /**
   * For a plan by meter, the run from which the next one is counted: the last due value, or that of the completion. Null for its
   * base.
   */
  readonly units?: number | null;
}
