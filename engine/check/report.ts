/** Errors in definitions, with a remedy for their author. */

/** One error: its place, the problem and the remedy. */
export interface Finding {
  /** File of the definition, e.g. `resources/zones.ts`. */
  readonly file: string;
  /** Key inside the definition, e.g. `filters.parent_id`. */
  readonly key: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Stops the start. Its message has one line per finding. */
export class DefinitionError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(describeFinding).join('\n'));
    this.name = 'DefinitionError';
    this.findings = findings;
  }
}

/** A finding on one line: `resources/zones.ts, filters.parent: there is no such field. Use one of: …`. */
export function describeFinding({ file, key, problem, remedy }: Finding): string {
  return `${file}, ${key}: ${problem} ${remedy}`;
}
