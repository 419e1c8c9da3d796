import { formatMoney } from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import { recipientUrl } from '../deliveries/present-delivery.ts';
import type { DescribedRow } from './describe-jobs.queries.ts';

/** A delivery in what messages about it say. */
export function describeJob(row: DescribedRow, settings: Settings) {
  const { driver_id: id, driver_name: name, driver_phone: phone } = row;
  return {
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    jobNumber: row.job_number,
    kind: row.kind,
    status: row.status,
    storeName: row.store_name,
    recipientPhone: row.recipient_phone,
    notifies: row.notifies,
    link: recipientUrl(row.tracking_token, settings),
    way: `${row.pickup_city ?? ''} -> ${row.delivery_address ? `${row.delivery_address}, ` : ''}${row.delivery_city}`,
    cash:
      row.cod_status === 'to_collect' && row.cod_amount > 0n
        ? formatMoney(row.cod_amount, row.currency)
        : null,
    deliveryCode: row.delivery_code,
    createdAt: row.created_at,
    courier: id !== null && name !== null && phone !== null ? { id, name, phone } : null,
  };
}
