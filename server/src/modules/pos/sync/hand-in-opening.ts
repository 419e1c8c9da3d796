import { idOfUuid, idRandomBytes, makeId, type DrawerOpeningIn } from '@cottontree/contract';
import { constraintOf, type Tx } from '../../../store/index.ts';
import { findCashSession, findOpenSession, type CashSessionRow } from '../cash/cash-sessions.queries.ts';
import { requireCashSession, writeOpening } from '../cash/cash-sessions.ts';
import { closeDrawer } from '../cash/close-drawer.ts';
import { readMinor } from '../cash/read-counted.ts';
import { doerOf, entryReused, noteFlags, type Handed, type HandedIn } from './drawer-entry.ts';

const UNCOUNTED = 'Not counted: the till opened its drawer anew while it had no network.';

/** Opens the drawer that a till opened. One that is open there still belongs to the same till, and is over since. */
export async function handInOpening(handed: Handed<DrawerOpeningIn>): Promise<HandedIn> {
  const { call, module } = handed;
  const draft = draftOf(handed);
  const write = () => module.store.transaction(call.tenant, (tx) => openOnce(tx, draft, handed));
  return write().catch((error: unknown) => {
    // The same opening came twice at once, and the other one is there now.
    if (constraintOf(error) === 'cash_sessions_pkey') return write();
    throw error;
  });
}

async function openOnce(tx: Tx, draft: CashSessionRow, handed: Handed<DrawerOpeningIn>): Promise<HandedIn> {
  const { call, module, flags } = handed;
  const { tenant, now } = call;
  const accepted = async (told: HandedIn['flags']): Promise<HandedIn> => ({
    result: 'accepted',
    ...(await noteFlags(tx, handed, {
      sessionId: draft.id,
      flags: told,
      amountMinor: draft.opening_float_minor,
    })),
  });
  const open = () =>
    writeOpening(tx, tenant, {
      draft,
      now,
      entryId: makeId('cmv_', now.getTime(), module.world.randomBytes(idRandomBytes)),
    });
  const known = async (): Promise<HandedIn | null> => {
    const row = await findCashSession(tx, tenant, draft.id);
    return row ? sameOpening(row, draft) : null;
  };
  const before = await known();
  if (before) return before;
  if (await open()) return accepted(flags);
  const first = await known();
  if (first) return first;
  const other = await findOpenSession(tx, tenant, draft.series);
  if (other !== undefined)
    await closeDrawer(tx, {
      call,
      module,
      session: await requireCashSession(tx, tenant, other),
      staff: null,
      counted: [],
      note: UNCOUNTED,
      unsynced: 0,
    });
  if (!(await open())) throw new Error(`The drawer ${draft.id} found another one open twice.`);
  return accepted([...flags, 'closed_before']);
}

function sameOpening(row: CashSessionRow, draft: CashSessionRow): HandedIn {
  if (row.opening_float_minor !== draft.opening_float_minor || row.series !== draft.series)
    throw entryReused(row.id);
  return { result: 'duplicate', flags: [], sessionId: row.id };
}

function draftOf(handed: Handed<DrawerOpeningIn>): CashSessionRow {
  const { entry, call, references, known, usual, happenedAt } = handed;
  const { tenant, caller } = call;
  const { currency } = caller.merchant;
  const { terminalId } = references;
  const locationId = known.find('terminal', terminalId)?.location_id ?? usual;
  return {
    merchant_id: tenant.merchantId,
    livemode: tenant.livemode,
    id: idOfUuid('csh_', entry.client_id),
    location_id: locationId,
    terminal_id: terminalId,
    series: terminalId ?? locationId,
    currency,
    status: 'open',
    opening_float_minor: readMinor(entry.opening_float, { path: 'opening_float', currency }),
    opened_by: doerOf(handed)?.id ?? null,
    opened_at: happenedAt,
    closed_by: null,
    closed_at: null,
    z_report_id: null,
    z_number: null,
  };
}
