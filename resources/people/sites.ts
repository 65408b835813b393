/** Sites of a project without our resources: without the parts that depend on those. */
import { defineResource } from '../../engine/index.ts';
import sites from '../sites.ts';

const { cascades: _cascades, hooks: _hooks, notices: _notices, fields, view, ...rest } = sites;
const {
  requires_failure_codes: _codes,
  status_tracks_downtime: _stops,
  maintenance_hours_per_week: _hours,
  zone_count: _zones,
  ...kept
} = fields;

export default defineResource({
  ...rest,
  fields: kept,
  view: { ...view, columns: ['name', 'city', 'timezone', 'user_count'], related: ['users'] },
});
