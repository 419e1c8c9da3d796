import type { Sale } from '@cottontree/contract';
import { NoRoomError, OtherTabError } from '../../outbox/index.ts';
import { isStorageError } from '../../outbox/trouble.ts';
import { milliOf } from '../cart/line-of.ts';
import { major } from '../data/money.tsx';
import type { KeptDrawer, MadeSale } from '../data/till-store.ts';
import { withRefund } from '../day/tally.ts';
import { kickDrawer } from '../receipt/print-receipt.ts';
import type { MadeLine } from '../sales/made-lines.ts';
import { t } from '../texts.ts';
import { entryBy } from './drawer.ts';
import { outbox } from './sending.ts';
import { db, drawer } from './signals.ts';

type Back = {
  readonly sale: MadeSale;
  readonly line: MadeLine;
  readonly wantedMilli: number;
  readonly minor: number;
  readonly restock: boolean;
  readonly reason: string;
};

/**
 * Gives cash back without asking anybody: the refund, what of the sale came back, and what should be in the drawer now are on the disk
 * together. Answers why not where they could not be kept.
 */
export async function refundHere({
  sale,
  line,
  wantedMilli,
  minor,
  restock,
  reason,
}: Back): Promise<string | null> {
  const [box, open] = [outbox.value, drawer.value];
  if (!box || !open) return t.drawerFirst;
  const next: KeptDrawer = { ...open, ...(open.tally ? { tally: withRefund(open.tally, minor) } : {}) };
  try {
    await box.write(['notes', 'sales'], async (tx, add) => {
      await add({
        kind: 'drawer',
        body: (head) => ({
          ...entryBy(head),
          kind: 'refund',
          cash_session_id: open.id,
          sale_client_id: sale.clientId,
          items: [{ line: line.line, quantity: wantedMilli / 1000, restock }],
          amount: major(minor),
          ...(reason === '' ? {} : { reason }),
        }),
      });
      const kept = (await tx.objectStore('sales').get(sale.clientId)) ?? sale;
      const before = kept.refunded?.[line.line] ?? 0;
      await tx.objectStore('sales').put({
        ...kept,
        refunded: { ...kept.refunded, [line.line]: before + wantedMilli },
      });
      await tx.objectStore('notes').put(next, 'drawer');
    });
  } catch (error) {
    if (error instanceof NoRoomError) return t.noRoom;
    if (error instanceof OtherTabError) return t.otherTab;
    if (isStorageError(error)) return t.notKept;
    throw error;
  }
  drawer.value = next;
  void kickDrawer();
  return null;
}

/** A sale as the server has it, with what came back of it here and is still unsent. */
export async function withUnsent(sale: Sale): Promise<Sale> {
  const waiting = (await outbox.value?.list('queued', 'sending')) ?? [];
  const back = waiting.flatMap(({ kind, body }) =>
    kind === 'drawer' && body.kind === 'refund' && body.sale_client_id === sale.client_id ? body.items : [],
  );
  if (back.length === 0) return sale;
  const milliBack = (line: number): number =>
    back.reduce((sum, one) => (one.line === line ? sum + milliOf(one.quantity ?? 0) : sum), 0);
  return {
    ...sale,
    items: sale.items.map((item) => ({
      ...item,
      quantity_refunded: (milliOf(item.quantity_refunded) + milliBack(item.line)) / 1000,
    })),
  };
}

/** Notes what came back of a sale with the server's help, so that it does not come back again without. */
export async function noteRefunded(
  clientId: string | null,
  refunded: NonNullable<MadeSale['refunded']>,
): Promise<void> {
  if (clientId === null) return;
  const kept = await db.value?.get('sales', clientId);
  if (kept) await db.value?.put('sales', { ...kept, refunded: { ...kept.refunded, ...refunded } });
}
