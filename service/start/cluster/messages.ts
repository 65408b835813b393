/** The messages between the parent and the workers. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Metrics of a process, in the form of prom-client. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The state of all workers. */
export interface CrewFigures {
  /** Metrics of the other workers, and the counts of ended ones. */
  readonly figures: readonly Figures[];
  /** The number of serving ones. */
  readonly workers: number;
  /** The number that ended unexpectedly. */
  readonly deaths: number;
}

export type ToWorker =
  /** From now on this worker does the work that one process does for all. */
  | { readonly kind: 'duty' }
  /** A query that any responsive process answers. */
  | { readonly kind: 'are you there' }
  /** The service is about to stop. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'give figures'; readonly question: number }
  | ({ readonly kind: 'all figures'; readonly question: number } & CrewFigures);

export type ToParent =
  | { readonly kind: 'here' }
  | { readonly kind: 'own figures'; readonly question: number; readonly figures: Figures }
  /** Sent with its own metrics, so that these are known. */
  | { readonly kind: 'ask figures'; readonly question: number; readonly figures: Figures };

/** The channel also has other messages: of Node.js itself, and of the request limits. */
export const isToWorker = (message: unknown): message is ToWorker =>
  isOneOf(message, ['duty', 'are you there', 'leave', 'give figures', 'all figures']);

export const isToParent = (message: unknown): message is ToParent =>
  isOneOf(message, ['here', 'own figures', 'ask figures']);

function isOneOf(message: unknown, kinds: readonly string[]): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    kinds.includes(String(message.kind))
  );
}
