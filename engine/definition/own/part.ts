/** What a definition has beside the fields of a row: actions, and what features add to it. */
import type { English } from '../../message.ts';
import type { Fields } from '../types.ts';

export interface OwnPart {
  readonly label?: English;
  readonly summary: English;
  readonly input?: Fields;
  readonly answer?: Fields;
}
