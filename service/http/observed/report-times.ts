/** The duration of reports: the requests that read the most rows. */

import { type Registry as Figures, Histogram } from 'prom-client';
import { routesOf } from '../../../engine/features/index.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import type { RequestFacts } from './request-log.ts';

/** @returns receives each request; requests that are no report are ignored */
export function timeReports(
  registry: Registry,
  prefix: string,
  figures: Figures,
): (facts: RequestFacts) => void {
  const reports = new Map<string, string>();
  for (const resource of registry.values())
    for (const { path, name, isReport } of routesOf(resource))
      if (isReport) reports.set(`${prefix}/${resource.path}${path}`, `${resource.path}.${name}`);
  const seconds = new Histogram({
    name: 'millwright_report_seconds',
    help: 'Time from the request for a report to the end of its answer.',
    labelNames: ['report'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers: [figures],
  });
  return ({ method, route, status, milliseconds }) => {
    const report = method === 'GET' && status < 300 ? reports.get(route) : undefined;
    if (report !== undefined) seconds.observe({ report }, milliseconds / 1000);
  };
}
