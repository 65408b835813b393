/** Tools that check the document, and answers against it. */
import type { Workplace } from './workplace.ts';

/** The errors of a document, one per line; none if it is valid. */
export type Judge = (place: Workplace, folder: string) => Promise<string>;

export const judgePackages = [
  '@stoplight/spectral-cli@6.16.3',
  '@redocly/cli@2.77.0',
  '@stoplight/prism-cli@5.16.0',
];

/** With their default rules, errors only. */
export const judges: Readonly<Record<string, Judge>> = {
  Spectral: async (place, folder) => {
    const command = [
      'spectral',
      'lint',
      'openapi.json',
      '--ruleset',
      'spectral.json',
      '--fail-severity=error',
    ];
    const { status, output } = await place.run(folder, [...command, '--display-only-failures']);
    return status === 0 ? '' : output.slice(0, 2000);
  },
  Redocly: async (place, folder) => {
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { status, output } = await place.run(folder, ['redocly', 'lint', 'openapi.json'], env);
    return status === 0 ? '' : output.slice(0, 2000);
  },
};

/** Their rule files. */
export const judgeFiles = {
  'spectral.json': JSON.stringify({ extends: ['spectral:oas'] }),
  'redocly.yaml': JSON.stringify({ extends: ['recommended'], telemetry: 'off' }),
};
