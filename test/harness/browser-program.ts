/** The browser of the tests: Debian's Chromium or, with `TEST_BROWSER=firefox`, Debian's Firefox. */
import { existsSync } from 'node:fs';

interface Program {
  /** As people call it. */
  readonly title: string;
  readonly howToInstall: string;
  /** The first that exists is started. */
  readonly paths: readonly (string | undefined)[];
}

const programs = {
  // A headless Chromium opens a window in a quarter of the time.
  chromium: {
    title: 'Chromium',
    howToInstall: 'install it with: apt-get install chromium-headless-shell, or set CHROMIUM_PATH',
    paths: [
      process.env.CHROMIUM_PATH,
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
    ],
  },
  firefox: {
    title: 'Firefox',
    howToInstall: 'install it with: apt-get install firefox-esr, or set FIREFOX_PATH',
    paths: [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'],
  },
} satisfies Readonly<Record<string, Program>>;

/** What `TEST_BROWSER` names. @throws if it names no browser of the tests */
export const browserKind = kindOf(process.env.TEST_BROWSER || 'chromium');
export const browserProgram: Program = programs[browserKind];

function kindOf(name: string): keyof typeof programs {
  if (name === 'chromium' || name === 'firefox') return name;
  throw new Error(`TEST_BROWSER is "${name}". It can be ${Object.keys(programs).join(' or ')}.`);
}

/** The path of the browser's program, or null if it is not installed. */
export function findBrowser(): string | null {
  return browserProgram.paths.find((path): path is string => !!path && existsSync(path)) ?? null;
}

/** The files whose tests need it. */
export const whereBrowsersAre = /\/test\/(?:\w+\/)?browser\//;
