/**
 * What the compiler holds against a use of the client: `npm run types` fails where a line below compiles that should
 * not, or the other way round. Nothing here runs.
 */
import { createMillwrightClient, type MillwrightClient, type Schemas } from '../../client/index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};

export async function reads(api: MillwrightClient): Promise<void> {
  const { data, error } = await api.GET('/api/v1/materials', {
    params: {
      query: { status: ['down', 'degraded'], zone_id: [3], sort: ['-criticality', 'name'], page: 2 },
    },
  });
  if (error) {
    same<typeof error.message, string>(true);
    same<typeof error.errors, { [key: string]: string[] } | undefined>(true);
    // @ts-expect-error there is no failure of this code
    error.code satisfies 'out_of_order';
    return;
  }
  same<typeof data.meta.total, number>(true);
  const [row] = data.data;
  same<NonNullable<typeof row>['zone'], { id: number; name: string }>(true);
  // @ts-expect-error a material has no colour
  row?.colour;

  // @ts-expect-error there is no such path
  await api.GET('/api/v1/machines');
  // @ts-expect-error the row needs an id
  await api.GET('/api/v1/materials/{id}');
  // @ts-expect-error a material is never broken
  await api.GET('/api/v1/materials', { params: { query: { status: ['broken'] } } });
  // @ts-expect-error there is no such filter
  await api.GET('/api/v1/materials', { params: { query: { colour: ['red'] } } });
  // @ts-expect-error no list sorts by it
  await api.GET('/api/v1/materials', { params: { query: { sort: ['description'] } } });
}

export async function writes(api: MillwrightClient): Promise<void> {
  await api.POST('/api/v1/materials', { body: { name: 'Pump', zone_id: 3 } });
  await api.PATCH('/api/v1/materials/{id}', { params: { path: { id: 1 } }, body: { status: 'down' } });

  // @ts-expect-error `zone_id` is required
  await api.POST('/api/v1/materials', { body: { name: 'Pump' } });
  // @ts-expect-error a material has no colour
  await api.POST('/api/v1/materials', { body: { name: 'Pump', zone_id: 3, colour: 'red' } });
  // @ts-expect-error the counts are not for clients to set
  await api.POST('/api/v1/materials', { body: { name: 'Pump', zone_id: 3, item_count: 4 } });
  // @ts-expect-error the ledger is append-only
  await api.PATCH('/api/v1/item-movements/{id}', { params: { path: { id: 1 } }, body: {} });

  const given: Schemas['MaterialCreate'] = { name: 'Pump', zone_id: 3 };
  // @ts-expect-error a material is never broken
  given.status = 'broken';
}

export const made: MillwrightClient = createMillwrightClient({ baseUrl: 'http://localhost:3000' });
// @ts-expect-error it has to know where the service is
export const lost: MillwrightClient = createMillwrightClient({});
