/**
 * The codes of failures, with a first list: short codes in common use, in words of our own. From now on the list belongs to the
 * headquarters.
 */
import type { Knex } from 'knex';
import * as make from './columns/index.ts';

export const values = { failure_codes: { kind: ['mode', 'mechanism', 'cause'] } };

/** How a failure shows. */
const modes = `
  AIR Reading not plausible; BRD Breakdown; DOP Acts too late; ELP Leaks its product to the outside;
  ELU Leaks oil, water or air to the outside; ERO Output varies; FTC Does not close on demand;
  FTF Does not work on demand; FTO Does not open on demand; FTS Does not start on demand; HIO Output too high;
  INL Leaks inside; LCP Leaks when closed; LOO Output too low; NOI Noise; OHE Overheating; OTH Something else;
  PDE Value out of tolerance; PLU Plugged or choked; SER Small trouble in service; STD Structure damaged;
  STP Does not stop on demand; UNK Unknown; UST Stops by itself; VIB Vibration`;

/** Parts that wear, break or fail: groups, and the codes below each. */
const mechanisms = `
  1 Mechanics; 1.1 Leakage; 1.2 Vibration; 1.3 Wrong clearance or alignment; 1.4 Deformation; 1.5 Loose part; 1.6 Sticking part;
  2 Material; 2.1 Cavitation; 2.2 Corrosion; 2.3 Erosion; 2.4 Wear; 2.5 Breakage; 2.6 Fatigue; 2.7 Heat; 2.8 Burst;
  3 Instruments and control; 3.1 Control; 3.2 No signal or alarm; 3.3 Wrong signal or alarm; 3.4 Out of adjustment; 3.5 Software;
  3.6 Several instruments at once;
  4 Electricity; 4.1 Short circuit; 4.2 Open circuit; 4.3 No power; 4.4 Wrong voltage or frequency; 4.5 Earth fault;
  5 From outside; 5.1 Blockage; 5.2 Contamination; 5.3 Another influence;
  6 Other mechanisms; 6.1 None found; 6.2 Several together; 6.3 None of these; 6.4 Not known`;

/** Why it came to that: likewise. */
const causes = `
  1 Design; 1.1 Too small for its task; 1.2 Unfit material;
  2 Making; 2.1 Fault in manufacture; 2.2 Fault in installation;
  3 Use and upkeep; 3.1 Used beyond its limits; 3.2 Wrong operation; 3.3 Wrong or missing maintenance; 3.4 Expected wear;
  4 Organization; 4.1 Wrong or missing documents; 4.2 Wrong planning;
  5 Other causes; 5.1 No cause found; 5.2 One cause of several failures; 5.3 Several causes together;
  5.4 Failure of something else; 5.5 None of these; 5.6 Not known`;

const codes = make.migrationOf({
  failure_codes: (t, knex) => {
    make.resource(t);
    make.choice(t, 'kind');
    make.sortedText(t, 'code', 10).notNullable();
    t.string('name', 255).notNullable();
    t.text('description').nullable();
    make.reference(t, 'parent_id', 'failure_codes').nullable();
    t.boolean('active').notNullable();
    make.searchText(t, knex);

    t.unique(['kind', 'code_key']);
    t.index(['code_key', 'id']);
    t.index(['parent_id', 'id']);
  },
});

export async function up(knex: Knex): Promise<void> {
  await codes.up(knex);
  // One statement: a run that was killed has made all of them or none.
  if (!(await knex('failure_codes').first('id'))) await knex('failure_codes').insert(firstRows());
}

/** Groups come before their members. */
function firstRows(): Record<string, unknown>[] {
  // The same at each run: one that was killed and comes again says nothing else.
  const at = '2026-01-01 00:00:00.000';
  const all = Object.entries({ mode: modes, mechanism: mechanisms, cause: causes }).flatMap(([kind, list]) =>
    list.split(';').map((entry) => {
      const [code = '', ...words] = entry.trim().split(' ');
      return { kind, code, name: words.join(' ') };
    }),
  );
  return all.map((row, place) => {
    const { kind, code, name } = row;
    const parent = all.findIndex((one) => one.kind === kind && code.startsWith(`${one.code}.`));
    const keys = { code_key: code.toLowerCase(), search_text: `${name}\n${code}`.toLowerCase() };
    const stamps = { created_at: at, updated_at: at };
    return {
      ...row,
      ...keys,
      ...stamps,
      id: place + 1,
      parent_id: parent === -1 ? null : parent + 1,
      active: true,
    };
  });
}

export const { down } = codes;
