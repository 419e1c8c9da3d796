import {
  firstPhaseOf,
  formatOptionalTime,
  toMajor,
  type DriverJob,
  type JobStop,
} from '@cottontree/contract';
import type { DeliveryRow, ListedRow } from '../deliveries/deliveries.queries.ts';
import { attemptsOf, CODE_ATTEMPTS_MAX } from '../deliveries/judge-code.ts';
import { detailsOf, type DeliveryDetails } from '../deliveries/present-delivery.ts';
import { proofOf } from '../deliveries/proof.ts';
import { contactAttemptsOf } from '../deliveries/contact-attempts.ts';
import { arrivalsOf, nextStepsOf } from './steps/next-steps.ts';

/** What a courier is shown of a delivery is made from; codes are no part of it. */
export type DriverJobRow = ListedRow & Pick<DeliveryRow, 'attempts'>;

/** A delivery as its courier sees it: with the people at both ends, without handoff codes. */
export function presentDriverJob(row: DriverJobRow): DriverJob {
  const details = detailsOf(row);
  const status = row.status;
  const arrivals = arrivalsOf(row);
  const proof = proofOf(row);
  return {
    job_number: row.job_number,
    kind: details.kind,
    order_number: row.order_number,
    store_name: row.store_name,
    status,
    phase: row.phase ?? firstPhaseOf(status),
    service_level: details.service_level,
    pickup: pickupOf(details),
    dropoff: dropoffOf(details),
    package_size: details.package_size,
    weight_kg: details.weight_kg,
    package_description: details.package_description,
    fragile: details.fragile,
    cod_amount: toMajor(row.cod_amount, row.currency),
    cod_status: row.cod_status,
    currency: row.currency,
    require_pickup_code: details.require_pickup_code,
    require_delivery_code: details.require_delivery_code,
    require_photo: details.require_photo,
    require_signature: details.require_signature,
    pickup_verified: row.pickup_verified_at !== null,
    delivery_verified: row.delivery_verified_at !== null,
    pickup_window_start: details.pickup_window_start,
    pickup_window_end: details.pickup_window_end,
    delivery_window_start: details.delivery_window_start,
    delivery_window_end: details.delivery_window_end,
    estimated_pickup_at: formatOptionalTime(row.estimated_pickup_at),
    estimated_delivery_at: formatOptionalTime(row.estimated_delivery_at),
    assigned_at: formatOptionalTime(row.assigned_at),
    picked_up_at: formatOptionalTime(row.picked_up_at),
    in_transit_at: formatOptionalTime(row.in_transit_at),
    delivered_at: formatOptionalTime(row.delivered_at),
    failed_at: formatOptionalTime(row.failed_at),
    cancelled_at: formatOptionalTime(row.cancelled_at),
    arrived_pickup_at: arrivals.pickup,
    arrived_dropoff_at: arrivals.dropoff,
    attempts_left: {
      pickup: CODE_ATTEMPTS_MAX - attemptsOf(row, 'pickup'),
      delivery: CODE_ATTEMPTS_MAX - attemptsOf(row, 'delivery'),
    },
    contact_attempts: contactAttemptsOf(row).map(({ at, recorded_at, reason, contact, note }) => ({
      at,
      recorded_at,
      reason,
      contact,
      note,
    })),
    proof: {
      photo: proof.photo_file !== null,
      signature: proof.signature_file !== null,
      recipient_name: proof.recipient_name,
    },
    next_steps: [...nextStepsOf(row)],
    version: row.version,
    livemode: row.livemode,
  };
}

function pickupOf(details: DeliveryDetails): JobStop {
  return withLinks({
    address: details.pickup_address,
    city: details.pickup_city,
    landmark: details.pickup_landmark,
    lat: details.pickup_lat,
    lng: details.pickup_lng,
    plus_code: details.pickup_plus_code,
    zone: details.pickup_zone,
    contact_name: details.pickup_contact_name,
    contact_phone: details.pickup_contact_phone,
    contact_phone_alt: null,
    instructions: details.pickup_instructions,
  });
}

function dropoffOf(details: DeliveryDetails): JobStop {
  return withLinks({
    address: details.delivery_address,
    city: details.delivery_city,
    landmark: details.delivery_landmark,
    lat: details.delivery_lat,
    lng: details.delivery_lng,
    plus_code: details.delivery_plus_code,
    zone: details.delivery_zone,
    contact_name: details.recipient_name,
    contact_phone: details.recipient_phone,
    contact_phone_alt: details.recipient_phone_alt,
    instructions:
      [details.delivery_instructions, details.recipient_note ?? null]
        .filter((text) => text !== null)
        .join('\n') || null,
  });
}

/** What a phone opens at a tap, on whatever system it runs. */
function withLinks(stop: Omit<JobStop, 'call_url' | 'whatsapp_url' | 'map_url'>): JobStop {
  const phone = stop.contact_phone;
  const place =
    stop.lat !== null && stop.lng !== null
      ? `${stop.lat},${stop.lng}`
      : [stop.address, stop.city].filter((part) => part !== null).join(', ');
  return {
    call_url: phone && `tel:${phone}`,
    whatsapp_url: phone && `https://wa.me/${phone.replaceAll(/\D/g, '')}`,
    map_url: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`,
    ...stop,
  };
}
