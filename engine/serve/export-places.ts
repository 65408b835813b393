/**
 * Limits how many lists are exported at once: each export reads its table from start to end, as long as the client downloads.
 */
import { Readable } from 'node:stream';
import { Failure } from '../failure.ts';
import { say } from '../message.ts';
import type { Actor } from '../policy.ts';
import type { Response } from '../request/request.ts';
import { quotaHeaders } from './quota.ts';

/** The maximum number of exports at once, per person and per process. */
const most = { person: 2, process: 8 };
/** `Retry-After` in seconds. */
const wait = '10';

/** The export slots of one process. */
export class ExportPlaces {
  readonly #taken = new Map<Actor['id'], number>();

  /**
   * Makes an answer in a slot. The slot is free again when the stream has ended, also by an error.
   *
   * @throws Failure `rate_limited` with `Retry-After` if no slot is free
   */
  async within<R extends Pick<Response, 'body' | 'headers'>>(
    { id }: Pick<Actor, 'id'>,
    make: () => Promise<R>,
  ): Promise<R> {
    const own = this.#taken.get(id) ?? 0;
    const all = [...this.#taken.values()].reduce((sum, one) => sum + one, 0);
    if (own >= most.person) throw exportRefusal(say(tooManyOwn, { limit: most.person }), own, all);
    if (all >= most.process) throw exportRefusal(say(tooMany), own, all);
    this.#taken.set(id, own + 1);
    try {
      const response = await make();
      if (response.body instanceof Readable) response.body.once('close', () => this.#leave(id));
      else this.#leave(id);
      return { ...response, headers: { ...response.headers, ...standing(own + 1, all + 1) } };
    } catch (error) {
      this.#leave(id);
      throw error;
    }
  }

  #leave(id: Actor['id']): void {
    const left = (this.#taken.get(id) ?? 1) - 1;
    if (left > 0) this.#taken.set(id, left);
    else this.#taken.delete(id);
  }
}

function exportRefusal(message: ReturnType<typeof say>, own: number, all: number): Failure {
  return new Failure('rate_limited', { message, headers: { 'Retry-After': wait, ...standing(own, all) } });
}

/** The remaining slots, as headers for clients. */
function standing(own: number, all: number): Record<string, string> {
  const unit = 'concurrent-requests';
  return quotaHeaders([
    { name: 'downloads', limit: most.person, remaining: most.person - own, unit },
    { name: 'downloads-process', limit: most.process, remaining: most.process - all, unit },
  ]);
}

const tooManyOwn = say('You are downloading {limit} files already. Wait until one of them is there.');
const tooMany = say('Too many files are being downloaded at the moment. Try again shortly.');
