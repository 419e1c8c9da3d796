import { keyOf } from '../../../../kernel/call/tenant.ts';
import { FACT_SECRET } from '../../../../outbox/index.ts';
import type { Shipping } from '../../module.ts';
import type { Parcel } from './find-parcel.ts';
import { findDeliveryCode } from './parcels.queries.ts';

/** The code that the recipient gives the courier; null for anybody else, and once the parcel is handed over or will never be. */
export async function revealCode(
  module: Shipping,
  { key, row, details, isRecipient }: Parcel,
): Promise<string | null> {
  const open =
    row.status === 'pending' ||
    row.status === 'assigned' ||
    row.status === 'picked_up' ||
    row.status === 'in_transit';
  if (!isRecipient || !open || !details.require_delivery_code) return null;
  const sealed = await findDeliveryCode(module.store.of(key.tenant), {
    ...keyOf(key.tenant),
    job_number: key.jobNumber,
  });
  return sealed ? module.vault.open(sealed, FACT_SECRET).toString('utf8') : null;
}
