import type { DriverJob, Offer } from '@cottontree/contract';

/** What a server of another version may not send: absent counts as unknown, and nothing falls over it. */
const NO_JOB_FIELDS: Partial<DriverJob> = {
  kind: 'delivery',
  phase: null,
  contact_attempts: [],
  attempts_left: { pickup: 5, delivery: 5 },
  proof: { photo: false, signature: false, recipient_name: null },
  package_description: null,
  fragile: false,
  require_photo: false,
  require_signature: false,
  arrived_dropoff_at: null,
  pickup_window_start: null,
  pickup_window_end: null,
  delivery_window_start: null,
  delivery_window_end: null,
  estimated_pickup_at: null,
  estimated_delivery_at: null,
};
const NO_OFFER_FIELDS: Partial<Offer> = {
  kind: 'delivery',
  distance_km: null,
  way_km: null,
  earning: null,
  expires_at: null,
  fragile: false,
};

export function wholeJob(job: DriverJob): DriverJob {
  return { ...NO_JOB_FIELDS, ...job };
}

export function wholeOffer(offer: Offer): Offer {
  return { ...NO_OFFER_FIELDS, ...offer };
}
