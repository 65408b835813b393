/** What a write leaves in the journal: an entry for its own row, and those for what its hooks change of others. */
import type { OtherChange } from '../definition/hooks.ts';
import { type Resource, resourceAt } from '../model/resource.ts';
import type { ChangesetRow } from './changeset.ts';
import type { WriteContext } from './context.ts';
import { changesBetween, entrySite, isRecorded, secret, writeEntries } from './journal.ts';

/** Notes what a write has done to its row; one of the two states is null at creation and at the end. */
export async function record(
  writing: WriteContext,
  resource: Resource,
  action: string,
  before: Readonly<ChangesetRow> | null,
  after: Readonly<ChangesetRow> | null,
): Promise<void> {
  const { parts, db, actor, now, requestId } = writing;
  const row = after ?? before ?? {};
  const siteId = entrySite(actor, row);
  parts.counters.wrote(resource.table, siteId);
  if (parts.journalTable === null) return;
  parts.counters.wrote(parts.journalTable, siteId);
  const secrets = [...resource.fields.values()].filter(
    ({ facts, name }) => facts.writeOnly && after?.[name] !== undefined,
  );
  const changes = Object.assign(
    changesBetween(resource, before, after),
    Object.fromEntries(secrets.map(({ name }) => [name, [secret, secret] as const])),
  );
  await writeEntries(db, parts.journalTable, [
    {
      resource: resource.name,
      recordId: Number(row.id),
      siteId,
      action,
      userId: actor.id,
      changes,
      requestId,
      now,
    },
  ]);
}

/** Notes what hooks have changed of other rows: as updates, by the same person, in the same request. */
export async function recordOthers(writing: WriteContext, others: readonly OtherChange[]): Promise<void> {
  const { parts, db, actor, now, requestId } = writing;
  const entries = others.map(({ path, id, site_id: siteId, changes }) => {
    const resource = resourceAt(parts.registry, path);
    for (const name of Object.keys(changes)) {
      const field = resource.fields.get(name);
      // What is secret or the table's alone must not come into the journal by a hook's mistake.
      if (!field || !isRecorded(field)) throw new Error(`The ${path} have no field ${name} to record.`);
    }
    parts.counters.wrote(resource.table, siteId);
    return { resource: resource.name, recordId: id, siteId, changes };
  });
  if (parts.journalTable === null) return;
  for (const { siteId } of entries) parts.counters.wrote(parts.journalTable, siteId);
  const made = { action: 'update', userId: actor.id, requestId, now };
  await writeEntries(
    db,
    parts.journalTable,
    entries.map((entry) => ({ ...entry, ...made })),
  );
}
