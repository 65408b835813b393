/**
 * For `node --import`: runs TypeScript as tsx does, in half the time. What one process of a run of the tests has compiled, the others take
 * as it is, also from a copy of the project. `?kept=` names the folder in which they keep it.
 */
import { register } from 'node:module';

register('./sources-hooks.mjs', import.meta.url, {
  data: new URL(import.meta.url).searchParams.get('kept'),
});
