/**
 * `npm run tools [-- NAME …]`: generates a client with each of seven generators from the document of a service that it starts,
 * checks its types, makes real calls with it, and checks the document and the answers with Spectral, Redocly and Prism. It
 * installs packages from the npm registry, some 400 MB in a temporary folder that is removed afterwards. The exit code is 1 after
 * an error.
 */
import { join } from 'node:path';
import { freePort } from '../../test/harness/port.ts';
import { startProcess } from '../../test/harness/process.ts';
import { until } from '../../test/harness/until.ts';
import { table } from '../figures.ts';
import { type Generator, generators } from './clients.ts';
import { judgeFiles, judgePackages, judges } from './judges.ts';
import { makeFolder, makeWorkplace, type Workplace } from './workplace.ts';

const compilerOptions = {
  ...{
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
  },
  ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: ['node'] },
};
const shared = ['typescript@5.9.3', '@types/node@20.19.43', 'tsx@4.21.0'];

/** The errors of each step; none if all succeeded. */
type Report = Readonly<Record<'generated' | 'types' | 'calls', string>>;

async function tryGenerator(place: Workplace, name: string, made: Generator, url: string, document: string) {
  const folder = await makeFolder(place, name, {
    'openapi.json': document,
    'calls.ts': made.calls,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['calls.ts'] }),
    ...made.files,
  });
  const generated = await place.run(folder, made.command);
  const types = await place.run(folder, ['tsc', '-p', '.']);
  const report: Report = {
    generated: generated.status === 0 ? '' : generated.output.slice(-1000),
    types: types.status === 0 ? '' : types.output.slice(0, 1000),
    calls: await callsOf(place, folder, url),
  };
  return report;
}

/** The failed calls of a client. @param url their target */
async function callsOf(place: Workplace, folder: string, url: string, origin = url): Promise<string> {
  const { output } = await place.run(folder, ['tsx', 'driver.ts'], { SERVICE: url, ORIGIN: origin });
  const told = output.trim().split('\n').at(-1);
  return told === '{}' ? '' : output.slice(-1500);
}

/** Calls of the first client through Prism, which refuses requests and answers that do not match the document. */
async function tryPrism(place: Workplace, folder: string, url: string): Promise<string> {
  const port = await freePort();
  const proxy = place.start(folder, [
    'prism',
    'proxy',
    'openapi.json',
    url,
    '--errors',
    '--port',
    String(port),
  ]);
  try {
    const through = `http://127.0.0.1:${port}`;
    await until(
      'Prism answers',
      async () => (await fetch(`${through}/api/v1/service`).catch(() => null))?.ok === true,
    );
    return await callsOf(place, folder, through, url);
  } finally {
    proxy.kill();
  }
}

const asked = process.argv.slice(2);
const chosen = Object.entries(generators).filter(([name]) => asked.length === 0 || asked.includes(name));
if (chosen.length === 0) throw new Error(`Name some of: ${Object.keys(generators).join(', ')}.`);
const service = await startProcess({ env: { SEED_DEMO: 'true' } });
const place = await makeWorkplace([
  ...shared,
  ...judgePackages,
  ...chosen.flatMap(([, { packages }]) => packages),
]).catch(async (error: unknown) => {
  await service.stop();
  throw error;
});
try {
  const document = await (await fetch(`${service.url}/api/v1/openapi.json`)).text();
  const rows: string[][] = [['', 'generated', 'types', 'calls']];
  const wrong: string[] = [];
  const tell = (name: string, parts: readonly (string | null)[]) => {
    rows.push([name, ...parts.map((part) => (part === null ? '–' : part === '' ? 'right' : 'WRONG'))]);
    for (const part of parts) if (part) wrong.push(`${name}\n${part}`);
  };
  for (const [name, made] of chosen) {
    const { generated, types, calls } = await tryGenerator(place, name, made, service.url, document);
    tell(name, [generated, types, calls]);
  }
  const judged = await makeFolder(place, 'judges', { 'openapi.json': document, ...judgeFiles });
  for (const [name, judge] of Object.entries(judges)) tell(name, [await judge(place, judged), null, null]);
  const [first = ''] = chosen.map(([name]) => join(place.folder, name.replace(/\W+/g, '-')));
  tell('Prism, as a proxy', [null, null, await tryPrism(place, first, service.url)]);
  console.log(`${table(rows)}\n\n${wrong.join('\n\n')}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await place.remove();
  await service.stop();
}
