/** What services logged as errors while they run: why a test met a 500. */

interface Output {
  readonly stdout: string;
}

const outputs = new Map<Output, number>();
/** Of all services together, and of each line in characters. */
const most = { lines: 5, characters: 4000 };

/** @param output of a service that has just started, and grows */
export function watchErrors(output: Output): void {
  outputs.set(output, 0);
}

export function forgetErrors(output: Output): void {
  outputs.delete(output);
}

/** The lines that the running services have logged as errors since the last call: the newest ones. */
export function newErrors(): string[] {
  const lines = [...outputs].flatMap(([output, seen]) => {
    outputs.set(output, output.stdout.length);
    return output.stdout.slice(seen).split('\n');
  });
  const errors = lines.filter((line) => /"level":(?:50|60)\b/.test(line));
  return errors.slice(-most.lines).map((line) => `Logged: ${line.slice(0, most.characters)}`);
}
