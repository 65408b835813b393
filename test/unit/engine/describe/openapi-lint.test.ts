import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { buildRegistry } from '../../../../engine/features/index.ts';
import { loadDefinitions } from '../../../../engine/model/compile.ts';
import { describeApi } from '../../../../service/http/document/api-document.ts';
import { resourcesFolder } from '../../../../service/project/project.ts';
import { systemPaths } from '../../../../service/project/registry.ts';

/** Stricter than its recommendation, whose warnings would let a test pass. */
const configuration = {
  extends: ['recommended-strict'],
  telemetry: 'off',
  rules: {
    // The health checks are asked for by machines, and cannot be asked wrongly.
    'operation-4xx-response': 'off',
  },
};

/** Nothing but the check: no question to another host whether there is a newer version. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const linter = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

describe('the OpenAPI document, as Redocly sees it', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-lint-'));
    await writeFile(join(folder, 'redocly.yaml'), JSON.stringify(configuration));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const lint = async (document: unknown): Promise<string[]> => {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
    const run = promisify(execFile)(process.execPath, [linter, 'lint', 'openapi.json', '--format=json'], {
      cwd: folder,
      env: { ...process.env, ...quiet },
      maxBuffer: 64 * 1024 * 1024,
    });
    // It ends with 1 where it finds something: what it found is what is looked at.
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    return problems.map((one: { ruleId: string; message: string; location: { pointer: string }[] }) =>
      [one.ruleId, one.message, one.location[0]?.pointer].join(' · '),
    );
  };

  it('is without a fault: references, examples, security, ids', async () => {
    const registry = buildRegistry(await loadDefinitions(resourcesFolder), systemPaths);
    const document = describeApi({ appUrl: 'https://millwright.test', locales: ['en', 'fr'] }, registry);
    expect(await lint(document)).to.deep.equal([]);
  });

  it('would be told of a wrong example and of a reference to nothing', async () => {
    const document = describeApi({ appUrl: 'https://millwright.test', locales: ['en', 'fr'] }, new Map());
    const text = JSON.stringify(document)
      .replace('"two_factor":false', '"two_factor":"perhaps"')
      .replace('#/components/schemas/RecoveryCodes', '#/components/schemas/Nothing');
    const rules = (await lint(JSON.parse(text))).map((one) => one.split(' · ')[0]);
    expect(rules).to.include.members(['no-invalid-media-type-examples', 'no-unresolved-refs']);
  });
});
