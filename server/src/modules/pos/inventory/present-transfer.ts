import { quantityOf, type StockTransfer } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import type { TransferRow } from './transfers.queries.ts';

export function presentTransfer(row: TransferRow, { livemode }: Tenant): StockTransfer {
  return {
    id: row.id,
    client_id: row.client_id,
    status: statusOf(row),
    from_location_id: row.from_location_id,
    to_location_id: row.to_location_id,
    items: row.lines.map(({ line, variant_id, product_id, name, variant_name, sku, quantity, received }) => ({
      line,
      variant_id,
      product_id,
      name,
      variant_name,
      sku,
      quantity: quantityOf(BigInt(quantity)),
      received: received === null ? null : quantityOf(BigInt(received)),
    })),
    note: row.note,
    sent_at: row.sent_at.toISOString(),
    received_at: row.received_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    ...showMode(livemode),
  };
}

/** As the check constraint of the table holds it. */
function statusOf({ status }: TransferRow): StockTransfer['status'] {
  return status;
}
