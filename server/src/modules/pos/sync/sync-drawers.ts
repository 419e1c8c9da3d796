import {
  covers,
  idOfUuid,
  type Data,
  type DrawerClosingIn,
  type DrawerMovementIn,
  type DrawerOpeningIn,
  type DrawerRefundIn,
  type Input,
  type Operations,
  type Scope,
  type SyncedDrawerEntry,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { hashContent } from '../../../kernel/effect/canonical-json.ts';
import { outsideEffect } from '../../../kernel/effect/outside-effect.ts';
import { readSkewMs } from '../../../kernel/time/device-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { constraintOf } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { readDefaultPlace } from '../sales/sale-request.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { requireCashSession } from '../cash/cash-sessions.ts';
import { composeEntry, firstAnswer, writeMovement, type MovementEntry } from '../cash/cash-movements.ts';
import type { CashSessionRow } from '../cash/cash-sessions.queries.ts';
import { closeDrawer } from '../cash/close-drawer.ts';
import { readKeptReport } from '../cash/cash-reports.ts';
import { readCounted } from '../cash/read-counted.ts';
import { sessionClosed } from '../cash/write-cash-entries.ts';
import {
  doerOf,
  noteFlags,
  readDrawerEntry,
  type Handed,
  type HandedIn,
  type Handing,
} from './drawer-entry.ts';
import { handInOpening } from './hand-in-opening.ts';
import { handInRefund } from './hand-in-refund.ts';
import { readReferences } from './judge-references.ts';

type Wanted = Input<Operations['syncDrawers']>['body'];
type Given = Wanted['entries'][number];
type Answer = Data<Operations['syncDrawers']>;

/** Takes in what happened at drawers without network, one after the other as it happened, each in a transaction of its own and once. */
export async function syncDrawers(
  { body }: Input<Operations['syncDrawers']>,
  call: Call,
  module: Pos,
): Promise<Reply<Answer>> {
  requireScopes(body, call);
  return outsideEffect(module, call, async () => reply(await takeAll(body, call, module)));
}

async function takeAll({ device_time, entries }: Wanted, call: Call, module: Pos): Promise<Answer> {
  const [usual, known, settings] = await Promise.all([
    readDefaultPlace({ call, module }),
    readReferences(
      entries.map(({ terminal_id, staff_id }) => ({ terminal_id, staff_id })),
      call,
      module,
    ),
    readPosSettings(module.store.of(call.tenant), call.tenant),
  ]);
  const handing: Handing = {
    call,
    module,
    usual,
    known,
    skewMs: readSkewMs(device_time, { path: 'device_time', call }),
    skewMsMax: settings.clock_skew_minutes * 60_000,
  };
  const results: SyncedDrawerEntry[] = [];
  for (const given of entries) results.push(await takeOne(given, handing));
  const count = (result: SyncedDrawerEntry['result']): number =>
    results.filter((one) => one.result === result).length;
  return {
    results,
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    refused: count('refused'),
  };
}

/** Only what cannot be written as it is is refused, and what the service itself cannot write now is asked for again. */
async function takeOne(given: Given, handing: Handing): Promise<SyncedDrawerEntry> {
  const client_id = typeof given['client_id'] === 'string' ? given['client_id'].slice(0, 64) : null;
  const nothing = { client_id, flags: [], cash_session_id: null, refund_id: null, report: null };
  try {
    const handed = readDrawerEntry(given, await hashContent(given), handing);
    const { result, flags, sessionId, refundId, report } = await handIn(handed);
    return {
      client_id,
      result,
      flags: [...flags],
      cash_session_id: sessionId,
      refund_id: refundId ?? null,
      report: report ?? null,
      error: null,
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    const { code, message, details } = error;
    return {
      ...nothing,
      result: 'refused',
      error: { code, message, ...(details ? { details: { ...details } } : {}) },
    };
  }
}

function handIn(handed: Handed): Promise<HandedIn> {
  switch (handed.entry.kind) {
    case 'opening':
      return handInOpening(handed as Handed<DrawerOpeningIn>);
    case 'movement':
      return handInMovement(handed as Handed<DrawerMovementIn>);
    case 'refund':
      return handInRefund(handed as Handed<DrawerRefundIn>);
    case 'closing':
      return handInClosing(handed as Handed<DrawerClosingIn>);
  }
}

/** At a paired till whoever is there hands in what colleagues did, who are judged by their own permissions; a key needs the rights itself. */
function requireScopes({ entries }: Wanted, { caller }: Call): void {
  if (caller.session?.terminalId) return;
  const needed = new Set<Scope>(
    entries.map(({ kind }) => (kind === 'refund' ? 'refunds:write' : 'cash:write')),
  );
  for (const scope of needed)
    if (!covers(caller.scopes, scope))
      throw new Failure('INSUFFICIENT_SCOPE', `To hand this in takes the scope ${scope}.`, {
        details: { scope },
      });
}

/** Notes cash that went in or out; a drawer that is closed meanwhile takes it as late. */
async function handInMovement(handed: Handed<DrawerMovementIn>): Promise<HandedIn> {
  const { entry: given, call, module, happenedAt, flags } = handed;
  const { tenant } = call;
  const { client_id, type, amount, reason, occurred_at, cash_session_id } = given;
  const session = await requireCashSession(module.store.of(tenant), tenant, cash_session_id);
  const body = {
    client_id,
    type,
    occurred_at,
    ...(amount === undefined ? {} : { amount }),
    ...(reason === undefined ? {} : { reason }),
  };
  const entry: MovementEntry = {
    ...composeEntry({ body }, { call, module, session, staff: doerOf(handed), happenedAt }),
    force: true,
  };
  const known: HandedIn = { result: 'duplicate', flags: [], sessionId: session.id };
  try {
    return await module.store.transaction(tenant, async (tx) => {
      if (await firstAnswer(tx, call, entry)) return known;
      const { isLate } = await writeMovement(tx, { call, session, entry });
      const late = isLate ? (['closed_session'] as const) : [];
      const amountMinor = entry.amount_minor < 0n ? -entry.amount_minor : entry.amount_minor;
      const noted = { sessionId: session.id, flags: [...flags, ...late], amountMinor };
      return { result: 'accepted', ...(await noteFlags(tx, handed, noted)) };
    });
  } catch (error) {
    // The same came twice at once.
    if (constraintOf(error) !== 'cash_entries_client') throw error;
    await firstAnswer(module.store.of(tenant), call, entry);
    return known;
  }
}

/** Closes a drawer with what was counted without network: all that happened in it came before, for a till hands in its acts in order. */
async function handInClosing(handed: Handed<DrawerClosingIn>): Promise<HandedIn> {
  const { entry, call, module, happenedAt, flags } = handed;
  const { tenant } = call;
  const session = await requireCashSession(module.store.of(tenant), tenant, entry.cash_session_id);
  const reportId = idOfUuid('zrp_', entry.client_id);
  const counted = readCounted(entry.counted, session.currency);
  if (session.status === 'closed') return closedBefore(handed, session, reportId);
  const closedAt = happenedAt < session.opened_at ? session.opened_at : happenedAt;
  try {
    const report = await module.store.transaction(tenant, async (tx) => {
      const counting = await closeDrawer(tx, {
        call,
        module,
        session,
        staff: doerOf(handed),
        counted,
        note: entry.note ?? null,
        unsynced: 0,
        reportId,
        closedAt,
      });
      await noteFlags(tx, handed, { sessionId: session.id, flags, amountMinor: null });
      return counting;
    });
    return { result: 'accepted', flags, sessionId: session.id, report };
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'CASH_SESSION_CLOSED')) throw error;
    return closedBefore(
      handed,
      await requireCashSession(module.store.of(tenant), tenant, session.id),
      reportId,
    );
  }
}

/** By this very closing, or by somebody else, whose report nobody changes. */
async function closedBefore(
  { call, module }: Handed,
  session: CashSessionRow,
  reportId: string,
): Promise<HandedIn> {
  if (session.z_report_id !== reportId) throw sessionClosed(session.id);
  const report = await readKeptReport(module.store.of(call.tenant), call.tenant, session.id);
  return { result: 'duplicate', flags: [], sessionId: session.id, report };
}
