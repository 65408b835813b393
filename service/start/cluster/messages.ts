/** What the parent and the workers tell each other. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Figures of a process, as prom-client hands them on. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What is known of all workers. */
export interface CrewFigures {
  /** Of the other workers, and what those that have ended had counted. */
  readonly figures: readonly Figures[];
  /** How many serve. */
  readonly workers: number;
  /** How many have ended without having been told to. */
  readonly deaths: number;
}

export type ToWorker =
  /** From now on it does what one process does for all. */
  | { readonly kind: 'duty' }
  /** A question that any process answers which is not held up. */
  | { readonly kind: 'are you there' }
  /** The service is about to end. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'give figures'; readonly question: number }
  | ({ readonly kind: 'all figures'; readonly question: number } & CrewFigures);

export type ToParent =
  | { readonly kind: 'here' }
  | { readonly kind: 'own figures'; readonly question: number; readonly figures: Figures }
  /** Asked with its own, so that what it has counted is known. */
  | { readonly kind: 'ask figures'; readonly question: number; readonly figures: Figures };

/** Others speak on the same channel: Node.js itself, and the limits on requests. */
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
