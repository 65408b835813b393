/** Rows of what work and stops cost at a large site, with the classes and the codes that figures compare. */
import type { Knex } from 'knex';
import { keyed, type Row, search, type Tables } from '../../../../../../seeds/bulk/insert.ts';
import { dayOf } from '../../../../../../seeds/demo/calendar.ts';
import type { Ground } from './upkeep-rows.ts';

/** How many rows each table has; trades and classes are filled in by hand, as procedures and their steps are. */
const many = 3000;
const few = 300;
/** Classes that stand at the top of their tree. */
const tops = 20;

export function workedRows({ siteId, first, last, made, at }: Ground): Tables {
  const rows = (build: (n: number) => Row, count = many): Row[] =>
    Array.from({ length: count }, (_, n) => build(n));
  const own = { site_id: siteId };
  const onDay = (n: number) => dayOf(Date.parse(`${at(n).replace(' ', 'T')}Z`));
  const maintenanceOf = (n: number) => last.maintenance - ((n * 577) % many);
  const materialOf = (n: number) => last.material - ((n * 577) % many);
  return [
    [
      'equipment_classes',
      rows(
        (n) => ({
          ...made(first.equipment_classes, n),
          ...keyed('name', `Class ${n}`),
          ...keyed('code', `X${n}`),
          parent_id: n < tops ? null : first.equipment_classes + (n % tops),
          ...search(`Class ${n}`),
        }),
        few,
      ),
    ],
    [
      'trades',
      rows(
        (n) => ({
          ...made(first.trades, n),
          ...own,
          ...keyed('name', `Trade ${n}`),
          ...{ hourly_rate: 4000 + n, active: n % 30 === 0 ? 0 : 1 },
          ...search(`Trade ${n}`),
        }),
        few,
      ),
    ],
    [
      'procedures',
      rows(
        (n) => ({
          ...made(first.procedures, n),
          ...own,
          ...keyed('name', `Procedure ${n}`),
          ...{ revision: 1, active: n % 30 === 0 ? 0 : 1 },
          ...search(`Procedure ${n}`),
        }),
        few,
      ),
    ],
    [
      'procedure_steps',
      rows((n) => ({
        ...{ procedure_id: first.procedures + (n % few), position: Math.floor(n / few) },
        ...{ title: `Step ${n}`, kind: 'check', required: 1, on_fail: 'none' },
      })),
    ],
    [
      'maintenance_steps',
      rows((n) => ({
        ...{
          ...made(first.maintenance_steps, n),
          ...own,
          maintenance_id: maintenanceOf(n),
          position: n % 50,
        },
        ...{ title: `Step ${n}`, kind: 'check', required: 1, on_fail: 'none', not_applicable: 0 },
        ...{ status: n % 30 === 0 ? 'failed' : 'done', passed: n % 30 === 0 ? 0 : 1, procedure_version: 1 },
        incident_id: n % 30 === 0 ? first.incidents + n : null,
        procedure_id: first.procedures + (n % few),
      })),
    ],
    [
      'labour_entries',
      rows((n) => {
        // A person has one that is running.
        const isRunning = n === many - 1;
        return {
          ...made(first.labour_entries, n),
          ...own,
          maintenance_id: maintenanceOf(n),
          user_id: n % 20 === 0 ? 1 : last.user,
          trade_id: first.trades + (n % 20),
          kind: n % 30 === 0 ? 'waiting' : n % 5 === 0 ? 'travel' : 'work',
          ...{ worked_on: onDay(n), minutes: isRunning ? null : 30, started_at: isRunning ? at(n) : null },
          ...{ hourly_rate: 4000, amount: isRunning ? null : 2000 },
          ...search(''),
        };
      }),
    ],
    [
      'service_costs',
      rows((n) => ({
        ...made(first.service_costs, n),
        ...own,
        maintenance_id: maintenanceOf(n),
        company_id: last.company - (n % 500),
        ...{ amount: 10_000 + n, incurred_on: onDay(n), invoice_number: `I-${n}` },
        ...search(`I-${n}`),
      })),
    ],
    [
      'downtimes',
      rows((n) => {
        const started = at(n);
        return {
          ...made(first.downtimes, n),
          ...own,
          name: `Stop ${n}`,
          material_id: last.material - ((n * 577) % 5000),
          kind: n % 30 === 0 ? 'external' : n % 5 === 0 ? 'planned' : 'unplanned',
          started_at: started,
          ended_at: n % 100 === 0 ? null : started.replace(/\.\d+$/, '.999'),
          incident_id: n % 3 === 0 ? first.incidents + n : null,
          maintenance_id: n % 4 === 0 ? maintenanceOf(n) : null,
          ...{ minutes: n % 100 === 0 ? null : 0, by_status: 0 },
          ...search(`Stop ${n}`),
        };
      }),
    ],
    [
      'comments',
      rows((n) => ({
        ...made(first.comments, n),
        ...own,
        ...{ resource: n % 30 === 0 ? 'incidents' : 'maintenances', name: `Word ${n}`, body: `Word ${n}` },
        record_id: n % 30 === 0 ? first.incidents + n : maintenanceOf(n),
        edited_at: n % 20 === 0 ? at(n) : null,
        ...search(`Word ${n}`),
      })),
    ],
    [
      'files',
      // All are the same bytes.
      [{ ...own, name: 'a'.repeat(64), size: 10, uses: many, touched_at: 0, touched_by: null }],
    ],
    [
      'attachments',
      rows((n) => ({
        ...made(first.attachments, n),
        // A few elsewhere: an index by the site says nothing where there is one.
        ...(n < 3 ? { site_id: 1 + n } : own),
        ...{ resource: n % 30 === 0 ? 'incidents' : 'maintenances', ...keyed('name', `Scan ${n}.txt`) },
        record_id: n % 30 === 0 ? first.incidents + n : maintenanceOf(n),
        ...{ caption: n % 20 === 0 ? `Word ${n}` : null, sha256: 'a'.repeat(64), size: 10 + (n % 500) },
        ...(n % 20 === 0 ? { type: 'image/png', is_image: 1 } : { type: 'text/plain', is_image: 0 }),
        ...search(`Scan ${n}.txt`),
      })),
    ],
    [
      'request_points',
      rows(
        (n) => ({
          ...{ ...made(first.request_points, n), ...own, ...keyed('name', `Point ${n}`) },
          // One in three is in a zone: an index of nothing but nulls tells MariaDB nothing.
          ...(n % 3 === 0 ? { zone_id: last.zone - (n % 20) } : { material_id: materialOf(n) }),
          ...{ contact: 'none', photos: 1, active: n % 30 === 0 ? 0 : 1 },
          ...{ token: `token ${n}`, ...search(`Point ${n}`) },
        }),
        few,
      ),
    ],
    [
      'work_requests',
      rows((n) => ({
        ...{ ...made(first.work_requests, n), ...own, reference: `R ${n}`, name: `Word ${n}` },
        ...{ description: `Word ${n}`, request_point_id: first.request_points + (n % few) },
        ...{ material_id: materialOf(n), status: n % 30 === 0 ? 'received' : 'accepted' },
        ...search(`Word ${n}`),
      })),
    ],
    [
      'comment_mentions',
      rows((n) => ({ comment_id: first.comments + n, user_id: n % 20 === 0 ? 1 : last.user })),
    ],
  ];
}

/** Gives materials a class, one common and the others rare, and makes failures of some incidents. */
export async function classify(trx: Knex, siteId: number, firstClass: number): Promise<void> {
  const own = { site_id: siteId };
  const common = await trx('equipment_classes').min({ id: 'id' }).first();
  await trx('materials')
    .where(own)
    .update({
      equipment_class_id: trx.raw('case when id % 40 = 0 then ? else ? + id % ? end', [
        common?.id,
        firstClass,
        few,
      ]),
    });
  const codeOf = async (kind: string) =>
    (await trx('failure_codes').where({ kind }).min({ id: 'id' }).first())?.id;
  await trx('incidents')
    .where(own)
    .whereRaw('id % 5 = 0')
    .update({
      is_failure: 1,
      failure_mode_id: trx.raw('? + id % 20', [await codeOf('mode')]),
      failure_mechanism_id: await codeOf('mechanism'),
      failure_cause_id: trx.raw('case when id % 50 = 0 then ? end', [await codeOf('cause')]),
      detection: trx.raw("case when id % 60 = 0 then 'test' else 'operator' end"),
    });
}
