import { toMajor, type Input, type Operations } from '@cottontree/contract';
import type { DeliveryRow } from '../deliveries.queries.ts';
import { detailsOf, type DeliveryDetails } from '../present-delivery.ts';
import type { OrderBody } from '../read-order.ts';

export type RedeliverBody = Input<Operations['redeliverDelivery']>['body'];

/** The creation that tries a failed job again: its fields as they were, but for what the merchant wants otherwise. */
export function composeRedelivery(row: DeliveryRow, wish: RedeliverBody): OrderBody {
  const details = detailsOf(row);
  const kept: Record<string, unknown> = {
    order_number: row.order_number,
    transaction_id: row.transaction_id,
    store_name: row.store_name,
    cod_amount: toMajor(row.cod_amount, row.currency),
    items: details.items.map(({ name, quantity, price, sku }) => ({
      name,
      quantity,
      ...(price === null ? {} : { price }),
      ...(sku === null ? {} : { sku }),
    })),
    allow_duplicate: true,
  };
  for (const field of REPEATED) if (details[field] !== null) kept[field] = details[field];
  for (const field of PICKUP_PLACE) if (details[field] !== null) kept[field] = details[field];
  if (!PLACE.some((field) => wish[field] !== undefined))
    for (const field of PLACE) if (details[field] !== null) kept[field] = details[field];
  // Its time has passed with the first try: without a new one it goes as soon as may be.
  if (details.service_level === 'scheduled' && wish.delivery_window_start === undefined)
    kept['service_level'] = 'standard';
  // A saved address may be gone since, so the place is told by its fields.
  delete kept['pickup_address_id'];
  if (wish.delivery_address_id === undefined) delete kept['delivery_address_id'];
  return { ...kept, ...wish } as OrderBody;
}

const REPEATED = [
  'pickup_contact_name',
  'pickup_contact_phone',
  'pickup_instructions',
  'delivery_landmark',
  'delivery_instructions',
  'recipient_name',
  'recipient_phone',
  'recipient_phone_alt',
  'package_size',
  'weight_kg',
  'declared_value',
  'package_description',
  'fragile',
  'undeliverable_action',
  'require_pickup_code',
  'require_delivery_code',
  'require_photo',
  'require_signature',
  'notify_recipient',
  'service_level',
  'metadata',
] as const satisfies readonly (keyof DeliveryDetails)[];
const PICKUP_PLACE = [
  'pickup_address',
  'pickup_city',
  'pickup_landmark',
  'pickup_lat',
  'pickup_lng',
  'pickup_plus_code',
] as const satisfies readonly (keyof DeliveryDetails)[];
/** A new place replaces the old one whole, so that an old pin never stands beside a new address. */
const PLACE = [
  'delivery_address_id',
  'delivery_city',
  'delivery_address',
  'delivery_lat',
  'delivery_lng',
  'delivery_plus_code',
] as const satisfies readonly (keyof DeliveryDetails & keyof RedeliverBody)[];
