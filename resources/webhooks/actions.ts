/** Actions on a webhook, beside changes. */
import { type ActionAnswer, type HookContext, storeInstant } from '../../engine/index.ts';

interface Acting extends HookContext {
  readonly row: { readonly id: number; readonly site_id: number } | null;
  answer(values: Readonly<Record<string, unknown>>): ActionAnswer;
}

/** How long the old secret also signs. */
const overlapMs = 24 * 3_600_000;

/** Sends a test event. */
export async function sendTest({ db, row, actor, services, now, answer }: Acting): Promise<ActionAnswer> {
  const webhook = requireRow(row);
  const delivery_id = await services.webhooks.sendTest(db, webhook, actor.id, now);
  return answer({ delivery_id });
}

/** Creates a new secret. */
export async function rotateSecret({ db, row, services, now, answer }: Acting): Promise<ActionAnswer> {
  const { id } = requireRow(row);
  const secret = services.webhooks.newSecret();
  const former_until = storeInstant(new Date(Date.parse(now) + overlapMs).toISOString());
  const [former]: { sealed_secret: string }[] = await db('webhooks').where({ id }).select('sealed_secret');
  const former_secret = former?.sealed_secret ?? null;
  const sealed_secret = services.webhooks.seal(id, secret);
  await db('webhooks').where({ id }).update({ sealed_secret, former_secret, former_until });
  return answer({ secret });
}

/** Makes all waiting and failed deliveries due. */
export async function deliverAgain({
  db,
  row,
  input,
  services,
  answer,
}: Acting & { readonly input: { readonly since?: string | null } }): Promise<ActionAnswer> {
  const { id } = requireRow(row);
  const since = input.since ? storeInstant(input.since) : null;
  return answer({ redelivered: await services.webhooks.deliverAgain(db, id, since) });
}

function requireRow<R>(row: R | null): R {
  if (row === null) throw new Error('This action is on a row.');
  return row;
}
