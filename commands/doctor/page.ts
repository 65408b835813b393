/** The findings, as a page for a person or as JSON for a machine. */
import { inWords } from '../../service/project/command-words.ts';
import { count, type Diagnosis, type State } from './row.ts';

interface Page {
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly state: State;
  readonly checks: readonly Diagnosis[];
}

/** The worst state counts for the whole page. Commands are named in the form that the reader can run. */
export function pageOf(found: readonly Diagnosis[], version: string, at: Date): Page {
  const checks = found.map(({ told, todo, ...check }) => ({
    ...check,
    told: inWords(told),
    todo: todo === null ? null : inWords(todo),
  }));
  const states: readonly State[] = ['fault', 'warning', 'fine'];
  const state = states.find((one) => checks.some((check) => check.state === one)) ?? 'fine';
  return { version, at: at.toISOString(), state, checks };
}

const marks: Readonly<Record<State, string>> = { fine: 'fine   ', warning: 'warning', fault: 'FAULT  ' };
const indent = ' '.repeat(9);

/** The page as text: problems last, where a terminal still shows them. */
export function printPage({ version, at, checks }: Page): string {
  const order: readonly State[] = ['fine', 'warning', 'fault'];
  const lines = order.flatMap((state) =>
    checks
      .filter((check) => check.state === state)
      .flatMap(({ what, told, todo }) => [
        `${marks[state]}  ${what}: ${told}`,
        ...(todo === null ? [] : [`${indent}→ ${todo}`]),
      ]),
  );
  const number = (state: State) => checks.filter((check) => check.state === state).length;
  const end = `${number('fine')} fine, ${count(number('warning'), 'warning')}, ${count(number('fault'), 'fault')}.`;
  return [`Millwright ${version}, ${at}. This command changes nothing.`, '', ...lines, '', end, ''].join(
    '\n',
  );
}
