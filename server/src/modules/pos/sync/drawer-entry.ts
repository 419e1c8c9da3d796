import {
  DrawerClosingIn,
  drawerEntryKinds,
  DrawerMovementIn,
  DrawerOpeningIn,
  DrawerRefundIn,
  type CashReport,
  type DrawerEntryIn,
  type DrawerFlag,
  type StaffPermission,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { newShapeCheck } from '../../../kernel/shape/leave-out-nulls.ts';
import { putRight, readDeviceTime } from '../../../kernel/time/device-time.ts';
import type { Tx } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { noteDrawerFlags } from '../cash/cash-entries.queries.ts';
import { judgeReferences, type JudgedReferences, type KnownReferences } from './judge-references.ts';

const checks = Object.freeze({
  opening: newShapeCheck(DrawerOpeningIn),
  movement: newShapeCheck(DrawerMovementIn),
  refund: newShapeCheck(DrawerRefundIn),
  closing: newShapeCheck(DrawerClosingIn),
});

/** All that the entries of one request have in common. */
export type Handing = {
  readonly call: Call;
  readonly module: Pos;
  /** By how much the till's clock is behind; null: it did not say. */
  readonly skewMs: number | null;
  /** The default location. */ readonly usual: string;
  readonly known: KnownReferences;
  /** From when on a clock counts as wrong. */ readonly skewMsMax: number;
};

/** An entry as far as it can be read by itself, with what has to be looked at about it. */
export type Handed<Entry extends DrawerEntryIn = DrawerEntryIn> = Handing & {
  readonly entry: Entry;
  readonly hash: Buffer;
  readonly references: JudgedReferences;
  /** By the till's clock, put right; never ahead of now. */
  readonly happenedAt: Date;
  readonly flags: readonly DrawerFlag[];
};

/** What was written, or had been. */
export type HandedIn = {
  readonly result: 'accepted' | 'duplicate';
  readonly flags: readonly DrawerFlag[];
  readonly sessionId: string;
  readonly refundId?: string;
  readonly report?: CashReport;
};

export function readDrawerEntry(
  given: Readonly<Record<string, unknown>>,
  hash: Buffer,
  handing: Handing,
): Handed {
  const kind = drawerEntryKinds.find((one) => one === given['kind']);
  if (!kind) throw invalid({ path: 'kind', message: `must be one of ${drawerEntryKinds.join(', ')}` });
  const entry = checks[kind](given) as DrawerEntryIn;
  const { call, skewMs, known, usual, skewMsMax } = handing;
  const toldAt = readDeviceTime(entry.occurred_at, { path: 'occurred_at', call });
  const { at, offMs } = putRight(toldAt, { skewMs, now: call.now });
  const { terminal_id, staff_id } = entry;
  const references = judgeReferences(
    { ...(terminal_id ? { terminal_id } : {}), ...(staff_id ? { staff_id } : {}) },
    call.caller,
    { known, usual },
  );
  return {
    ...handing,
    entry,
    hash,
    references,
    happenedAt: at,
    flags: [
      ...(offMs > skewMsMax ? (['clock_skew'] as const) : []),
      ...(references.flags.includes('foreign_terminal') ? (['foreign_terminal'] as const) : []),
      ...(references.flags.includes('staff_differs') ? (['staff_differs'] as const) : []),
      ...(mayDo(references, permissionOf(entry)) ? [] : (['permission'] as const)),
    ],
  };
}

function permissionOf(entry: DrawerEntryIn): StaffPermission {
  if (entry.kind === 'refund') return 'refund';
  if (entry.kind === 'closing') return 'close_session';
  return entry.kind === 'movement' && entry.type === 'no_sale' ? 'no_sale' : 'cash';
}

function mayDo({ seller }: JudgedReferences, permission: StaffPermission): boolean {
  return seller === null || seller.permissions.includes(permission);
}

/** Who did it, as rows name them. */
export function doerOf({ references: { staffId } }: Handed): { readonly id: string } | null {
  return staffId === null ? null : { id: staffId };
}

/** The client_id stands for something else already. */
export function entryReused(id: string): Failure {
  return new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    `This client_id was used before for something else, ${id}. Send a fresh one for a new entry.`,
  );
}

type Noted = {
  readonly sessionId: string;
  readonly flags: readonly DrawerFlag[];
  /** Null: it was counted. */ readonly amountMinor: bigint | null;
};

/** Keeps for whoever manages the shop what about an entry should be looked at, in the transaction that writes it. */
export async function noteFlags(
  tx: Tx,
  handed: Handed,
  { sessionId, flags, amountMinor }: Noted,
): Promise<Pick<HandedIn, 'flags' | 'sessionId'>> {
  const { entry, call, happenedAt } = handed;
  if (flags.length > 0)
    await noteDrawerFlags(tx, call.tenant, {
      session_id: sessionId,
      client_id: entry.client_id.toLowerCase(),
      kind: entry.kind,
      flags,
      amount_minor: amountMinor,
      staff_id: doerOf(handed)?.id ?? null,
      occurred_at: happenedAt,
      recorded_at: call.now,
    });
  return { flags, sessionId };
}
