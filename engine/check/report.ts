/** What is wrong with definitions, said so that their author can mend it. */

/** One finding: where it is, what is wrong and what would be right. */
export interface Finding {
  /** File of the definition, e.g. `resources/zones.ts`. */
  readonly file: string;
  /** Key inside the definition, e.g. `filters.parent_id`. */
  readonly key: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Stops the start. Its message holds one line per finding. */
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
