/** Records what has been cleaned on a round. */
import { type HookContext, invalid, say, texts } from '../../engine/index.ts';
import type { cleaningTypes } from './cleaning-types.ts';

/** The maximum number of materials per request. */
export const mostDone = 200;

/** The maximum number of named materials that do not belong to the round. */
const mostNamed = 10;

interface Round {
  readonly site_id: number;
  readonly zone_id: number | null;
  readonly material_ids: readonly number[];
  readonly type: (typeof cleaningTypes)[number];
}

interface Done {
  readonly material_ids: readonly number[];
  /** ISO 8601 UTC; null for now. */
  readonly cleaned_at: string | null;
}

/**
 * Records a cleaning of the round's type for each material, in ascending order of ids: requests with the same materials wait for
 * each other, without a deadlock.
 *
 * @returns the ids of the cleanings
 * @throws Failure `validation_failed` if a material is not part of the round, or the moment is in the future
 */
export async function bookRound(
  { rows, now }: Pick<HookContext, 'rows' | 'now'>,
  round: Round,
  { material_ids: wanted, cleaned_at: cleanedAt }: Done,
): Promise<number[]> {
  if (cleanedAt !== null && cleanedAt > now) throw invalid({ cleaned_at: [future] });
  const ids = wanted.toSorted((a, b) => a - b);
  await refuseOthers({ rows }, round, ids);
  const cleanings = rows('cleanings');
  const made: number[] = [];
  for (const material_id of ids) {
    const { id } = await cleanings.create({ material_id, type: round.type, cleaned_at: cleanedAt ?? now });
    made.push(id);
  }
  return made;
}

async function refuseOthers(
  { rows }: Pick<HookContext, 'rows'>,
  round: Round,
  ids: readonly number[],
): Promise<void> {
  const here = await rows<Material>('materials').find({ id: ids, site_id: round.site_id });
  const isOfRound = ({ id, zone_id: zone }: Material) =>
    round.zone_id === null ? round.material_ids.includes(id) : zone === round.zone_id;
  const known = new Map(here.map((material) => [material.id, material]));
  const others = ids.flatMap((id) => {
    const material = known.get(id);
    // The name of another site's material must not be revealed.
    return material && isOfRound(material) ? [] : [material?.name ?? `#${id}`];
  });
  if (others.length === 0) return;
  const [named, left] = [others.slice(0, mostNamed), others.length - mostNamed];
  const message =
    left > 0 ? say(othersAndMore, { materials: named, count: left }) : say(noneOf, { materials: named });
  throw invalid({ material_ids: [message] });
}

interface Material {
  readonly id: number;
  readonly zone_id: number;
  readonly name: string;
}

const future = say(texts.future, { field: say('time of the cleaning') });
const noneOf = say('Not of this round: {materials}.');
const othersAndMore = say('Not of this round: {materials} and {count} more.');
