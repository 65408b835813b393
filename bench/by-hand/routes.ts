/** The endpoints of materials. */
import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context, Middleware } from 'koa';
import { notFound } from './errors.ts';
import { listMaterials } from './list.ts';
import { type MaterialRow, presentOne } from './material.ts';
import { readCreate, readUpdate } from './schemas.ts';
import { createMaterial, findMaterial, updateMaterial } from './write.ts';

export function addMaterialRoutes(
  router: Router,
  knex: Knex,
  permit: (permission: string) => Middleware,
): void {
  router.get('/materials', permit('material.viewAny'), (ctx) => listMaterials(ctx, knex));

  router.get('/materials/:id', permit('material.view'), async (ctx) => {
    answer(ctx, await findMaterial(knex, readId(ctx.params.id), ctx.state.visitor));
    if (ctx.fresh) ctx.status = 304;
  });

  router.post('/materials', permit('material.create'), async (ctx) => {
    const row = await createMaterial(knex, readCreate(ctx.request.body), ctx.state.visitor);
    ctx.status = 201;
    ctx.set('Location', `${ctx.origin}/api/v1/materials/${row.id}`);
    answer(ctx, row);
  });

  router.patch('/materials/:id', permit('material.update'), async (ctx) => {
    const body = readUpdate(ctx.request.body);
    answer(ctx, await updateMaterial(knex, readId(ctx.params.id), body, ctx.state.visitor));
  });
}

function answer(ctx: Context, row: MaterialRow): void {
  ctx.set('ETag', `"${row.version}"`);
  ctx.body = { data: presentOne(row, ctx.origin) };
}

function readId(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) throw notFound();
  return Number(text);
}
