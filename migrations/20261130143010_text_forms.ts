/** Texts that look alike are one text: see `columns/tidy-texts.ts`. The journal keeps names as they were. */
import type { Knex } from 'knex';
import { type TextColumns, tidyTexts } from './columns/tidy-texts.ts';

const named: TextColumns = { line: ['name'] };
const described: TextColumns = { line: ['name'], lines: ['description'] };
const noted: TextColumns = { line: ['name'], lines: ['notes'] };
const lists = ['choices', 'failing_choices'];

export async function up(knex: Knex): Promise<void> {
  await tidyTexts(knex, {
    attachments: { line: ['name', 'caption'] },
    calendar_feeds: named,
    cleaning_rounds: named,
    cleanings: described,
    closures: named,
    comments: { line: ['name'], lines: ['body'] },
    companies: { line: ['name', 'email', 'phone'], lines: ['description', 'address'] },
    downtimes: noted,
    equipment_classes: { line: ['name', 'code'], lines: ['description'] },
    failure_codes: { line: ['name', 'code'], lines: ['description'] },
    incidents: described,
    item_movements: { line: ['name', 'invoice_number'], lines: ['notes'] },
    items: { line: ['name', 'reference', 'unit', 'company_reference'], lines: ['description'] },
    labour_entries: { lines: ['notes'] },
    maintenance_plans: described,
    maintenance_steps: { line: ['title', 'unit', 'choice'], lines: ['help', 'text', 'note'], lists },
    maintenances: { line: ['name'], lines: ['description', 'reason'] },
    materials: {
      line: ['name', 'manufacturer', 'model', 'code', 'serial_number'],
      lines: ['description'],
    },
    meter_readings: { line: ['name'], lines: ['notes', 'void_note'] },
    meters: { line: ['name', 'unit'] },
    plan_occurrences: { lines: ['note'] },
    procedure_steps: { line: ['title', 'unit'], lines: ['help'], lists },
    procedures: described,
    request_points: { line: ['name'], lines: ['hint'] },
    service_costs: { line: ['invoice_number'], lines: ['notes'] },
    trades: named,
    webhooks: { line: ['name', 'url'] },
    work_requests: {
      line: ['name', 'requester_name', 'requester_contact'],
      lines: ['description', 'public_note'],
    },
    working_hours: named,
    zones: described,
  });
}

/** The texts stay as they are: earlier versions read them, too. */
export async function down(): Promise<void> {}
