import { coalesce, type Coalesced, type Runner } from '../../store/index.ts';
import type { Context } from '../../core/context.ts';
import type { Tenant } from '../../core/tenant.ts';
import {
  findEventOfCode,
  lookUpScans,
  type FoundScan,
  type LookKey,
  type OtherEvent,
} from './look-up.queries.ts';
import { recordScans, settledScans, type ScanRecord } from './record.queries.ts';

/** The statements that scans share; those of one moment travel together. */
export type ScanGround = {
  readonly lookUp: Coalesced<LookKey, FoundScan | undefined>;
  /** False where the ticket has moved on since it was looked up, or the nonce is taken. */
  readonly record: Coalesced<ScanRecord, boolean>;
  /** Where a typed code belongs that the event does not have; the event itself, where it had it once. */
  readonly eventOfCode: (
    tenant: Tenant,
    asked: { readonly code: string; readonly eventId: string },
  ) => Promise<OtherEvent | undefined>;
};

const WAITING_MAX = 5_000;

/** For scans of all requests, each statement a transaction of its own. */
export function openScanGround({ store }: Pick<Context, 'store'>): ScanGround {
  return {
    lookUp: coalesce({
      name: 'Looking up scans',
      rowsMax: 128,
      inFlightMax: 2,
      waitingMax: WAITING_MAX,
      statement: (keys: readonly LookKey[]) =>
        lookUpScans(store.of(...keys.map(({ tenant }) => tenant)), keys),
    }),
    record: coalesce({
      name: 'Recording scans',
      rowsMax: 64,
      inFlightMax: 2,
      waitingMax: WAITING_MAX,
      statement: (records: readonly ScanRecord[]) =>
        recordScans(store.of(...records.map(({ tenant }) => tenant)), records),
      settle: (records) => settledScans(store.of(...records.map(({ tenant }) => tenant)), records),
    }),
    eventOfCode: (tenant, asked) => findEventOfCode(store.of(tenant), tenant, asked),
  };
}

/** For the scans of one request within its transaction. */
export function scanGroundOn(runner: Runner): ScanGround {
  return {
    lookUp: coalesce({
      name: 'Looking up scans',
      rowsMax: 128,
      inFlightMax: 1,
      waitingMax: WAITING_MAX,
      statement: (keys: readonly LookKey[]) => lookUpScans(runner, keys),
    }),
    record: coalesce({
      name: 'Recording scans',
      rowsMax: 64,
      inFlightMax: 1,
      waitingMax: WAITING_MAX,
      statement: (records: readonly ScanRecord[]) => recordScans(runner, records),
    }),
    eventOfCode: (tenant, asked) => findEventOfCode(runner, tenant, asked),
  };
}
