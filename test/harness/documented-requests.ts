/** The commands of a documentation page, run unchanged against a service with the demo data. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { startService } from './service.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

export interface DocumentedRequests {
  /** The command blocks of a text, for this service. */
  blocksOf(text: string): string[];
  /** Runs commands, none of which may fail or print errors. @returns their output */
  run(script: string): Promise<string>;
  /** The rows of a CSV file that the commands have written. */
  rowsOf(file: string): Promise<Record<string, string>[]>;
  stop(): Promise<void>;
}

export async function startDocumentedRequests(): Promise<DocumentedRequests> {
  const service = await startService({ seed: 'demo' });
  const folder = await mkdtemp(join(tmpdir(), 'millwright-requests-'));
  return {
    blocksOf: (text) =>
      [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) =>
        block.replaceAll('http://127.0.0.1:3000', service.url),
      ),
    run: async (script) => {
      const given = ['-euo', 'pipefail', '-c', script];
      const { stdout, stderr } = await run('bash', ['--norc', ...given], { cwd: folder, maxBuffer: 2 ** 24 });
      expect(stderr).to.equal('');
      return stdout;
    },
    rowsOf: async (file) => parse(await readFile(join(folder, file), 'utf8'), { bom: true, columns: true }),
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param file by its path from the project's root */
export function readPage(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8');
}
