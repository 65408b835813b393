/** The rows of maintenance steps, as the code of this folder uses them. Instants are ISO 8601 UTC. */
import type { HookContext } from '../../engine/index.ts';
import type { Answer, Asked, Origin, StepStatus } from './answer.ts';
import type { Step } from './steps.ts';

/** What is needed to work with rows. */
export type Work = Pick<HookContext, 'rows' | 'db'>;

/** A step of a maintenance. */
export interface StepRow extends Asked, Answer, Origin {
  readonly id: number;
  readonly site_id: number;
  readonly maintenance_id: number;
  readonly position: number;
  readonly title: string;
  readonly required: boolean;
  readonly unit: string | null;
  readonly severity: Step['severity'];
  readonly note: string | null;
  readonly status: StepStatus;
  readonly incident_id: number | null;
  /** When the service last changed the text of its incident; null if it never did. */
  readonly incident_told_at: string | null;
}

/** Its maintenance. */
export interface ListedOrder {
  readonly id: number;
  readonly site_id: number;
  readonly material_id: number;
  readonly procedure_id: number | null;
  readonly status: 'planned' | 'in_progress' | 'completed' | 'canceled';
}

export const stepsOf = ({ rows }: Work) => rows<StepRow>('maintenance-steps');
export const listedOf = ({ rows }: Work) => rows<ListedOrder>('maintenances');
