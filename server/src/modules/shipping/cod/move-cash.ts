import type { CodStatus } from '@cottontree/contract';
import type { Runner } from '../../../store/index.ts';
import type { DeliveryChange, DeliveryRow, JobKey } from '../deliveries/deliveries.queries.ts';
import { codFact, unchanged } from '../deliveries/delivery-change.ts';
import { completionDue } from '../deliveries/due-time.ts';
import { moveDelivery } from '../deliveries/move-delivery.ts';

export type CashMove = { readonly to: CodStatus; readonly now: Date };

/** Moves the cash of a delivery on; the ledger is written and the merchant told by the same statement. Paid out, its job completes. */
export async function moveCash(tx: Runner, key: JobKey, { to, now }: CashMove): Promise<DeliveryRow> {
  const decide = (row: DeliveryRow): DeliveryChange | null => {
    if (row.cod_status === to) return null;
    const due =
      to === 'settled' && row.status === 'delivered' && row.delivered_at
        ? completionDue(
            { cod_status: to },
            { deliveredAt: row.delivered_at, codeVerified: row.delivery_verified_at !== null },
          )
        : row.due_at;
    return { ...unchanged(row, now), cod_status: to, due_at: due, facts: [codFact(row, to, now)] };
  };
  return (await moveDelivery(tx, key, { decide, wallClock: now })).row;
}
