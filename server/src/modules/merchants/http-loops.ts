import type { Loop } from '../../kernel/running/loop.ts';
import { exchangeUsage, type SharedLimiter } from './exchange-usage.ts';
import { touchKeys } from './keys.queries.ts';
import type { Merchants } from './module.ts';
import type { RequestRecorder } from './record-requests.ts';

export type HttpLoopParts = { readonly recorder: RequestRecorder; readonly rateLimiter: SharedLimiter };

const RECORD_EVERY_MS = 1_000;
const TOUCH_EVERY_MS = 10_000;

/** What every node that answers requests must run. */
export function httpLoops(module: Merchants, { recorder, rateLimiter }: HttpLoopParts): readonly Loop[] {
  return [
    exchangeUsage(module, rateLimiter),
    {
      name: 'merchants.recordRequests',
      everyMs: RECORD_EVERY_MS,
      turn: () => recorder.flush().then(untilNextTime),
    },
    {
      name: 'merchants.touchKeys',
      everyMs: TOUCH_EVERY_MS,
      turn: () => flushUsedKeys(module).then(untilNextTime),
    },
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
