import { composeBatch, type PlannedNotice } from './compose-batch.ts';
import { toMerchant } from './compose-notice.ts';
import { insertNotices } from './notices.queries.ts';
import type { Notices } from './module.ts';
import { dropOldTexts } from './phones.queries.ts';
import { dropOldCounters } from './queue.queries.ts';
import { wakeSenders } from './wake-senders.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** How long it is known what was told once, and which texts came in. */
const KEPT_MS = 7 * DAY_MS;
const DROPPED_ROWS_MAX = 1_000;

/** Looks for what is worth telling a merchant although no fact says so: codes being guessed, a key in a web page. Each is told once. */
export async function sweepNotices(module: Notices): Promise<number> {
  const now = module.world.systemNow();
  const planned = [...(await guessed(module, now)), ...(await exposed(module, now))];
  const batch = composeBatch(module, planned);
  const made = planned.length === 0 ? [] : await insertNotices(module.store.system, batch);
  const before = new Date(now.getTime() - KEPT_MS);
  await dropOldCounters(module.store.system, before, DROPPED_ROWS_MAX);
  await dropOldTexts(module.store.system, before, DROPPED_ROWS_MAX);
  if (made.length > 0) wakeSenders(module, batch.channels);
  return made.length;
}

async function guessed({ jobs, cache }: Notices, now: Date): Promise<readonly PlannedNotice[]> {
  const paused = await jobs.pausedVerification(new Date(now.getTime() - HOUR_MS));
  return paused
    .filter(({ tenant }) => cache.of(tenant).kinds.includes('verification_paused'))
    .map(({ tenant, hour, failures }) =>
      toMerchant(tenant, {
        kind: 'verification_paused',
        subject: String(failures),
        at: now,
        once: { mark: 'verification_paused', period: hour },
      }),
    );
}

/** Once a day for each key. */
async function exposed({ keys, cache }: Notices, now: Date): Promise<readonly PlannedNotice[]> {
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const seen = await keys.exposedKeys(new Date(now.getTime() - HOUR_MS));
  return seen
    .filter(({ tenant }) => cache.of(tenant).kinds.includes('key_exposed'))
    .map(({ tenant, keyId, at }) =>
      toMerchant(tenant, {
        kind: 'key_exposed',
        subject: keyId,
        at,
        once: { mark: `key_exposed:${keyId}`, period: today },
      }),
    );
}
