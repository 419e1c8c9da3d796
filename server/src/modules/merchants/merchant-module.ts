import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import type { OverviewQuestion, OverviewShare } from '../../kernel/call/overview-share.ts';
import { dropOldKeys } from '../../kernel/effect/idempotency.queries.ts';
import { foldListTotals, keptTotalChecks } from '../../kernel/list/list-totals.queries.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { directoryChecks, runChecks, type Runner } from '../../store/index.ts';
import { eraseTestData } from './erasure/erase-test-data.ts';
import { keepPartitions } from './keep-partitions.queries.ts';
import type { Merchants } from './module.ts';
import { merchantBegun } from './overview.queries.ts';
import { finishCutOffMoves } from './settle-clock.ts';
import { merchantChecks } from './verify-merchants.queries.ts';
import * as operations from './operations.ts';

/** What a merchant's own record and keys say to an overview; a profile is complete that can be reached. */
async function overviewOfMerchants(
  { store }: Merchants,
  { tenant, may }: OverviewQuestion,
): Promise<OverviewShare> {
  const begun = await merchantBegun(store.of(tenant), tenant);
  const isComplete = Boolean(begun?.phone && begun.address);
  return {
    steps: [
      {
        step: 'profile',
        operation: 'updateMerchant',
        seen: may('merchant:read'),
        proof: begun && isComplete && may('merchant:read') ? { id: begun.id, at: null } : null,
      },
      {
        step: 'key_used',
        operation: 'createKey',
        seen: may('keys:read'),
        proof: begun?.key_id && may('keys:read') ? { id: begun.key_id, at: begun.key_at } : null,
      },
    ],
  };
}

export const merchantModule = moduleOf<Merchants>()({
  operations,
  answering: watchLoops,
  loops: housekeepingLoops,
  overview: overviewOfMerchants,
  verify: verifyMerchants,
});

const EXPIRE_EVERY_MS = 600_000;
const PARTITIONS_EVERY_MS = 3_600_000;
const IDEMPOTENCY_KEPT_MS = 30 * 24 * 3_600_000;
const EXPIRED_ROWS_MAX = 1_000;
const ERASE_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 3_000;
const FOLD_EVERY_MS = 1_000;
const FINISH_MOVES_EVERY_MS = 5_000;
const FOLDED_ROWS_MAX = 5_000;

/** A node that missed what others told goes by the database within seconds all the same. */
function watchLoops({ erasures }: Merchants): readonly Loop[] {
  return [
    {
      name: 'merchants.watchErasures',
      everyMs: LOOK_EVERY_MS,
      turn: () => erasures.look().then(() => 0),
    },
  ];
}

/** What any one node does for all. */
function housekeepingLoops(module: Merchants): readonly Loop[] {
  const { store, world } = module;
  const keptSince = (): Date => new Date(world.systemNow().getTime() - IDEMPOTENCY_KEPT_MS);
  return [
    {
      name: 'merchants.expireIdempotencyKeys',
      everyMs: EXPIRE_EVERY_MS,
      irrevocable: true,
      turn: () => dropOldKeys(store.system.slow, keptSince(), EXPIRED_ROWS_MAX),
    },
    {
      name: 'merchants.keepPartitions',
      everyMs: PARTITIONS_EVERY_MS,
      irrevocable: true,
      turn: () => keepPartitions(store, world.systemNow()).then((changed) => changed ?? 0),
    },
    {
      name: 'merchants.foldListTotals',
      everyMs: FOLD_EVERY_MS,
      turn: () => foldListTotals(store.system, FOLDED_ROWS_MAX),
    },
    {
      name: 'merchants.eraseTestData',
      everyMs: ERASE_EVERY_MS,
      turn: () => eraseTestData(module),
    },
    {
      name: 'merchants.finishMovesOfClocks',
      everyMs: FINISH_MOVES_EVERY_MS,
      turn: () => finishCutOffMoves(module),
    },
  ];
}

/** What is promised of keys, repeated requests, totals of lists and the directory, and does not hold in the data of any merchant. */
export async function verifyMerchants(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...merchantChecks, ...keptTotalChecks(), ...directoryChecks]);
}
