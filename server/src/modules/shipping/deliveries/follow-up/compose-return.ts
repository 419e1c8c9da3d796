import {
  formatMoney,
  formatTime,
  jobNumberRandomBytes,
  makeHandoffCodes,
  makeJobNumber,
  toMajor,
  type RelatedJob,
} from '@cottontree/contract';
import { FACT_SECRET } from '../../../../outbox/index.ts';
import { createdFact } from '../compose-delivery.ts';
import type { DeliveryRow } from '../deliveries.queries.ts';
import { firstEntry } from '../delivery-change.ts';
import { unassignedDue } from '../due-time.ts';
import { CODE_PURPOSE } from '../judge-code.ts';
import type { Shipping } from '../../module.ts';
import type { DeliveryToInsert } from '../new-deliveries.queries.ts';
import { detailsOf, type DeliveryDetails } from '../present-delivery.ts';
import { startSimulation } from '../run-simulation.ts';
import type { SimulationState } from '../simulate.ts';
import { makeLinkToken } from '../../../../kernel/secrets/link-token.ts';

export type ComposedReturn = {
  readonly related: RelatedJob;
  readonly columns: DeliveryToInsert;
};

/** What of the first way's fee the way back costs. */
export const RETURN_FEE_PERCENT = 50n;

/** Makes the job that brings a failed parcel back: the ends swapped, with a number and codes of its own. */
export function composeReturn(
  row: DeliveryRow,
  { module, now }: { readonly module: Pick<Shipping, 'world' | 'vault'>; readonly now: Date },
): ComposedReturn {
  const { world } = module;
  const jobNumber = makeJobNumber(world.randomBytes(jobNumberRandomBytes));
  const details = returnDetails(row);
  const simulation = returnSimulation(row, now);
  const codes = sealedCodes(row, jobNumber, module);
  const fee = returnFee(row);
  const fact = createdFact(
    {
      job_number: jobNumber,
      transaction_id: row.transaction_id,
      order_number: row.order_number,
      store_name: row.store_name,
      delivery_address: details.delivery_address,
      delivery_city: details.delivery_city,
      shipping_fee: toMajor(fee, row.currency),
      created_at: formatTime(now),
    },
    codes,
  );
  return {
    related: { job_number: jobNumber, kind: 'return' },
    columns: {
      merchant_id: row.merchant_id,
      livemode: row.livemode,
      job_number: jobNumber,
      kind: 'return',
      order_number: row.order_number,
      order_guarded: false,
      transaction_id: row.transaction_id,
      store_name: row.store_name,
      currency: row.currency,
      shipping_fee: fee,
      cod_amount: 0n,
      cod_status: 'none',
      quote_nonce: null,
      delivery_city: details.delivery_city,
      recipient_phone: details.recipient_phone,
      tracking_token: makeLinkToken(world),
      pickup_code: codes.pickup_code,
      pickup_code_mac: codes.pickup_mac,
      delivery_code: codes.delivery_code,
      delivery_code_mac: codes.delivery_mac,
      details,
      timeline: [firstEntry({ actor_type: 'system', actor: null, note: null }, { at: now, recordedAt: now })],
      simulation,
      estimated_pickup_at: now,
      estimated_delivery_at: new Date(now.getTime() + wayMs(row)),
      created_at: now,
      recorded_at: world.now(),
      due_at: simulation ? new Date(simulation.next_at) : unassignedDue(now, null),
      facts: [fact],
      used_address_id: null,
    },
  };
}

/** Half of what the way there cost, in whole minor units. */
function returnFee(row: DeliveryRow): bigint {
  return (row.shipping_fee * RETURN_FEE_PERCENT) / 100n;
}

/** The way back takes as long as the way there was meant to. */
function wayMs({ estimated_pickup_at: from, estimated_delivery_at: to }: DeliveryRow): number {
  return from && to ? Math.max(0, to.getTime() - from.getTime()) : 0;
}

/** A simulated return moves at the pace of the job it follows. */
function returnSimulation(row: DeliveryRow, now: Date): SimulationState | null {
  const before = row.simulation;
  return before && startSimulation({ ...before.simulation, outcome: 'delivered', wrongCodes: 0 }, now);
}

type Codes = {
  readonly pickup_code: Buffer;
  readonly delivery_code: Buffer;
  readonly pickup_mac: Buffer;
  readonly delivery_mac: Buffer;
};

function sealedCodes(
  row: DeliveryRow,
  jobNumber: string,
  { world, vault }: Pick<Shipping, 'world' | 'vault'>,
): Codes {
  const { pickup_contact_phone, recipient_phone, recipient_phone_alt } = detailsOf(row);
  const codes = makeHandoffCodes(
    world.randomInt,
    [pickup_contact_phone, recipient_phone, recipient_phone_alt].filter((phone) => phone !== null),
  );
  return {
    pickup_code: vault.seal(codes.pickupCode, FACT_SECRET),
    delivery_code: vault.seal(codes.deliveryCode, FACT_SECRET),
    pickup_mac: vault.fingerprint(CODE_PURPOSE, jobNumber, 'pickup', codes.pickupCode),
    delivery_mac: vault.fingerprint(CODE_PURPOSE, jobNumber, 'delivery', codes.deliveryCode),
  };
}

function returnDetails(row: DeliveryRow): DeliveryDetails {
  const before = detailsOf(row);
  const currency = row.currency;
  const label = `Return, half of ${formatMoney(row.shipping_fee, currency)}`;
  return {
    kind: 'return' as const,
    original_job_number: row.job_number,
    related_jobs: [{ job_number: row.job_number, kind: row.kind }],
    fee_breakdown: [{ code: 'return', label, amount: toMajor(returnFee(row), currency) }],
    quote_id: null,
    cancel_fee_minor: '0',
    metadata: before.metadata,
    package_size: before.package_size,
    weight_kg: before.weight_kg,
    declared_value: before.declared_value,
    package_description: before.package_description,
    fragile: before.fragile,
    items: before.items,
    undeliverable_action: 'hold' as const,
    // The courier who failed has the parcel in hand: nobody releases it to him.
    require_pickup_code: false,
    require_delivery_code: true,
    require_photo: false,
    require_signature: false,
    notify_recipient: false,
    service_level: before.service_level,
    pickup_window_start: null,
    pickup_window_end: null,
    delivery_window_start: null,
    delivery_window_end: null,
    ...swappedEnds(row, before),
  };
}

/** Where it should have gone becomes where it is fetched, and the other way round. */
function swappedEnds(row: DeliveryRow, before: DeliveryDetails) {
  return {
    pickup_address_id: before.delivery_address_id,
    pickup_address: before.delivery_address,
    pickup_city: before.delivery_city,
    pickup_landmark: before.delivery_landmark,
    pickup_lat: before.delivery_lat,
    pickup_lng: before.delivery_lng,
    pickup_plus_code: before.delivery_plus_code,
    pickup_contact_name: before.recipient_name,
    pickup_contact_phone: before.recipient_phone,
    pickup_instructions: null,
    pickup_zone: before.delivery_zone,
    delivery_address_id: before.pickup_address_id,
    delivery_address: before.pickup_address ?? row.store_name,
    delivery_city: before.pickup_city,
    delivery_landmark: before.pickup_landmark,
    delivery_lat: before.pickup_lat,
    delivery_lng: before.pickup_lng,
    delivery_plus_code: before.pickup_plus_code,
    delivery_instructions: before.pickup_instructions,
    delivery_zone: before.pickup_zone,
    recipient_name: before.pickup_contact_name ?? row.store_name,
    recipient_phone: before.pickup_contact_phone,
    recipient_phone_alt: null,
  };
}
