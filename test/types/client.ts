/**
 * What the compiler holds against a use of the client: `npm run types` fails where a line below compiles that should
 * not, or the other way round. Nothing here runs.
 */
import { createMillwrightClient, type MillwrightClient, type Schemas } from '../../package/client/index.ts';

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
  'down' satisfies NonNullable<typeof row>['status'];
  // @ts-expect-error there is no such word today
  'asleep' satisfies NonNullable<typeof row>['status'];

  // @ts-expect-error there is no such path
  await api.GET('/api/v1/machines');
  // @ts-expect-error the row needs an id
  await api.GET('/api/v1/materials/{id}');
  // @ts-expect-error a material is never broken
  await api.GET('/api/v1/materials', { params: { query: { status: ['broken'] } } });
  // @ts-expect-error there is no such filter
  await api.GET('/api/v1/materials', { params: { query: { colour: ['red'] } } });
  await api.GET('/api/v1/materials', {
    params: {
      query: { created_at: { gte: '2026-01-01T00:00:00Z' }, status: { not: 'down,degraded' }, zone_id: 3 },
    },
  });
  const after = { after: '2026-01-01T00:00:00Z' };
  // @ts-expect-error there is no such operator
  await api.GET('/api/v1/materials', { params: { query: { created_at: after } } });
  // @ts-expect-error words are not more or less than others
  await api.GET('/api/v1/materials', { params: { query: { status: { gte: 'down' } } } });
  // @ts-expect-error no list sorts by it
  await api.GET('/api/v1/materials', { params: { query: { sort: ['description'] } } });
}

/** With `fields` a row has those keys and no other; what is not asked for cannot be read. */
export async function readsFields(api: MillwrightClient, some: ('id' | 'name')[]): Promise<void> {
  const listed = await api.GET('/api/v1/materials', { params: { query: { fields: ['id', 'name'] } } });
  if (listed.error) return;
  same<(typeof listed.data.data)[number], { readonly id: number; name: string }>(true);
  same<typeof listed.data.meta.total, number>(true);
  // @ts-expect-error it was not asked for
  listed.data.data[0]?.status;

  const chosen = ['id', 'zone', 'status'] as const;
  const rows = await api.GET('/api/v1/materials', { params: { query: { fields: chosen, page: 2 } } });
  const [first] = rows.data?.data ?? [];
  same<keyof NonNullable<typeof first>, 'id' | 'zone' | 'status'>(true);
  same<NonNullable<typeof first>['zone'], { id: number; name: string }>(true);

  const viewed = await api.GET('/api/v1/maintenances/{id}', {
    params: { path: { id: 1 }, query: { fields: ['status', 'status_transitions'] } },
  });
  same<keyof NonNullable<typeof viewed.data>['data'], 'status' | 'status_transitions'>(true);

  const made = await api.POST('/api/v1/zones', {
    params: { query: { fields: ['id'] } },
    body: { name: 'Paint shop' },
  });
  same<NonNullable<typeof made.data>['data'], { readonly id: number }>(true);

  // Which of them were asked for is only known at run time.
  const unsure = await api.GET('/api/v1/materials', { params: { query: { fields: some } } });
  const [row] = unsure.data?.data ?? [];
  same<typeof row, { readonly id?: number; name?: string } | undefined>(true);

  const whole = await api.GET('/api/v1/materials');
  same<keyof NonNullable<typeof whole.data>['data'][number], keyof Whole<'ListedMaterial'>>(true);
  whole.data?.data satisfies Schemas['ListedMaterial'][] | undefined;
  // @ts-expect-error a material has no colour
  await api.GET('/api/v1/materials', { params: { query: { fields: ['id', 'colour'] } } });
  // @ts-expect-error one’s own account is answered as a whole
  await api.GET('/api/v1/user', { params: { query: { fields: ['id'] } } });
}

/** A row as it is answered where nothing is added to it. */
type Whole<Name extends keyof Schemas> = Omit<Schemas[Name], 'can' | 'etag'>;

