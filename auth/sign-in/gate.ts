/**
 * Lets few sign-ins of an address in at a time, before anything is done for them. All others of a flood cost no look-up of the
 * session or the body. Those that get in wait for their turn among all addresses (`passwords/turns.ts`).
 */
import type { Middleware } from 'koa';
import { partOf } from '../machine.ts';
import { addressKey, networksOf } from '../networks.ts';
import { departure, Turns } from '../turns.ts';

/**
 * Sign-ins of an address that are under way on a node, and those that wait in front of it. Behind one address there may be a
 * whole office in the morning. If it is full, a sign-in is refused, to be repeated in a second.
 */
const [inside, outside] = [4, 20];

/**
 * @param path of sign-in, by POST
 * @throws Failure `rate_limited` (429) with `Retry-After` if too many wait; no limit counts it, because nothing was compared
 */
export function createSignInGate(path: string): Middleware {
  // A flood from one address does not delay the others here: they only meet where passwords are compared.
  const gate = new Turns({ atOnce: Number.POSITIVE_INFINITY, waiting: partOf(1000) });
  return (ctx, next) => {
    if (ctx.path !== path || ctx.method !== 'POST') return next();
    const address = addressKey(ctx.ip);
    const shares = [{ key: address, atOnce: partOf(inside), waiting: partOf(outside) }];
    return gate.take({ lane: networksOf(address), shares, gone: departure(ctx.res) }, next);
  };
}
