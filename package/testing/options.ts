/** The options of the suite. */
import type { SpecimenRules } from './specimens/rules.ts';
import type { DatabaseMaker } from './world/database.ts';

export interface ConformanceOptions {
  /** Paths of the resources to test; by default the project's own. */
  readonly resources?: readonly string[];
  /** Rules for specimens by the path of their resource, in place of the files beside the definitions. */
  readonly specimens?: Readonly<Record<string, SpecimenRules>>;
  /**
   * Whether to also check laws that are the same on every database: refusals before rows are read. By default true. False saves a
   * third of the time if another run has checked them.
   */
  readonly everywhere?: boolean;
  /** Makes the database, in place of a new embedded one, or of one at the server that TEST_DATABASE names. */
  readonly database?: DatabaseMaker;
}
