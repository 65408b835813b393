/** Comments on equipment, work and faults: on every seventh maintenance, every fifth fault, every twentieth material. */
import { firstWords } from '../../resources/names/first-words.ts';
import { hour, isoOf, minute } from './calendar.ts';
import type { Person, Site } from './model.ts';
import { people } from './people.ts';
import { type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

const said = {
  materials: [
    'The name plate is behind the left cover.',
    'Runs warmer than its twin. Keep an eye on it.',
    'Spare seals are in the grey cabinet, second shelf.',
  ],
  maintenances: [
    'Took longer than planned: two bolts had seized.',
    'Used the last filter. Please order new ones.',
    'Done. The old part is on the bench if somebody wants to see it.',
    'The guard needs a new latch.\nI fixed it with a clamp for now.',
  ],
  incidents: [
    'Same noise as last time. I suspect the bearing.',
    'It only happens when the line starts cold.',
    'I slowed the line down until this is mended.',
  ],
} as const;

/** A row with comments. */
interface Subject {
  readonly resource: keyof typeof said;
  readonly id: number;
  readonly site: Site;
  readonly at: number;
}

/** Rows for `comments`, after those that they are attached to. Every third one has an answer by another person of the site. */
export function commentRowsOf({ materials, maintenances, incidents, start }: World, today: number): Row[] {
  const subjects: Subject[] = [
    ...every(20, materials).map(({ id, zone }) => on('materials', id, zone.site, start + id * hour)),
    ...every(7, maintenances).map(({ id, material, createdAt }) =>
      on('maintenances', id, material.zone.site, createdAt + hour),
    ),
    ...every(5, incidents).map(({ id, material, createdAt }) =>
      on('incidents', id, material.zone.site, createdAt + 20 * minute),
    ),
  ];
  const rows = subjects
    .filter(({ at }) => at + 2 * hour < today)
    .flatMap((subject, place) => rowsOn(subject, place));
  return rows.map((row, at) => ({ ...row, id: at + 1 }));
}

const every = <T>(step: number, all: readonly T[]): T[] => all.filter((_, at) => at % step === 0);
const on = (resource: Subject['resource'], id: number, site: Site, at: number): Subject => ({
  ...{ resource, id, site, at },
});

function rowsOn({ resource, id, site, at }: Subject, place: number): Row[] {
  const writers = people.filter(({ roles }) =>
    roles.some(([name, role]) => name === site.plan.name && role !== 'viewer'),
  );
  const first = writers[place % writers.length];
  const second = writers[(place + 1) % writers.length];
  if (!first || !second) return [];
  const texts = said[resource];
  const row = (author: Person, body: string, createdAt: number, mention_ids: number[]): Row => ({
    ...stamps({ id: 0, author, createdAt }),
    ...{ resource, record_id: id, site_id: site.id, name: firstWords(body), body, mention_ids },
    edited_at: place % 9 === 0 ? isoOf(createdAt + 10 * minute) : null,
  });
  const question = row(first, texts[place % texts.length] ?? '', at, first === second ? [] : [second.id]);
  if (place % 3 !== 0 || first === second) return [question];
  return [question, row(second, 'Thank you, I will have a look.', at + hour, [])];
}
