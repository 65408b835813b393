/** A QR code as the outline of a picture. */
import type { Resource, Row } from '../service/metadata.ts';

/**
 * The address in a code: that of the row's `leads` field, else that of its page. It contains the site, for users of several
 * sites.
 * @param base `https://assets.example.com/console`
 */
export function codeAddress(
  base: string,
  { path, view }: Pick<Resource, 'path'> & { readonly view?: Pick<Resource['view'], 'leads'> },
  row: Row,
): string {
  const { id, site_id: site } = row;
  const own = view?.leads === undefined ? null : row[view.leads];
  if (typeof own === 'string') return own;
  return `${base}/${path}/${id}${typeof site === 'number' ? `?site=${site}` : ''}`;
}

/** The dark squares of a code as an SVG path; adjacent squares of a row are one piece. */
export function outlineOf(squares: readonly (readonly boolean[])[]): string {
  const pieces: string[] = [];
  squares.forEach((line, y) => {
    let start = -1;
    for (let x = 0; x <= line.length; x += 1) {
      if (line[x] && start < 0) start = x;
      if (!line[x] && start >= 0) {
        pieces.push(`M${start} ${y}h${x - start}v1h${start - x}z`);
        start = -1;
      }
    }
  });
  return pieces.join('');
}
