import { dropOldKeys } from '../core/idempotency.queries.ts';
import type { Loop } from '../core/loop.ts';
import { exchangeUsage, type SharedLimiter } from './exchange-usage.ts';
import { keepPartitions } from './keep-partitions.queries.ts';
import { touchKeys } from './keys.queries.ts';
import type { Merchants } from './open-merchants.ts';
import type { RequestRecorder } from './record-requests.ts';

export type DoorParts = { readonly recorder: RequestRecorder; readonly rateLimiter: SharedLimiter };

const RECORD_EVERY_MS = 1_000;
const TOUCH_EVERY_MS = 10_000;
const EXPIRE_EVERY_MS = 600_000;
const PARTITIONS_EVERY_MS = 3_600_000;
const IDEMPOTENCY_KEPT_MS = 30 * 24 * 3_600_000;
const EXPIRED_ROWS_MAX = 1_000;

/** The background loops of the merchants room. */
export function merchantLoops(room: Merchants, door: DoorParts): readonly Loop[] {
  return [...doorLoops(room, door), ...housekeepingLoops(room)];
}

/** What every node that answers requests must run. */
export function doorLoops(room: Merchants, { recorder, rateLimiter }: DoorParts): readonly Loop[] {
  return [
    exchangeUsage(room, rateLimiter),
    { name: 'merchants.recordRequests', everyMs: RECORD_EVERY_MS, turn: () => recorder.flush().then(untilNextTime) },
    { name: 'merchants.touchKeys', everyMs: TOUCH_EVERY_MS, turn: () => flushUsedKeys(room).then(untilNextTime) },
  ];
}

/** What any one node does for all. */
export function housekeepingLoops({ store, world }: Merchants): readonly Loop[] {
  const keptSince = (): Date => new Date(world.now().getTime() - IDEMPOTENCY_KEPT_MS);
  return [
    { name: 'merchants.expireIdempotencyKeys', everyMs: EXPIRE_EVERY_MS, turn: () => dropOldKeys(store.system.slow, keptSince(), EXPIRED_ROWS_MAX) },
    { name: 'merchants.keepPartitions', everyMs: PARTITIONS_EVERY_MS, turn: () => keepPartitions(store.system.slow, world.now()) },
  ];
}

async function flushUsedKeys({ authenticator, store }: Merchants): Promise<void> {
  const used = authenticator.takeUsed();
  if (used.size > 0) await touchKeys(store.system, used);
}

/** There is always more soon; gathered, it costs one statement. */
function untilNextTime(): number {
  return 0;
}
