/** Compares the stored bytes of files with their rows. */
import { stat } from 'node:fs/promises';
import type { Knex } from 'knex';
import { dialectOf, query } from '../../../database/query.ts';
import { isOlder, pathOfFile, strays } from './folder.ts';
import { fileTable, keptUnusedMs } from './ledger.ts';
import { pieceTable } from './pieces.ts';

interface FileFindings {
  /** How many files were examined, and whether these are all. */
  readonly looked: number;
  readonly whole: boolean;
  /** Files, as `site/sha256`, whose bytes are missing. */
  readonly lacking: readonly string[];
  /** Files of another length. */
  readonly wrong: readonly string[];
  /** The number of files that no row refers to, although a sweep should have removed them. */
  readonly unused: number;
}

/** The tolerated delay of a sweep. */
const lateMs = keptUnusedMs;

/** Examines the newest files, up to a maximum number. It changes nothing. */
export async function examineFiles(db: Knex, folder: string | null, most: number): Promise<FileFindings> {
  const { milliseconds } = dialectOf(db);
  const name = '`name`, `files`.`size` as `size`';
  const rows = await query(db, {
    text:
      `select \`files\`.\`site_id\` as \`site_id\`, ${name}, sum(\`pieces\`.\`size\`) as \`found\` ` +
      `from (select * from \`${fileTable}\` where \`size\` is not null order by \`id\` desc limit ?) \`files\` ` +
      `left join \`${pieceTable}\` \`pieces\` on \`pieces\`.\`file_id\` = \`files\`.\`id\` ` +
      'group by `files`.`id`, `files`.`site_id`, `name`, `files`.`size`',
    bindings: [most + 1],
  });
  const looked = rows.slice(0, most);
  const [lacking, wrong]: [string[], string[]] = [[], []];
  for (const row of looked) {
    const file = { siteId: Number(row.site_id), sha256: String(row.name) };
    const found = (folder === null ? null : await sizeAt(pathOfFile(folder, file))) ?? row.found;
    if (found === null) lacking.push(`${file.siteId}/${file.sha256}`);
    else if (Number(found) !== Number(row.size)) wrong.push(`${file.siteId}/${file.sha256}`);
  }
  const [row] = await query(db, {
    text: `select count(*) as \`unused\` from \`${fileTable}\` where \`uses\` = 0 and \`touched_at\` < ${milliseconds} - ?`,
    bindings: [keptUnusedMs + lateMs],
  });
  let unused = Number(row?.unused);
  if (folder !== null) {
    for await (const { place } of strays(db, folder))
      if (await isOlder(place, keptUnusedMs + lateMs)) unused += 1;
  }
  return { looked: looked.length, whole: rows.length <= most, lacking, wrong, unused };
}

/** How many files have no bytes in the database. */
export async function countOutside(db: Knex): Promise<number> {
  const [row] = await query(db, {
    text:
      `select count(*) as \`files\` from \`${fileTable}\` where \`size\` > 0 and not exists ` +
      `(select 1 from \`${pieceTable}\` where \`file_id\` = \`${fileTable}\`.\`id\`)`,
    bindings: [],
  });
  return Number(row?.files);
}

async function sizeAt(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
