/** The allowed requests, as JSON Schema. */
import { Ajv, type ValidateFunction } from 'ajv';
import createFormats from 'ajv-formats';
import { HttpError } from './errors.ts';

export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  readonly zone_id?: number;
  readonly status?: string;
  readonly search?: string;
}

export interface MaterialBody {
  name?: string;
  zone_id?: number;
  description?: string | null;
  status?: string;
  criticality?: string;
  manufacturer?: string | null;
  model?: string | null;
  serial_number?: string | null;
  in_service_date?: string | null;
  warranty_until?: string | null;
  purchase_price?: number | null;
}

const statuses = ['operational', 'degraded', 'standby', 'down', 'decommissioned'];
const text = (maxLength: number) => ({ type: ['string', 'null'], maxLength });
const day = { type: ['string', 'null'], format: 'date' };

const body = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    zone_id: { type: 'integer', minimum: 1 },
    description: text(1000),
    status: { type: 'string', enum: statuses },
    criticality: { type: 'string', enum: ['low', 'medium', 'high', 'critical'] },
    manufacturer: text(255),
    model: text(255),
    serial_number: text(100),
    in_service_date: day,
    warranty_until: day,
    purchase_price: { type: ['number', 'null'], minimum: 0, multipleOf: 0.01 },
  },
};

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    per_page: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    zone_id: { type: 'integer', minimum: 1 },
    status: { type: 'string', enum: statuses },
    search: { type: 'string', maxLength: 255 },
  },
};

const bodies = new Ajv({ allErrors: true, allowUnionTypes: true });
createFormats.default(bodies);
// Everything in a query is text.
const queries = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true });

const validateQuery = queries.compile<ListQuery>(query);
const validateCreate = bodies.compile<MaterialBody & { name: string; zone_id: number }>({
  ...body,
  required: ['name', 'zone_id'],
});
const validateUpdate = bodies.compile<MaterialBody>(body);

export function readListQuery(given: unknown): ListQuery {
  return check(validateQuery, { ...(given as object) });
}

export function readCreate(given: unknown): MaterialBody & { name: string; zone_id: number } {
  return check(validateCreate, given);
}

export function readUpdate(given: unknown): MaterialBody {
  return check(validateUpdate, given);
}

function check<T>(validate: ValidateFunction<T>, value: unknown): T {
  if (validate(value)) return value;
  const errors: Record<string, string[]> = {};
  for (const { instancePath, params, message } of validate.errors ?? []) {
    const field = instancePath.slice(1) || params.missingProperty || params.additionalProperty || 'body';
    errors[field] = [...(errors[field] ?? []), `This field ${message}.`];
  }
  throw new HttpError(422, 'validation_failed', 'Some fields are not valid.', errors);
}
