/**
 * `npm run doctor`: one page on settings, database, schema, counts, keys, people, tasks and disk, with a remedy for each problem.
 * It changes nothing, and may run beside the service. `--json` is for machines. Its exit code is 1 if there is a fault.
 */
import { parseArgs } from 'node:util';
import { findProject } from '../service/project/project.ts';
import { createRegistry } from '../service/project/registry.ts';
import { version } from '../service/project/version.ts';
import { printFailure } from '../service/start/command.ts';
import { examine } from './doctor/examine.ts';
import { pageOf, printPage } from './doctor/page.ts';

try {
  await findProject();
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const checks = await examine({ environment: process.env, loadRegistry: createRegistry });
  const page = pageOf(checks, version, new Date());
  process.stdout.write(values.json ? `${JSON.stringify(page, null, 2)}\n` : printPage(page));
  if (page.state === 'fault') process.exitCode = 1;
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
