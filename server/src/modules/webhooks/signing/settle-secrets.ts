import type { Context } from '../../../kernel/call/context.ts';
import { secretsAt } from './secrets-at.ts';
import { dueSecrets, lockSecrets, readSecrets, writeSecrets, type DueEndpoint } from './secrets.queries.ts';

const ENDPOINTS_MAX = 100;

/** A turn writes down which secrets have been promoted by time and forgets those that have ended; answers for how many endpoints. */
export function createSecretSettler(context: Context): () => Promise<number> {
  return async () => {
    const now = context.world.systemNow();
    const due = await dueSecrets(context.store.system, now, ENDPOINTS_MAX);
    for (const endpoint of due) await settleEndpoint(context, endpoint, now);
    return due.length;
  };
}

async function settleEndpoint(
  { store }: Context,
  { tenant, endpointId }: DueEndpoint,
  now: Date,
): Promise<void> {
  await store.system.transaction(async (tx) => {
    if (!(await lockSecrets(tx, tenant, endpointId))) return;
    await writeSecrets(tx, tenant, {
      endpointId,
      secrets: secretsAt(await readSecrets(tx, tenant, endpointId), now),
      now,
    });
  });
}
