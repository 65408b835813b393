/** The parts of a material follow it: into another zone, and when it is decommissioned. */
import {
  type HookContext,
  Integer,
  type Message,
  type ReportContext,
  report,
  say,
} from '../../engine/index.ts';
import { followStatus } from '../stops/follow-status.ts';

interface MovedPart {
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly zone_id: number;
  readonly status: string;
  readonly decommissioned_at: string | null;
}

interface Following extends HookContext {
  fail(field: 'zone_id', message: Message): void;
}

type Whole = Omit<MovedPart, 'decommissioned_at'>;

/** Moves the parts that are in the former zone of a material, and those below them, and decommissions them with it. */
export async function followParts(write: Following, row: Whole, previous: Whole | null): Promise<void> {
  if (!previous) return;
  const { rows, now, fail } = write;
  const isMoved = row.zone_id !== previous.zone_id;
  const isRetired = row.status === 'decommissioned' && previous.status !== 'decommissioned';
  if (!isMoved && !isRetired) return;
  const materials = rows<MovedPart>('materials');
  const parts = await partsIn(write, row.id, previous.zone_id);
  if (parts.length === 0) return;
  if (isMoved) {
    const own = parts.map(({ id }) => id);
    const names = parts.map(({ name }) => name);
    const there = { zone_id: row.zone_id, name: names, id: { not: own } };
    const [same] = await materials.find(there, { limit: 1 });
    if (same) return fail('zone_id', say(isThere, { name: same.name }));
    await materials.change(parts, { zone_id: row.zone_id });
  }
  if (!isRetired) return;
  const used = parts.filter(({ status }) => status !== 'decommissioned');
  await materials.change(used, { status: 'decommissioned', decommissioned_at: now });
  for (const part of used) await followStatus(write, { ...part, status: 'decommissioned' }, part);
}

/** All parts below a material that are in a zone, by way of such parts; locked. */
async function partsIn({ rows }: Following, id: number, zone_id: number): Promise<MovedPart[]> {
  const found = new Map<number, MovedPart>();
  for (let above = [id]; above.length > 0; ) {
    const below = await rows<MovedPart>('materials').find({ zone_id, parent_id: above }, { lock: 'update' });
    for (const part of below) found.set(part.id, part);
    above = below.map((part) => part.id);
  }
  return [...found.values()];
}

/** What the form says before it is saved. It runs behind the write: what follows has changed at this moment. */
export const following = report({
  on: 'row',
  unsaved: true,
  label: 'Parts that follow',
  summary: 'How many parts move or are decommissioned with it.',
  answer: { parts: Integer({ label: 'parts that follow', heading: 'Parts' }) },
  run: async (work) => ({ parts: await countFollowing(work) }),
  says: (_work, [told]) => followingInWords(told?.parts ?? 0),
});

async function countFollowing({
  rows,
  now,
  id,
}: Pick<ReportContext, 'rows' | 'now' | 'id'>): Promise<number> {
  let count = 0;
  for (let above = [id ?? 0]; above.length > 0; ) {
    const below = await rows('materials').find({ parent_id: above, updated_at: now });
    count += below.length;
    above = below.map((part) => part.id);
  }
  return count;
}

function followingInWords(count: number): Message {
  if (count === 0) return say('No part follows.');
  return count === 1 ? say('1 part follows it.') : say('{count} parts follow it.', { count });
}

const isThere = say('Its part “{name}” cannot move along: the zone has a material of this name already.');
