import { coalesce, type Coalesced, type Runner } from '../../../store/index.ts';
import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import { namesOfCode, openCode } from '../tickets/ticket-codes.ts';
import {
  findEventOfCode,
  lookUpScans,
  type FoundScan,
  type LookKey,
  type OtherEvent,
} from './look-up.queries.ts';
import { findPassages, type Passage } from './scan-log.queries.ts';
import { recordScans, settledScans, type ScanRecord } from './record.queries.ts';

/** The statements that scans share; those of one moment travel together. */
export type ScanContext = {
  readonly lookUp: Coalesced<LookKey, FoundScan | undefined>;
  /** False where the ticket has moved on since it was looked up, or the nonce is taken. */
  readonly record: Coalesced<ScanRecord, boolean>;
  /** Where a typed code belongs that the event does not have; the event itself, where it had it once. */
  readonly eventOfCode: (
    tenant: Tenant,
    asked: { readonly code: string; readonly eventId: string },
  ) => Promise<OtherEvent | undefined>;
  /** Who came and went on a ticket, earliest first. */
  readonly passagesOf: (tenant: Tenant, ticketId: string) => Promise<readonly Passage[]>;
};

const WAITING_MAX = 5_000;

/** For scans of all requests, each statement a transaction of its own. */
export function openScanContext({ store, vault }: Pick<Context, 'store' | 'vault'>): ScanContext {
  return {
    lookUp: coalesce({
      name: 'Looking up scans',
      rowsMax: 128,
      inFlightMax: 2,
      waitingMax: WAITING_MAX,
      statement: (keys: readonly LookKey[]) =>
        lookUp(store.of(...keys.map(({ tenant }) => tenant)), vault, keys),
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
    eventOfCode: (tenant, asked) =>
      findEventOfCode(store.of(tenant), tenant, {
        codes: namesOfCode(vault, tenant, asked.code),
        eventId: asked.eventId,
      }),
    passagesOf: (tenant, ticketId) => findPassages(store.of(tenant), tenant, ticketId),
  };
}

/** For the scans of one request within its transaction. */
export function scanContextOn(runner: Runner, vault: Vault): ScanContext {
  return {
    lookUp: coalesce({
      name: 'Looking up scans',
      rowsMax: 128,
      inFlightMax: 1,
      waitingMax: WAITING_MAX,
      statement: (keys: readonly LookKey[]) => lookUp(runner, vault, keys),
    }),
    record: coalesce({
      name: 'Recording scans',
      rowsMax: 64,
      inFlightMax: 1,
      waitingMax: WAITING_MAX,
      statement: (records: readonly ScanRecord[]) => recordScans(runner, records),
    }),
    eventOfCode: (tenant, asked) =>
      findEventOfCode(runner, tenant, {
        codes: namesOfCode(vault, tenant, asked.code),
        eventId: asked.eventId,
      }),
    passagesOf: (tenant, ticketId) => findPassages(runner, tenant, ticketId),
  };
}

/** A typed code is looked up by what its ticket keeps of it, and a found ticket's is opened. */
async function lookUp(
  runner: Runner,
  vault: Vault,
  keys: readonly LookKey[],
): Promise<readonly (FoundScan | undefined)[]> {
  const found = await lookUpScans(
    runner,
    keys.map((key) =>
      key.code === '' ? key : { ...key, code: namesOfCode(vault, key.tenant, key.code).join(',') },
    ),
  );
  return found.map(
    (one) =>
      one &&
      (one.human_code === null
        ? one
        : { ...one, human_code: openCode(vault, { code: one.human_code, code_sealed: one.code_sealed }) }),
  );
}
