import { formatTime, toMajor, type DeliveryKind, type RelatedJob } from '@cottontree/contract';
import { presentLines, presentZone } from '../pricing/get-quote.ts';
import type { DeliveryDetails } from './present-delivery.ts';
import type { Order } from './read-order.ts';

/** The job that another follows, and as what. */
export type Follows = { readonly kind: Exclude<DeliveryKind, 'delivery'>; readonly original: RelatedJob };

/** An order, and the job it follows, if any. */
export type FollowingOrder = Order & { readonly follows?: Follows };

/** What a delivery keeps of its order only to show it back. */
export function composeDetails(order: FollowingOrder): DeliveryDetails {
  const { body, fee } = order;
  return {
    kind: order.follows?.kind ?? 'delivery',
    original_job_number: order.follows?.original.job_number ?? null,
    related_jobs: order.follows ? [order.follows.original] : [],
    fee_breakdown: presentLines(fee.lines, fee.currency),
    quote_id: body.quote_id ?? null,
    cancel_fee_minor: String(fee.cancelFee),
    pricing: order.pricing,
    batch_id: body.batch_id ?? null,
    metadata: body.metadata ?? {},
    // Behind named fields: an object that begins with a spread is 50 times as slow to make.
    ...pickupOf(order),
    ...destinationOf(order),
    ...parcelOf(order),
    ...windowsOf(order),
  };
}

function pickupOf({ body, priced: { pickup, inputs }, phones }: Order) {
  const { saved } = pickup;
  return {
    pickup_address_id: saved?.id ?? null,
    pickup_address: saved?.address ?? body.pickup_address ?? null,
    pickup_city: saved?.city ?? pickup.city,
    pickup_landmark: saved?.landmark ?? body.pickup_landmark ?? null,
    pickup_lat: inputs.pickupPin?.lat ?? null,
    pickup_lng: inputs.pickupPin?.lng ?? null,
    pickup_plus_code: saved?.plus_code ?? body.pickup_plus_code ?? null,
    pickup_contact_name: body.pickup_contact_name ?? saved?.contact_name ?? null,
    pickup_contact_phone: phones.pickup_contact_phone ?? saved?.contact_phone ?? null,
    pickup_instructions: body.pickup_instructions ?? saved?.instructions ?? null,
    pickup_zone: presentZone(pickup.zone),
  };
}

function destinationOf({ body, priced: { delivery, inputs } }: Order) {
  const { saved } = delivery;
  return {
    delivery_address_id: saved?.id ?? null,
    delivery_address: saved?.address ?? body.delivery_address ?? '',
    delivery_city: saved?.city ?? delivery.city,
    delivery_landmark: saved?.landmark ?? body.delivery_landmark ?? null,
    delivery_lat: inputs.deliveryPin?.lat ?? null,
    delivery_lng: inputs.deliveryPin?.lng ?? null,
    delivery_plus_code: saved?.plus_code ?? body.delivery_plus_code ?? null,
    delivery_instructions: body.delivery_instructions ?? saved?.instructions ?? null,
    delivery_zone: presentZone(delivery.zone),
  };
}

function parcelOf({ body, fee, priced: { parcel, inputs, delivery }, phones, itemPrices }: Order) {
  return {
    recipient_name: body.recipient_name ?? delivery.saved?.contact_name ?? null,
    recipient_phone: phones.recipient_phone ?? delivery.saved?.contact_phone ?? null,
    recipient_phone_alt: phones.recipient_phone_alt,
    package_size: parcel.size,
    weight_kg: body.weight_kg ?? 1,
    declared_value: toMajor(parcel.declaredValue, fee.currency),
    package_description: body.package_description ?? null,
    fragile: body.fragile ?? false,
    items: (body.items ?? []).map(({ name, quantity, sku }, index) => {
      const price = itemPrices[index] ?? null;
      return {
        name,
        quantity,
        price: price === null ? null : toMajor(price, fee.currency),
        sku: sku ?? null,
      };
    }),
    undeliverable_action: body.undeliverable_action ?? 'return',
    require_pickup_code: body.require_pickup_code ?? true,
    require_delivery_code: body.require_delivery_code ?? true,
    require_photo: body.require_photo ?? false,
    require_signature: body.require_signature ?? false,
    notify_recipient: body.notify_recipient ?? true,
    service_level: inputs.serviceLevel,
  };
}

function windowsOf({ windows }: Order) {
  return {
    pickup_window_start: windows.pickup ? formatTime(windows.pickup.start) : null,
    pickup_window_end: windows.pickup ? formatTime(windows.pickup.end) : null,
    delivery_window_start: windows.delivery ? formatTime(windows.delivery.start) : null,
    delivery_window_end: windows.delivery ? formatTime(windows.delivery.end) : null,
  };
}
