import type { Context } from '../../../kernel/call/context.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Tx } from '../../../store/index.ts';
import { FAILING_MS, judgeFailing } from './judge-failing.ts';
import { announceWarning, findFailing, listFailing, type FailingRow } from './warnings.queries.ts';

const ROWS_MAX = 500;
const FIRST_WARNING_SHARE = 0.5;
const RECOVERABLE_MS = 30 * 86_400_000;

/** A turn warns of endpoints that have failed for long and disables those whose time is over; answers how many. Any node may do it. */
export function createFailingWatch(context: Context): () => Promise<number> {
  const { store, world } = context;
  return async () => {
    const now = world.systemNow();
    const rows = await listFailing(
      store.system,
      new Date(now.getTime() - FAILING_MS * FIRST_WARNING_SHARE),
      ROWS_MAX,
    );
    let said = 0;
    for (const row of rows) {
      const verdict = judgeFailing(
        { failingSince: row.failing_since, exhausted: row.exhausted, warned: row.warned },
        now,
      );
      if (!verdict) continue;
      const fact = verdict.disable
        ? disabledFact(row, 'failing', now)
        : failingFact(row, verdict.percent, now);
      if (
        await announceWarning(store.system, row, {
          percent: verdict.percent,
          disabledReason: verdict.disable ? 'failing' : null,
          now,
          fact,
        })
      )
        said += 1;
    }
    return said;
  };
}

/** Disables, within a transaction, an endpoint every attempt of whose delivery said that it is gone. */
export async function disableGone(
  tx: Tx,
  target: { readonly merchant_id: string; readonly livemode: boolean; readonly endpoint_id: string },
  now: Date,
): Promise<void> {
  const row = await findFailing(tx, target);
  if (!row) return;
  await announceWarning(tx, row, {
    percent: 100,
    disabledReason: 'gone',
    now,
    fact: disabledFact(row, 'gone', now),
  });
}

function failingFact(row: FailingRow, percent: number, now: Date): Fact {
  const disablesAt = new Date(row.failing_since.getTime() + FAILING_MS);
  return newFact({
    kind: 'webhooks.endpoint.failing',
    sequence: row.warnings + 1,
    at: now.toISOString(),
    facts: { ...common(row), percent, disables_at: disablesAt.toISOString() },
  });
}

function disabledFact(row: FailingRow, reason: 'failing' | 'gone', now: Date): Fact {
  const until = new Date(now.getTime() + RECOVERABLE_MS);
  return newFact({
    kind: 'webhooks.endpoint.disabled',
    sequence: row.warnings + 1,
    at: now.toISOString(),
    facts: { ...common(row), reason, recoverable_until: until.toISOString() },
  });
}

function common(row: FailingRow) {
  return {
    endpoint_id: row.id,
    url: row.url,
    description: row.description,
    failing_since: row.failing_since.toISOString(),
    failed_attempts: row.failures,
    failed_deliveries: row.exhausted,
    last_failure: row.last_failure,
  };
}
