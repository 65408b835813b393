/** Measures several servers in interleaved rounds, so that other load on the machine affects all of them. */
import type { BenchSite } from './bench-site.ts';
import type { Load, Measured, Sample } from './measure.ts';
import type { WorkName } from './work.ts';

export interface Pace {
  readonly rounds: number;
  /** Per round and server. */
  readonly seconds: number;
  /** Per work and server, before all measurements. */
  readonly warmUp: number;
  /** Per work and server, right before each measurement, because other work came before. */
  readonly resume: number;
}

export interface Measuring {
  readonly site: BenchSite;
  readonly headers: Readonly<Record<string, string>>;
  readonly load: Load;
}

/** Per work the rounds, per round a sample of every server by its name. */
export async function measureWorks<Name extends string>(
  servers: readonly (Measured & { readonly name: Name })[],
  works: readonly WorkName[],
  { rounds, seconds, warmUp, resume }: Pace,
  { site, headers, load }: Measuring,
): Promise<Map<WorkName, ReadonlyMap<Name, Sample>[]>> {
  const results = new Map<WorkName, ReadonlyMap<Name, Sample>[]>();
  let runs = 0;
  const run = (one: Measured, work: WorkName, time: number) => {
    runs += 1;
    return load.run(one, { work, site, headers, seconds: time, run: `r${runs}` });
  };
  const warm = async (work: WorkName, time: number) => {
    for (const one of servers) await run(one, work, time);
  };
  // The more code a server has, the later all of it is compiled: the steady state is measured.
  for (const work of works) await warm(work, warmUp);
  for (const work of works) {
    await warm(work, resume);
    const measured: ReadonlyMap<Name, Sample>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const samples = new Map<Name, Sample>();
      for (let place = 0; place < servers.length; place += 1) {
        const one = servers[(place + round) % servers.length];
        if (one) samples.set(one.name, await run(one, work, seconds));
      }
      measured.push(samples);
    }
    results.set(work, measured);
    process.stderr.write(`${work} is measured.\n`);
  }
  return results;
}
