/** What can be asked of the suite. */
import type { SpecimenRules } from './specimens/rules.ts';
import type { DatabaseMaker } from './world/database.ts';

export interface ConformanceOptions {
  /** Paths of the resources to look at; the project's own where nothing is said. */
  readonly resources?: readonly string[];
  /** Rules for specimens by the path of their resource, in place of the files beside the definitions. */
  readonly specimens?: Readonly<Record<string, SpecimenRules>>;
  /**
   * Whether to hold to laws, too, that are the same on every database: of what is refused before rows are read. True where nothing is
   * said; false saves a third where another run has looked already.
   */
  readonly everywhere?: boolean;
  /** Makes the database, in place of a new embedded one, or of one at the server that TEST_DATABASE names. */
  readonly database?: DatabaseMaker;
}
