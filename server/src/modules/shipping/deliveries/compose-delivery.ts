import {
  formatTime,
  idRandomBytes,
  jobNumberRandomBytes,
  makeHandoffCodes,
  makeId,
  makeJobNumber,
  makeOrderNumber,
  orderNumberRandomBytes,
  toMajor,
  type CreatedDelivery,
  type DeliveryKind,
  type DeliveryWarning,
  type HandoffCodes,
  type RelatedJob,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { makeLinkToken } from '../../../kernel/secrets/link-token.ts';
import { type Fact, FACT_SECRET, newFact } from '../../../outbox/index.ts';
import { firstEntry } from './delivery-change.ts';
import { unassignedDue } from './due-time.ts';
import { CODE_PURPOSE } from './judge-code.ts';
import type { Shipping } from '../module.ts';
import { presentLines, presentZone } from '../pricing/get-quote.ts';
import type { DeliveryToInsert } from './new-deliveries.queries.ts';
import { recipientUrl, type DeliveryDetails } from './present-delivery.ts';
import type { Order } from './read-order.ts';
import { startSimulation } from './run-simulation.ts';

export type ComposedDelivery = {
  readonly columns: Omit<DeliveryToInsert, 'recorded_at'>;
  readonly answer: CreatedDelivery;
};

const NOBODY_TO_TELL: DeliveryWarning = {
  code: 'RECIPIENT_PHONE_MISSING',
  message: 'There is no recipient_phone, so the delivery code reaches the recipient only through you.',
  address: null,
  did_you_mean: [],
};

/** Makes a new delivery out of an order: number, codes, tracking token, its row and its answer. */
export function composeDelivery(order: FollowingOrder, call: Call, module: Shipping): ComposedDelivery {
  const { world } = module;
  const jobNumber = makeJobNumber(world.randomBytes(jobNumberRandomBytes));
  const codes = makeHandoffCodes(
    world.randomInt,
    Object.values(order.phones).filter((phone) => phone !== null),
  );
  const details = composeDetails(order);
  const answer = answerOf(order, call, { jobNumber, codes, details, module });
  return { columns: columnsOf(order, call, { answer, details, module }), answer };
}

type Parts = {
  readonly jobNumber: string;
  readonly codes: HandoffCodes;
  readonly details: DeliveryDetails;
  readonly module: Shipping;
};

function answerOf(order: Order, call: Call, { jobNumber, codes, details, module }: Parts): CreatedDelivery {
  const { body, fee, priced } = order;
  const { world, settings } = module;
  const { cancel_fee_minor: _fee, pricing, ...shown } = details;
  const nowMs = world.now().getTime();
  return {
    job_number: jobNumber,
    transaction_id: body.transaction_id ?? makeId('txn_', nowMs, world.randomBytes(idRandomBytes)),
    order_number: body.order_number ?? makeOrderNumber(world.randomBytes(orderNumberRandomBytes)),
    store_name: body.store_name ?? call.caller.merchant.storeName,
    status: 'pending',
    order_status: 'processing',
    shipping_fee: toMajor(fee.fee, fee.currency),
    currency: fee.currency,
    rate_card_version: pricing?.rate_card_version ?? null,
    pickup_code: codes.pickupCode,
    delivery_code: codes.deliveryCode,
    cod_amount: toMajor(priced.parcel.codAmount, fee.currency),
    cod_status: priced.parcel.codAmount > 0n ? 'to_collect' : 'none',
    pickup_verified: false,
    delivery_verified: false,
    driver: null,
    estimated_pickup_at: formatTime(priced.price.estimatedPickupAt),
    estimated_delivery_at: formatTime(priced.price.estimatedDeliveryAt),
    created_at: formatTime(call.now),
    updated_at: formatTime(call.now),
    assigned_at: null,
    picked_up_at: null,
    in_transit_at: null,
    delivered_at: null,
    completed_at: null,
    cancelled_at: null,
    failed_at: null,
    cancellation: null,
    failure: null,
    proof: null,
    rating: null,
    tracking_url: recipientUrl(makeLinkToken(world), settings),
    version: 1,
    livemode: call.tenant.livemode,
    warnings: [...(order.phones.recipient_phone === null ? [NOBODY_TO_TELL] : []), ...priced.warnings],
    // Last: an object that begins with a spread is a hundred times as slow to make.
    ...shown,
  };
}

/** What the announcement of a new delivery tells. */
type Created = Pick<
  CreatedDelivery,
  | 'job_number'
  | 'transaction_id'
  | 'order_number'
  | 'store_name'
  | 'delivery_address'
  | 'delivery_city'
  | 'shipping_fee'
  | 'created_at'
>;

type Made = {
  readonly answer: CreatedDelivery;
  readonly details: DeliveryDetails;
  readonly module: Shipping;
};

function columnsOf(order: Order, call: Call, { answer, details, module }: Made): ComposedDelivery['columns'] {
  const { vault } = module;
  const sealed = {
    pickup_code: vault.seal(answer.pickup_code, FACT_SECRET),
    delivery_code: vault.seal(answer.delivery_code, FACT_SECRET),
  };
  const mac = (type: 'pickup' | 'delivery', code: string): Buffer =>
    vault.fingerprint(CODE_PURPOSE, answer.job_number, type, code);
  const simulation = order.simulation && startSimulation(order.simulation, call.now);
  return {
    merchant_id: call.tenant.merchantId,
    livemode: call.tenant.livemode,
    job_number: answer.job_number,
    kind: answer.kind,
    order_number: answer.order_number,
    order_guarded: order.guarded,
    transaction_id: answer.transaction_id,
    store_name: answer.store_name,
    currency: answer.currency,
    shipping_fee: order.fee.fee,
    cod_amount: order.priced.parcel.codAmount,
    cod_status: answer.cod_status,
    quote_nonce: order.quoteNonce,
    delivery_city: answer.delivery_city,
    recipient_phone: answer.recipient_phone,
    tracking_token: answer.tracking_url.slice(answer.tracking_url.lastIndexOf('/') + 1),
    pickup_code: sealed.pickup_code,
    pickup_code_mac: mac('pickup', answer.pickup_code),
    delivery_code: sealed.delivery_code,
    delivery_code_mac: mac('delivery', answer.delivery_code),
    details,
    timeline: [
      firstEntry({ actor_type: 'merchant', actor: null, note: null }, { at: call.now, recordedAt: call.now }),
    ],
    simulation,
    estimated_pickup_at: order.priced.price.estimatedPickupAt,
    estimated_delivery_at: order.priced.price.estimatedDeliveryAt,
    created_at: call.now,
    due_at: simulation
      ? new Date(simulation.next_at)
      : unassignedDue(call.now, order.windows.pickup?.end ?? null),
    facts: [createdFact(answer, sealed)],
    used_address_id: details.delivery_address_id,
    batch_id: answer.batch_id ?? null,
  };
}

/** What is announced of a new delivery; its codes travel sealed. */
export function createdFact(
  answer: Created,
  sealed: { readonly pickup_code: Buffer; readonly delivery_code: Buffer },
): Fact {
  return newFact({
    kind: 'shipping.delivery.created',
    sequence: 1,
    at: answer.created_at,
    facts: {
      job_number: answer.job_number,
      transaction_id: answer.transaction_id,
      order_number: answer.order_number,
      store_name: answer.store_name,
      delivery_address: answer.delivery_address,
      delivery_city: answer.delivery_city,
      shipping_fee: answer.shipping_fee,
      status: 'pending',
      sealed: {
        pickup_code: sealed.pickup_code.toString('base64'),
        delivery_code: sealed.delivery_code.toString('base64'),
      },
    },
  });
}

/** The job that another follows, and as what. */
type Follows = { readonly kind: Exclude<DeliveryKind, 'delivery'>; readonly original: RelatedJob };

/** An order, and the job it follows, if any. */
type FollowingOrder = Order & { readonly follows?: Follows };

/** What a delivery keeps of its order only to show it back. */
function composeDetails(order: FollowingOrder): DeliveryDetails {
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
