/** Errors of settings: one line with the variable, its value and the allowed values. */

/** An invalid setting. The message is one line with the variable, the value and the allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The variable; null if several are involved. */
  readonly setting: string | null;

  constructor(message: string, options: ErrorOptions & { readonly setting?: string } = {}) {
    super(message, options);
    this.setting = options.setting ?? null;
  }
}

/** The error to throw. `shown` is the printable value: quoted, on one line, and never a secret. */
export function refuse(name: string, shown: string, allowed: string): ConfigError {
  return new ConfigError(`${name} is ${shown}, which is not allowed: ${allowed}`, { setting: name });
}

/** A printable value: quoted, escaped to one line, cut if it is long. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 120)}…` : value);
}

/** Hides everything that may contain a secret, also in an address that cannot be parsed: up to the last `@`, and the query. */
export function withoutPassword(url: string): string {
  const [before, after] = [url.indexOf('//'), url.lastIndexOf('@')];
  const named = before !== -1 && after > before + 1 ? `${url.slice(0, before)}//***${url.slice(after)}` : url;
  const [address = '', ...query] = named.split('?');
  return query.length > 0 ? `${address}?***` : address;
}
