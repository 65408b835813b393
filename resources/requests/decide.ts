/** Decides a request: once, by a user with the permission. */
import {
  type ActionAnswer,
  Failure,
  type HookContext,
  invalid,
  type Message,
  query,
  say,
  texts,
  writeLocked,
} from '../../engine/index.ts';
import { retired } from '../equipment/in-use.ts';

/** The used fields of a request. */
interface RequestRow {
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly description: string;
  readonly requester_name: string | null;
  readonly requester_contact: string | null;
  readonly material_id: number | null;
}

/** The values of a decision. */
interface Decision {
  readonly status: 'accepted' | 'rejected' | 'duplicate';
  readonly decided_at: string;
  readonly decided_by_id: number | null;
  readonly forget_at: string | null;
  readonly material_id?: number;
  readonly incident_id?: number;
  readonly maintenance_id?: number;
  readonly duplicate_of_id?: number;
  readonly public_note?: string;
}

interface Deciding<I> extends HookContext {
  /** Locked, and received. */
  readonly row: RequestRow | null;
  readonly input: I;
  update(values: Decision): Promise<ActionAnswer>;
}

interface Accepted {
  readonly as: 'incident' | 'maintenance';
  readonly name?: string | null;
  readonly material_id?: number | null;
}

/** A request of which another one may be a duplicate. */
interface Followed {
  readonly id: number;
  readonly duplicate_of_id: number | null;
}

/** How long the sender of a decided request remains known. */
const known = 90 * 86_400_000;

const made = {
  incident: { path: 'incidents', link: 'incident_id' },
  maintenance: { path: 'maintenances', link: 'maintenance_id' },
} as const;

/**
 * Creates the incident or the maintenance, with all its inputs.
 *
 * @throws Failure `forbidden` without the permission to create it, `validation_failed` on `material_id` without a material
 */
export async function acceptRequest(deciding: Deciding<Accepted>): Promise<ActionAnswer> {
  const { row, input, rows, update } = deciding;
  const { id: own, name, description, material_id, site_id } = requireRow(row);
  const { path, link } = made[input.as];
  await requireCreate(deciding, input.as);
  const material = input.material_id ?? material_id;
  if (material === null) throw invalid({ material_id: [noMaterial] });
  const [found] = await rows('materials').find({ id: material, site_id }, { lock: 'share' });
  if (!found) throw invalid({ material_id: [say(texts.reference, { field: theMaterial })] });
  if (found.status === 'decommissioned') throw invalid({ material_id: [retired] });
  const values = { name: input.name ?? name, material_id: material, description };
  const { id } = await rows(path).create(values);
  await copyFiles(deciding, own, { resource: path, record_id: id });
  return update({ ...decision(deciding), status: 'accepted', material_id: material, [link]: id });
}

/** Copies the files of a request to the new row: separate rows with the same bytes, which remain if the others are deleted. */
async function copyFiles(
  { rows }: HookContext,
  request: number,
  place: { readonly resource: string; readonly record_id: number },
): Promise<void> {
  const files = await rows('attachments').find({ resource: 'work-requests', record_id: request });
  const kept = files.map(
    ({ id: _, site_id: __, created_by_id: ___, created_at: ____, updated_at: _____, ...file }) => file,
  );
  await rows('attachments').createAll(kept.map((file) => ({ ...file, ...place })));
}

/** Rejects a request; its sender can read the reason. */
export async function rejectRequest(deciding: Deciding<{ readonly reason: string }>): Promise<ActionAnswer> {
  const { input, update } = deciding;
  return update({ ...decision(deciding), status: 'rejected', public_note: input.reason });
}

/** Ends a request as a duplicate of another one. @throws Failure `validation_failed` on `of_id` */
export async function duplicateRequest(
  deciding: Deciding<{ readonly of_id: number }>,
): Promise<ActionAnswer> {
  const { row, input, rows, update, db } = deciding;
  const { id, site_id } = requireRow(row);
  const requests = rows<Followed>('work-requests');
  const refuse = (message: Message) => invalid({ of_id: [message] });
  // Two requests that are marked as duplicates of each other at the same time wait here; on two nodes, they write the same rows.
  let [other] = await requests.find({ id: input.of_id, site_id }, { lock: 'update' });
  if (!other) throw invalid({ of_id: [say(texts.reference, { field: otherRequest })] });
  while (other) {
    if (other.id === id) throw refuse(input.of_id === id ? itself : circle);
    await writeLocked(db, 'work_requests', [other.id]);
    const next: number | null = other.duplicate_of_id;
    if (next === null) break;
    [other] = await requests.find({ id: next }, { lock: 'update' });
  }
  return update({ ...decision(deciding), status: 'duplicate', duplicate_of_id: input.of_id });
}

function decision({ row, actor, now }: Deciding<unknown>) {
  const { requester_name, requester_contact } = requireRow(row);
  const isKnown = requester_name !== null || requester_contact !== null;
  const forget_at = isKnown ? new Date(Date.parse(now) + known).toISOString() : null;
  return { decided_at: now, decided_by_id: actor.id, forget_at };
}

/** Checks the permission in the transaction: a role may have been revoked since the request began. */
async function requireCreate({ db, actor }: HookContext, name: Accepted['as']): Promise<void> {
  const resource = { name, scope: 'site', operations: ['create'], headquartersOnly: [] } as const;
  const { text, bindings } = actor.warrant({ operation: 'create', resource });
  const held = actor.permissions.has(`${name}.create`) && (await query(db, { text, bindings })).length > 0;
  if (held) return;
  throw new Failure('forbidden', { message: say(texts.permission, { permission: `${name}.create` }) });
}

function requireRow<R>(row: R | null): R {
  if (row === null) throw new Error('This action is on a row.');
  return row;
}

const noMaterial = say('Name the material: the request has none.');
const itself = say('A request is no duplicate of itself.');
const circle = say('The other request is a duplicate of this one.');
const theMaterial = say('material');
const otherRequest = say('other request');
