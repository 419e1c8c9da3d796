import { CottontreeError } from '@cottontree/client';
import type { CashReport } from '@cottontree/contract';
import { client } from '../data/api.ts';
import { major } from '../data/money.tsx';
import { writeNote, type KeptDrawer } from '../data/till-store.ts';
import { countedMinor, type Counted } from '../day/counted.ts';
import { kickDrawer } from '../receipt/print-receipt.ts';
import { outbox } from './sending.ts';
import { db, drawer, session, terminal } from './signals.ts';

export type MoveType = 'pay_in' | 'pay_out' | 'drop' | 'no_sale';

async function keepDrawer(next: KeptDrawer | null): Promise<void> {
  drawer.value = next;
  if (db.value) await writeNote(db.value, 'drawer', next);
}

/** Takes over which drawer is open at this till. */
export async function readDrawer(): Promise<void> {
  const { data } = await client.listCashSessions({
    query: { terminal_id: terminal.value?.id ?? '', status: 'open', limit: 1 },
  });
  const [open] = data;
  await keepDrawer(open ? { id: open.id, openedAt: open.opened_at } : null);
}

export async function openDrawer(floatMinor: number): Promise<void> {
  try {
    const { data } = await client.openCashSession({
      body: {
        terminal_id: terminal.value?.id ?? '',
        opening_float: major(floatMinor),
        staff_id: session.value?.staffId ?? '',
      },
    });
    await keepDrawer({ id: data.id, openedAt: data.opened_at });
  } catch (error) {
    if (!(error instanceof CottontreeError) || error.code !== 'CASH_SESSION_ALREADY_OPEN') throw error;
    await readDrawer();
  }
}

/** Notes cash that went in or out; it is sent like a sale, when there is a network. */
export async function moveCash(type: MoveType, amountMinor: number, reason: string): Promise<void> {
  const open = drawer.value;
  if (!open) return;
  await outbox.value?.write(['notes'], (_, add) =>
    add({
      kind: 'movement',
      body: ({ client_id, occurred_at }) => ({
        cash_session_id: open.id,
        body: {
          client_id,
          type,
          staff_id: session.value?.staffId ?? '',
          occurred_at,
          ...(type === 'no_sale' ? {} : { amount: major(amountMinor) }),
          ...(reason === '' ? {} : { reason }),
        },
      }),
    }),
  );
  void kickDrawer();
}

type Closing = { readonly counted: Counted; readonly unsent: number; readonly force: boolean };

/** Closes the drawer with what was counted; answers its Z report. */
export async function closeDrawer({ counted, unsent, force }: Closing): Promise<CashReport> {
  const denominations = Object.entries(counted.notes)
    .filter(([, count]) => count > 0)
    .map(([value, count]) => ({ value: major(Number(value)), count }));
  const { data } = await client.closeCashSession({
    params: { id: drawer.value?.id ?? '' },
    body: {
      counted: [
        {
          tender: 'cash',
          amount: major(countedMinor(counted) ?? 0),
          ...(denominations.length > 0 ? { denominations } : {}),
        },
      ],
      staff_id: session.value?.staffId ?? '',
      ...(unsent > 0 ? { unsynced_count: unsent } : {}),
      ...(force ? { force } : {}),
    },
  });
  await keepDrawer(null);
  return data;
}
