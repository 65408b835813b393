/** What is said of a file. */
import type { Row } from '../../service/metadata.ts';

/** What a file is called by people: what they wrote of it, else its name. */
export const fileTitle = ({ caption, name }: Row): string => String(caption || name);
