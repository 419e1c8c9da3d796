import { CottontreeError } from '@cottontree/client';
import { idOfUuid, type CashReport, type DrawerClosingIn } from '@cottontree/contract';
import { client } from '../data/api.ts';
import { major } from '../data/money.tsx';
import { writeNote, type DrawerEntry, type KeptDrawer } from '../data/till-store.ts';
import { countedMinor, type Counted } from '../day/counted.ts';
import { freshTally, tallyOf, withMove } from '../day/tally.ts';
import { kickDrawer } from '../receipt/print-receipt.ts';
import { t } from '../texts.ts';
import { isThere } from './find-lost.ts';
import { forgetCount } from './keep-count.ts';
import { isElsewhere, outbox, unsent } from './sending.ts';
import { db, drawer, session, terminal } from './signals.ts';

export type MoveType = 'pay_in' | 'pay_out' | 'drop' | 'no_sale';

async function keepDrawer(next: KeptDrawer | null): Promise<void> {
  drawer.value = next;
  if (db.value) await writeNote(db.value, 'drawer', next);
}

/** Whether the server no longer knows a drawer that this till opened, as after a restore from a backup; then all is offered again. */
async function offerAgainIfLost(drawerId: string): Promise<boolean> {
  const taken = (await outbox.value?.list('acked', 'conflict')) ?? [];
  const opening = taken.find(
    ({ client_id, kind, body }) =>
      kind === 'drawer' && body.kind === 'opening' && idOfUuid('csh_', client_id) === drawerId,
  );
  if (!opening || (await isThere(opening))) return false;
  await outbox.value?.offerAgain();
  return true;
}

/** Takes over which drawer the server knows, and what should be in it. While something is unsent, this till knows it better. */
export async function readDrawer(): Promise<void> {
  const before = drawer.value;
  if (unsent.value > 0 || isElsewhere.value) return;
  const { data } = await client.listCashSessions({
    query: { terminal_id: terminal.value?.id ?? '', status: 'open', limit: 1 },
  });
  const [open] = data;
  if (before && open?.id !== before.id && (await offerAgainIfLost(before.id))) return;
  const report = open ? (await client.getCashReport({ params: { id: open.id } })).data : null;
  // Something happened here while it was asked.
  if (unsent.value > 0 || isElsewhere.value || drawer.value !== before) return;
  await keepDrawer(open && report ? { id: open.id, openedAt: open.opened_at, tally: tallyOf(report) } : null);
}

/** What every entry of a drawer says. */
export function entryBy({
  client_id,
  occurred_at,
}: {
  readonly client_id: string;
  readonly occurred_at: string;
}) {
  return {
    client_id,
    occurred_at,
    terminal_id: terminal.value?.id ?? '',
    staff_id: session.value?.staffId ?? '',
  };
}

/** Nothing was kept of what somebody did at the drawer, and the message tells them so. */
export class NotKeptError extends Error {
  override readonly name = 'NotKeptError';
}

/** The open drawer; throws where it was closed meanwhile, as from elsewhere. */
function openedDrawer(): KeptDrawer {
  if (drawer.value === null) throw new NotKeptError(t.drawerGone);
  return drawer.value;
}

/** Writes what happened at the drawer and what it should hold now, all or nothing; throws where it could not. */
export async function writeAtDrawer(
  entry: (head: { readonly client_id: string; readonly occurred_at: string }) => DrawerEntry,
  next: (head: { readonly client_id: string; readonly occurred_at: string }) => KeptDrawer | null,
): Promise<void> {
  const box = outbox.value;
  if (!box) throw new NotKeptError(t.notKept);
  drawer.value = await box.write(['notes'], async (tx, add) => {
    const head = await add({ kind: 'drawer', body: entry });
    const kept = next(head);
    await tx.objectStore('notes').put(kept, 'drawer');
    return kept;
  });
  box.sendNow();
}

/** Opens the drawer, with a network and without: the server learns of it in its turn. */
export async function openDrawer(floatMinor: number): Promise<void> {
  await writeAtDrawer(
    (head) => ({ ...entryBy(head), kind: 'opening', opening_float: major(floatMinor) }),
    ({ client_id, occurred_at }) => ({
      id: idOfUuid('csh_', client_id),
      openedAt: occurred_at,
      tally: freshTally(floatMinor),
    }),
  );
}

/** Notes cash that went in or out. */
export async function moveCash(type: MoveType, amountMinor: number, reason: string): Promise<void> {
  const open = openedDrawer();
  await writeAtDrawer(
    (head) => ({
      ...entryBy(head),
      kind: 'movement',
      cash_session_id: open.id,
      type,
      ...(type === 'no_sale' ? {} : { amount: major(amountMinor) }),
      ...(reason === '' ? {} : { reason }),
    }),
    () => ({ ...open, ...(open.tally ? { tally: withMove(open.tally, type, amountMinor) } : {}) }),
  );
  void kickDrawer();
}

/** What was counted, as the API takes it. */
function countedBody(counted: Counted): DrawerClosingIn['counted'] {
  const denominations = Object.entries(counted.notes)
    .filter(([, count]) => count > 0)
    .map(([value, count]) => ({ value: major(Number(value)), count }));
  return [
    {
      tender: 'cash',
      amount: major(countedMinor(counted) ?? 0),
      ...(denominations.length > 0 ? { denominations } : {}),
    },
  ];
}

type Closing = { readonly counted: Counted; readonly unsent: number; readonly force: boolean };

/** Closes the drawer with what was counted; answers its Z report, also where it is closed already: by an answer that was lost. */
export async function closeDrawer({ counted, unsent: count, force }: Closing): Promise<CashReport> {
  const params = { id: openedDrawer().id };
  const body = {
    counted: countedBody(counted),
    staff_id: session.value?.staffId ?? '',
    ...(count > 0 ? { unsynced_count: count } : {}),
    ...(force ? { force } : {}),
  };
  const { data } = await client.closeCashSession({ params, body }).catch((error: unknown) => {
    if (error instanceof CottontreeError && error.code === 'CASH_SESSION_CLOSED')
      return client.getCashReport({ params });
    throw error;
  });
  await keepDrawer(null);
  forgetCount();
  return data;
}

/** Closes the drawer without a network: the count is kept, and the server makes the Z report once all before it has come. */
export async function closeHere(counted: Counted): Promise<void> {
  const open = openedDrawer();
  await writeAtDrawer(
    (head) => ({
      ...entryBy(head),
      kind: 'closing',
      cash_session_id: open.id,
      counted: countedBody(counted),
    }),
    () => null,
  );
  forgetCount();
}
