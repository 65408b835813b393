/** The list of materials: filters, search, total, page and links. */
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { fold } from '../../engine/values.ts';
import { type MaterialRow, presentMaterial, selectMaterials } from './material.ts';
import { type ListQuery, readListQuery } from './schemas.ts';
import type { Visitor } from './sign-in.ts';

export async function listMaterials(ctx: Context, knex: Knex): Promise<void> {
  const query = readListQuery(ctx.query);
  const { page, per_page } = query;
  const visitor: Visitor = ctx.state.visitor;
  const counted = await knex('materials')
    .modify((rows) => filter(rows, query, visitor))
    .count({ total: '*' })
    .first();
  const total = Number(counted?.total ?? 0);
  const rows = await selectMaterials(knex)
    .modify((rows) => filter(rows, query, visitor))
    .orderBy(['materials.name_key', 'materials.id'])
    .limit(per_page)
    .offset((page - 1) * per_page);
  const last = Math.max(1, Math.ceil(total / per_page));
  ctx.body = {
    data: rows.map((row: MaterialRow) => presentMaterial(row, ctx.origin)),
    meta: {
      current_page: page,
      from: rows.length > 0 ? (page - 1) * per_page + 1 : 0,
      last_page: last,
      per_page,
      to: rows.length > 0 ? (page - 1) * per_page + rows.length : 0,
      total,
    },
    links: {
      first: linkTo(ctx, 1),
      last: linkTo(ctx, last),
      prev: page > 1 ? linkTo(ctx, Math.min(page - 1, last)) : null,
      next: page < last ? linkTo(ctx, page + 1) : null,
    },
  };
}

function filter(rows: Knex.QueryBuilder, query: ListQuery, visitor: Visitor): void {
  if (!visitor.isHeadquarters) rows.where('materials.site_id', visitor.siteId);
  if (query.zone_id !== undefined) rows.where('materials.zone_id', query.zone_id);
  if (query.status !== undefined) rows.where('materials.status', query.status);
  for (const word of (query.search ?? '').split(/\s+/).filter(Boolean)) {
    const pattern = `%${fold(word).replace(/[!%_]/g, '!$&')}%`;
    rows.whereRaw("materials.search_text like ? escape '!'", [pattern]);
  }
}

function linkTo(ctx: Context, page: number): string {
  const parameters = new URLSearchParams(ctx.querystring);
  parameters.delete('page');
  parameters.append('page', String(page));
  return `${ctx.origin}${ctx.path}?${parameters}`;
}
