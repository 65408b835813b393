/** Names a user's browser in a few words, so that they recognize it in the list of their sessions. */

const browsers: readonly [name: string, sign: RegExp][] = [
  // More particular ones first: nearly all of them claim to be Chrome, Safari and Mozilla as well.
  ['Edge', /\bEdgi?A?\w*\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * `Firefox on Windows` for a `User-Agent` of that kind; the beginning of any other one as it is; null for none.
 * Only a hint for a person, never a reason for a decision: the client can send any header.
 */
export function browserName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const [browser] = browsers.find(([, sign]) => sign.test(userAgent)) ?? [];
  const [system] = systems.find(([, sign]) => sign.test(userAgent)) ?? [];
  if (!browser) return userAgent.slice(0, 60);
  return system ? `${browser} on ${system}` : browser;
}
