/** The title of a file. */
import type { Row } from '../../service/metadata.ts';

/** The title of a file: its caption, else its name. */
export const fileTitle = ({ caption, name }: Row): string => String(caption || name);
