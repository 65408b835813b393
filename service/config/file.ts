/** The file `.env`: settings, instead of environment variables. */
import { existsSync, readFileSync } from 'node:fs';
import { settingNames } from './names.ts';
import { ConfigError, quote } from './refusal.ts';

/**
 * Sets the variables of a file, if it exists. Variables that are already set take precedence.
 * @throws ConfigError in one line for lines without effect: an unknown name, a duplicate name, a line that
 *   sets nothing
 */
export function loadSettingsFile(path = '.env'): void {
  if (!existsSync(path)) return;
  try {
    checkSettingsFile(path, readFileSync(path, 'utf8'));
    process.loadEnvFile(path);
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new ConfigError(`${path} cannot be read (${error.code}).`, { cause: error });
  }
}

/** Only checks the text. @param path for messages */
export function checkSettingsFile(path: string, text: string): void {
  const seen = new Map<string, number>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const place = `Line ${index + 1} of ${path}`;
    const name = /^\s*(?:export\s+)?([^\s=#'"]+)\s*=/.exec(line)?.[1];
    // Without the line itself: it may contain a secret.
    if (name === undefined) throw new ConfigError(`${place} is not a setting: give NAME=value on one line.`);
    if (!isSetting(name)) {
      throw new ConfigError(
        `${place} sets ${quote(name)}, which is not a setting. Did you mean ${nearest(name)}?`,
      );
    }
    const before = seen.get(name);
    if (before !== undefined) {
      throw new ConfigError(`${place} sets ${name}, which line ${before} already sets. Give it once.`);
    }
    seen.set(name, index + 1);
  }
}

function isSetting(name: string): boolean {
  return settingNames.some((known) => known === name);
}

/** The known name with the smallest edit distance. */
function nearest(name: string): string {
  const upper = name.toUpperCase().replaceAll('-', '_').slice(0, 40);
  const [first] = settingNames
    .map((known) => ({ known, changes: changesBetween(upper, known) }))
    .sort((one, other) => one.changes - other.changes);
  return first?.known ?? '';
}

/** The number of inserted, deleted or replaced letters (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...other].entries()) {
      const [skipped = 0, added = 0, kept = 0] = [row[place + 1], next[place], row[place]];
      next.push(Math.min(skipped + 1, added + 1, kept + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
