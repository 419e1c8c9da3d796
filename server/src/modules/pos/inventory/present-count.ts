import { quantityOf, type StockCount, type StockCountLine } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import type { CountLineRow } from './count-lines.queries.ts';
import type { ShownCountRow } from './counts.queries.ts';

export function presentCount(row: ShownCountRow, { livemode }: Tenant): StockCount {
  return {
    id: row.id,
    client_id: row.client_id,
    location_id: row.location_id,
    status: statusOf(row),
    note: row.note,
    lines: Number(row.lines),
    counted: Number(row.counted),
    different: Number(row.different),
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    ...showMode(livemode),
  };
}

export function presentCountLine(row: CountLineRow): StockCountLine {
  return {
    variant_id: row.variant_id,
    product_id: row.product_id,
    name: row.name,
    variant_name: row.variant_name,
    sku: row.sku,
    counted: row.counted === null ? null : quantityOf(row.counted),
    expected: row.expected === null ? null : quantityOf(row.expected),
    difference: row.counted === null || row.expected === null ? null : quantityOf(row.counted - row.expected),
    expected_seq: row.expected_seq === null ? null : Number(row.expected_seq),
    seq: Number(row.seq),
    counted_at: row.counted_at?.toISOString() ?? null,
    movement_id: row.movement_id,
  };
}

/** As the check constraint of the table holds it. */
function statusOf({ status }: ShownCountRow): StockCount['status'] {
  return status;
}
