/** Rounds of measuring several servers, one after the other, so that whatever else the machine does falls on all of them. */
import type { BenchSite } from './bench-site.ts';
import type { Load, Measured, Sample } from './measure.ts';
import type { WorkName } from './work.ts';

export interface Pace {
  readonly rounds: number;
  /** Of one round of one server. */
  readonly seconds: number;
  /** Of each work, for each server, before anything is measured. */
  readonly warmUp: number;
  /** Of a work, for each server, right before it is measured: what came before it was other work. */
  readonly resume: number;
}

export interface Measuring {
  readonly site: BenchSite;
  readonly headers: Readonly<Record<string, string>>;
  readonly load: Load;
}

/** Of each work the rounds, of each round a sample of every server by its name. */
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
  // The more code a server has the later the compiler has seen all of it: what is asked for is the steady state.
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
