/** The path of Chromium: Debian's, or that of CHROMIUM_PATH. A headless one opens a window in a quarter of the time. */
import { existsSync } from 'node:fs';

export const howToInstallChromium =
  'install it with: apt-get install chromium-headless-shell, or set CHROMIUM_PATH';

/** The path of the program, or null if it is not installed. */
export function findChromium(): string | null {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return places.find((path): path is string => path !== undefined && path !== '' && existsSync(path)) ?? null;
}
