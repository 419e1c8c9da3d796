import { createHash } from 'node:crypto';
import { parseAmount, type Currency } from '@cottontree/contract';
import type { Call, MerchantProfile } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Loop } from '../../../kernel/running/loop.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isOutage, isStorageFull } from '../../../store/index.ts';
import { createDelivery } from '../deliveries/create-delivery.ts';
import type { Shipping } from '../module.ts';
import type { OrderBody } from '../deliveries/read-order.ts';
import {
  dropOldImports,
  settleRows,
  takeImport,
  waitingRows,
  type ImportAtWork,
  type SettledRow,
  type WaitingRow,
} from './import-work.queries.ts';
import { rowErrors } from './row-errors.ts';

export const IMPORTS_LOOP = 'shipping.imports';
/** Rows of one import before another has its turn; few enough that the requests of others hardly wait. */
const BATCH_ROWS = 20;
/** A batch takes well under a second; after a crash another node goes on when this is over. */
const LEASE_MS = 30_000;
/** How long an import rests when the database had no room or no time. */
const PAUSE_MS = 5_000;
const IMPORTS_EVERY_MS = 1_000;
const TIDY_EVERY_MS = 3_600_000;
const KEPT_MS = 30 * 86_400_000;
const TIDIED_MAX = 20;
/** Refusals that say nothing about the row. */
const PASSING: ReadonlySet<string> = new Set([
  'SERVICE_UNAVAILABLE',
  'STORAGE_FULL',
  'IDEMPOTENCY_IN_PROGRESS',
  'RATE_LIMITED',
]);

/** What any one node does for all imports. */
export function importLoops(module: Shipping): readonly Loop[] {
  const { world, store } = module;
  return [
    { name: IMPORTS_LOOP, everyMs: IMPORTS_EVERY_MS, turn: () => workOnImports(module) },
    {
      name: 'shipping.importsTidy',
      everyMs: TIDY_EVERY_MS,
      irrevocable: true,
      turn: () =>
        dropOldImports(store.system.slow, new Date(world.systemNow().getTime() - KEPT_MS), TIDIED_MAX),
    },
  ];
}

/**
 * Does a batch of the import that waited longest; answers how many rows that settled. Each row is created under an
 * Idempotency-Key of its own, so what a crash left unsaid is told, not done, when it is tried again.
 */
export async function workOnImports(module: Shipping): Promise<number> {
  const now = module.world.systemNow();
  const job = await takeImport(module.store.system, { now, leased_until: after(now, LEASE_MS) });
  if (!job) return 0;
  const tenant = { merchantId: job.merchant_id, livemode: job.livemode };
  const rows = await waitingRows(module.store.of(tenant), tenant, { id: job.id, rowsMax: BATCH_ROWS });
  const settled: SettledRow[] = [];
  for (const wave of wavesOf(rows)) {
    const results = await Promise.all(wave.map((row) => createRow(row, { job, tenant, module })));
    settled.push(...results.filter((result) => result !== null));
  }
  const ended = module.world.systemNow();
  const waits = settled.length < rows.length;
  await settleRows(module.store.of(tenant), tenant, {
    id: job.id,
    settled,
    now: ended,
    leased_until: waits ? after(ended, PAUSE_MS) : ended,
  });
  return settled.length;
}

type Work = { readonly job: ImportAtWork; readonly tenant: Tenant; readonly module: Shipping };

/** Null where it must be tried again. */
async function createRow(
  { row, body }: WaitingRow,
  { job, tenant, module }: Work,
): Promise<SettledRow | null> {
  try {
    const { data } = await createDelivery(
      { params: {}, query: {}, body: body as OrderBody },
      callOf(row, { job, tenant, module }),
      module,
    );
    const fee = parseAmount(data.shipping_fee, data.currency as Currency);
    return {
      row,
      status: 'created',
      job_number: data.job_number,
      fee: fee.ok ? String(fee.minor) : '0',
      errors: null,
    };
  } catch (error) {
    if (error instanceof Failure) return PASSING.has(error.code) ? null : failedRow(row, error);
    if (isOutage(error) || isStorageFull(error)) return null;
    module.log.error({ error, import: job.id, row }, 'A row of an import failed by a fault of ours.');
    return failedRow(
      row,
      new Failure('INTERNAL_ERROR', 'Something went wrong on our side. Tell us the import and the row.'),
    );
  }
}

function failedRow(row: number, failure: Failure): SettledRow {
  return { row, status: 'failed', job_number: null, fee: null, errors: rowErrors(failure) };
}

/** The row as a request of the key that sent the file. */
function callOf(row: number, { job, tenant, module }: Work): Call {
  const key = `import:${job.id}:${row}`;
  return {
    requestId: job.id,
    caller: {
      keyId: job.key_id,
      keyFamily: job.key_id,
      kind: 'secret',
      session: null,
      member: null,
      scopes: ['shipping:write'],
      origins: [],
      ipRanges: [],
      tenant,
      merchant: profileOf(job),
      clock: job.clock,
    },
    tenant,
    now: job.clock ?? module.world.now(),
    idempotency: { key, hash: createHash('sha256').update(key).digest() },
    ifMatch: null,
    stream: null,
    address: '',
    credentials: {},
  };
}

function profileOf(job: ImportAtWork): MerchantProfile {
  return {
    id: job.merchant_id,
    name: job.name,
    storeName: job.store_name,
    country: job.country,
    timeZone: job.time_zone,
    currency: job.currency,
    status: 'active',
    readsPerSecond: job.reads_per_second,
    writesPerSecond: job.writes_per_second,
  };
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/**
 * Parts rows into waves, each of which can be created at once: those that share an order number or a batch follow one
 * another, so that the first in the file is the first created, and a batch's discount counts up.
 */
function wavesOf(rows: readonly WaitingRow[]): readonly (readonly WaitingRow[])[] {
  const waves: WaitingRow[][] = [];
  let wave: WaitingRow[] = [];
  let shared = new Set<string>();
  for (const row of rows) {
    const keys = keysOf(row.body as { readonly order_number?: string; readonly batch_id?: string });
    if (keys.some((key) => shared.has(key))) {
      waves.push(wave);
      [wave, shared] = [[], new Set()];
    }
    wave.push(row);
    for (const key of keys) shared.add(key);
  }
  return wave.length > 0 ? [...waves, wave] : waves;
}

function keysOf({
  order_number,
  batch_id,
}: {
  readonly order_number?: string;
  readonly batch_id?: string;
}): readonly string[] {
  return [
    ...(order_number === undefined ? [] : [`order ${order_number}`]),
    ...(batch_id === undefined ? [] : [`batch ${batch_id}`]),
  ];
}
