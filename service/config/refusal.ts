/** How a setting is refused: one line that names the variable, its value and what is allowed. */

/** A setting that cannot be used. The message is one line that names the variable, the value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The variable; null where it is not about one alone. */
  readonly setting: string | null;

  constructor(message: string, options: ErrorOptions & { readonly setting?: string } = {}) {
    super(message, options);
    this.setting = options.setting ?? null;
  }
}

/** The error to throw. `shown` is the value as it may be printed: quoted, on one line, and never a secret. */
export function refuse(name: string, shown: string, allowed: string): ConfigError {
  return new ConfigError(`${name} is ${shown}, which is not allowed: ${allowed}`, { setting: name });
}

/** A value as it may be printed: quoted, escaped to one line, cut where it is long. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 120)}…` : value);
}

/** Hides all that may hold a secret, also in an address that does not parse: up to the last `@`, and the query. */
export function withoutPassword(url: string): string {
  const [before, after] = [url.indexOf('//'), url.lastIndexOf('@')];
  const named = before !== -1 && after > before + 1 ? `${url.slice(0, before)}//***${url.slice(after)}` : url;
  const [address = '', ...query] = named.split('?');
  return query.length > 0 ? `${address}?***` : address;
}
