/** Look-ups for people without an account: the place of a request point, and the progress of a request. */
import type { Knex } from 'knex';
import { dialectOf, query } from '../../engine/database/query.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { showInstant } from '../../engine/values.ts';
import { readReference } from './codes.ts';

export type Contact = 'none' | 'optional' | 'required';

/** A request point that accepts requests. */
export interface Point {
  readonly id: number;
  readonly siteId: number;
  readonly site: string;
  readonly place: string;
  readonly hint: string | null;
  readonly contact: Contact;
  /** Whether it accepts photos. */
  readonly photos: boolean;
}

/** The resources that this needs. */
const pointsPath = 'request-points';
export const requestsPath = 'work-requests';
export const filesPath = 'attachments';

/** Whether a project has both. */
export const hasRequests = (registry: Pick<Registry, 'has'>): boolean =>
  registry.has(pointsPath) && registry.has(requestsPath);

/** Whether a project stores files of requests. */
export const keepsPhotos = (registry: Registry): boolean =>
  registry.has(filesPath) && registry.get(requestsPath)?.definition.attachable === true;

/**
 * The request point of a token; null if it accepts no requests, for any reason.
 * @param held whether it is locked until the transaction ends
 */
export async function findPoint(db: Knex, token: string, held = false): Promise<Point | null> {
  const [row] = await query(db, {
    text:
      'select p.id, p.site_id, p.token, p.hint, p.contact, p.photos, s.name as site, coalesce(m.name, z.name) as place ' +
      'from request_points p join sites s on s.id = p.site_id left join materials m on m.id = p.material_id ' +
      "left join zones z on z.id = p.zone_id where p.token = ? and p.active = 1 and coalesce(m.status, '') <> 'decommissioned'" +
      (held ? dialectOf(db).lock('share') : ''),
    bindings: [token],
  });
  // MariaDB ignores trailing spaces in comparisons.
  if (row?.token !== token) return null;
  return {
    id: Number(row.id),
    siteId: Number(row.site_id),
    site: String(row.site),
    place: String(row.place),
    hint: row.hint === null ? null : String(row.hint),
    contact: contacts.find((one) => one === row.contact) ?? 'none',
    photos: Number(row.photos) === 1,
  };
}

const contacts: readonly Contact[] = ['none', 'optional', 'required'];

/** The target of a request point's code: the address of its form, or only its token; null for other texts. */
export async function placeAt(
  db: Knex,
  code: string,
  hosts: readonly string[],
): Promise<{ readonly path: string; readonly id: number } | null> {
  const url = URL.canParse(code) ? new URL(code) : null;
  const [, inAddress] = /\/r\/([\w-]{22})$/i.exec(url && hosts.includes(url.host) ? url.pathname : '') ?? [];
  const token = inAddress ?? code;
  if (!/^[\w-]{22}$/.test(token)) return null;
  const find = (where: string) =>
    query(db, {
      text: `select material_id, zone_id from request_points where ${where} limit 2`,
      bindings: [token],
    });
  let [row, another] = await find('token = ?');
  // In capitals alone, as some labels and scanners write it, it stands for the only one that it can be.
  if (!row && token === token.toUpperCase()) [row, another] = await find('upper(token) = ?');
  if (!row || another) return null;
  const isMaterial = row.material_id !== null;
  return { path: isMaterial ? 'materials' : 'zones', id: Number(row.material_id ?? row.zone_id) };
}

type Status = 'received' | 'accepted' | 'in_progress' | 'done' | 'rejected';

/** The progress of a request, as its sender may see it. */
export interface Progress {
  readonly reference: string;
  readonly status: Status;
  /** ISO 8601 UTC. */
  readonly received_at: string;
  readonly updated_at: string;
  readonly note: string | null;
}

/** The meaning of incidents' and maintenances' states for the sender. */
const following: Readonly<Record<string, Status>> = {
  ...{ open: 'accepted', planned: 'accepted', in_progress: 'in_progress' },
  ...{ resolved: 'done', closed: 'done', completed: 'done', canceled: 'rejected' },
};

/** The maximum length of a chain of duplicates. */
const mostSteps = 50;

/** The request of a reference, in any notation; null if there is none. */
export async function findProgress(db: Knex, written: string): Promise<Progress | null> {
  // An invalid reference is looked up as well, so that it takes the same time.
  const reference = readReference(written) ?? '';
  const own = await readRequest(db, 'r.reference = ?', reference);
  if (!own || own.reference !== reference) return null;
  let followed = own;
  for (let step = 0; followed.duplicate_of_id !== null && step < mostSteps; step += 1) {
    const other = await readRequest(db, 'r.id = ?', Number(followed.duplicate_of_id));
    if (!other) break;
    followed = other;
  }
  const moments = [own, followed].flatMap((row) => [row.updated_at, row.incident_at, row.maintenance_at]);
  const latest = moments.flatMap((moment) => (moment === null ? [] : [String(moment)])).sort();
  return {
    reference,
    status: statusOf(followed),
    received_at: showInstant(String(own.created_at)),
    updated_at: showInstant(latest.at(-1) ?? String(own.updated_at)),
    note: own.public_note === null ? null : String(own.public_note),
  };
}

async function readRequest(db: Knex, where: string, value: string | number) {
  const moment = (column: string) => `cast(${column} as char)`;
  const [row] = await query(db, {
    text:
      `select r.reference, r.status, r.public_note, r.duplicate_of_id, ${moment('r.created_at')} as created_at, ` +
      `${moment('r.updated_at')} as updated_at, i.status as incident, ${moment('i.updated_at')} as incident_at, ` +
      `m.status as maintenance, ${moment('m.updated_at')} as maintenance_at from work_requests r ` +
      'left join incidents i on i.id = r.incident_id left join maintenances m on m.id = r.maintenance_id ' +
      `where ${where}`,
    bindings: [value],
  });
  return row;
}

function statusOf({ status, incident, maintenance }: Readonly<Record<string, unknown>>): Status {
  if (status === 'received' || status === 'rejected') return status;
  return following[String(incident ?? maintenance)] ?? 'accepted';
}
