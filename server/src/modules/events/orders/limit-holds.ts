import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { networkOf } from '../../../kernel/web/network-of.ts';
import type { Events } from '../module.ts';

/** From one address in a minute, so that a single page cannot hold a whole event. */
const HOLDS_PER_MINUTE = 30;

/** Refuses whoever asked for tickets too often from one address by a public key. */
export function takeHoldTurn(module: Events, call: Call): void {
  if (call.caller.kind !== 'public') return;
  const waitSeconds = module.holdLimit.take(
    `${call.tenant.merchantId}:${networkOf(call.address)}`,
    HOLDS_PER_MINUTE,
  );
  if (waitSeconds === 0) return;
  throw new Failure(
    'RATE_LIMITED',
    `More than ${HOLDS_PER_MINUTE} orders came from this address within a minute. Wait and send the same request again.`,
    { retryAfterSeconds: waitSeconds },
  );
}
