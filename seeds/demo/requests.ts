/** Request points on every tenth material of a plant and in one of its zones, with their requests. */
import { day, hour, isoOf, minute } from './calendar.ts';
import { createRandom } from './random.ts';
import { type Lists, type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

const reports = [
  'There is oil on the floor below it.',
  'It makes a grinding noise since this morning.',
  'The guard does not close any more.',
  'The display is dark.\nThe machine runs all the same.',
  'A screw lay beside it. I put it on the bench.',
  'The emergency stop is loose.',
  'It smells of burnt rubber when it starts.',
  'The light above it flickers.',
  'Water drips from the pipe behind it.',
  'The same noise again.',
  'The handle came off.',
  'Please clean it: it is full of dust.',
] as const;

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const tokenLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** After incidents and people. */
export function requestRowsOf(
  { sites, materials, incidents, maintenances, start }: World,
  today: number,
): Lists {
  const random = createRandom('requests');
  const code = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(random.int(0, alphabet.length - 1))).join('');
  const points: Row[] = [];
  const requests: Row[] = [];
  for (const site of sites.filter(({ plan }) => !plan.isHeadquarters)) {
    const here = materials.filter(({ zone }) => zone.site === site).filter((_, at) => at % 10 === 0);
    const made = here.map((material, at): Row => {
      const id = points.length + at + 1;
      return {
        ...stamps({ id, author: site.author, createdAt: start + 6 * hour + id * minute }),
        ...{
          site_id: site.id,
          name: material.name,
          material_id: material.id,
          zone_id: null,
          token: code(tokenLetters, 22),
        },
        hint: at % 3 === 0 ? 'For danger to people, call 112 first.' : null,
        contact: (['optional', 'none', 'required'] as const)[at % 3] ?? 'optional',
        ...{ photos: true, active: at % 7 !== 6 },
      };
    });
    points.push(...made);
    const incident = incidents.find(({ material }) => material.zone.site === site);
    const maintenance = maintenances.find(({ material }) => material.zone.site === site);
    const first = requests.length + 1;
    for (const [at, description] of reports.entries()) {
      const point = made[at % made.length];
      const material = here[at % made.length];
      if (!point || !material) continue;
      const state = stateAt(at, {
        first,
        incident: incident?.id ?? null,
        maintenance: maintenance?.id ?? null,
      });
      const id = requests.length + 1;
      const createdAt = today - (reports.length - at) * day + 9 * hour;
      const decided = state.status !== 'received';
      requests.push({
        ...stamps({ id, author: null, createdAt }),
        ...{ site_id: site.id, description, name: description.split('\n')[0] ?? description },
        ...{ request_point_id: Number(point.id), material_id: material.id, zone_id: material.zone.id },
        reference: code(letters, 12).replace(/(.{4})(.{4})/, '$1-$2-'),
        requester_name: at % 2 === 0 ? 'Night shift' : null,
        requester_contact: null,
        ...state,
        decided_at: decided ? isoOf(createdAt + 3 * hour) : null,
        decided_by_id: decided ? (site.author?.id ?? null) : null,
        forget_at: decided && at % 2 === 0 ? isoOf(createdAt + 3 * hour + 90 * day) : null,
      });
    }
  }
  return [
    ['request-points', points],
    ['work-requests', requests],
  ];
}

/** The state of a request by its position: the latest are not decided. */
function stateAt(
  at: number,
  { first, incident, maintenance }: { first: number; incident: number | null; maintenance: number | null },
) {
  const open = { incident_id: null, maintenance_id: null, duplicate_of_id: null, public_note: null };
  if (at === 1 && incident !== null) return { ...open, status: 'accepted', incident_id: incident };
  if (at === 2 && maintenance !== null) return { ...open, status: 'accepted', maintenance_id: maintenance };
  if (at === 3) return { ...open, status: 'rejected', public_note: 'It is switched off on purpose.' };
  if (at === 4) return { ...open, status: 'duplicate', duplicate_of_id: first + 1 };
  return { ...open, status: 'received' };
}