/** Rows have `can` and `etag` where `with` names them, and nowhere else. */
export async function readsExtras(api: MillwrightClient, some: ('can' | 'etag')[]): Promise<void> {
  const both = await api.GET('/api/v1/maintenances', {
    params: { query: { with: ['can', 'etag'], page: 2 } },
  });
  const [row] = both.data?.data ?? [];
  same<keyof NonNullable<typeof row>, keyof Schemas['ListedMaintenance']>(true);
  same<NonNullable<typeof row>['etag'], string>(true);
  same<NonNullable<typeof row>['can']['delete'], boolean>(true);
  row?.can.transitions satisfies readonly NonNullable<typeof row>['status'][] | undefined;

  const tagged = await api.GET('/api/v1/materials', { params: { query: { with: ['etag'] } } });
  const [material] = tagged.data?.data ?? [];
  same<NonNullable<typeof material>['etag'], string>(true);
  // @ts-expect-error what may be done was not asked for
  material?.can;

  const chosen = await api.GET('/api/v1/materials', {
    params: { query: { fields: ['id', 'name'], with: ['can'] } },
  });
  same<keyof NonNullable<typeof chosen.data>['data'][number], 'id' | 'name' | 'can'>(true);

  const viewed = await api.GET('/api/v1/maintenances/{id}', {
    params: { path: { id: 1 }, query: { with: ['can'] } },
  });
  same<keyof NonNullable<typeof viewed.data>['data'], keyof Whole<'Maintenance'> | 'can'>(true);
  same<NonNullable<typeof viewed.data>['data']['can']['update'], boolean>(true);

  // Which of them were asked for is only known at run time.
  const unsure = await api.GET('/api/v1/materials', { params: { query: { with: some } } });
  same<NonNullable<typeof unsure.data>['data'][number]['etag'], string | undefined>(true);

  const plain = await api.GET('/api/v1/materials/{id}', { params: { path: { id: 1 } } });
  same<keyof NonNullable<typeof plain.data>['data'], keyof Whole<'Material'>>(true);
  // @ts-expect-error nothing was asked for beside the row
  plain.data?.data.can;
  const made = await api.POST('/api/v1/zones', { body: { name: 'Paint shop' } });
  // @ts-expect-error what was made is answered without
  made.data?.data.etag;
  // @ts-expect-error nothing of this name is added to rows
  await api.GET('/api/v1/maintenances', { params: { query: { with: ['rights'] } } });
  // @ts-expect-error nothing of this name is added to what was made
  await api.POST('/api/v1/zones', { params: { query: { with: ['filters'] } }, body: { name: 'Paint shop' } });
}

/** Counts have the shape of what they are by. */
export async function readsCounts(api: MillwrightClient): Promise<void> {
  const path = '/api/v1/maintenances/counts';
  const one = await api.GET(path, { params: { query: { by: ['status'], sum: ['parts_cost'] } } });
  const [status] = one.data?.data ?? [];
  same<NonNullable<typeof status>['label'], string>(true);
  same<NonNullable<NonNullable<typeof status>['sums']>['parts_cost'], number | undefined>(true);
  // @ts-expect-error by one thing there is one label
  status?.labels;
  const two = await api.GET(path, { params: { query: { by: ['scheduled_at.month', 'status'] } } });
  const [month] = two.data?.data ?? [];
  month?.labels satisfies readonly string[] | undefined;
  // @ts-expect-error by two things there are two labels
  month?.label;
  const none = await api.GET(path);
  same<keyof NonNullable<typeof none.data>['data'][number], 'count' | 'sums'>(true);
  // @ts-expect-error counts have no fields to choose
  await api.GET(path, { params: { query: { fields: ['id'] } } });
  // @ts-expect-error lists count nothing
  await api.GET('/api/v1/maintenances', { params: { query: { by: ['status'] } } });
  // @ts-expect-error nothing is counted by what rows do not share
  await api.GET(path, { params: { query: { by: ['name'] } } });
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
