import {
  normaliseJobNumber,
  operations,
  toMajor,
  type Delivery,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { knownFields } from '../../../../kernel/shape/known-fields.ts';
import type { Runner } from '../../../../store/index.ts';
import { composeDelivery, type ComposedDelivery } from '../compose-delivery.ts';
import { findDelivery, type DeliveryChange, type DeliveryRow, type JobKey } from '../deliveries.queries.ts';
import { unchanged } from '../delivery-change.ts';
import type { Shipping } from '../../module.ts';
import { deliveryNotFound, guessesOf, moveDelivery } from '../move-delivery.ts';
import { insertDeliveries } from '../new-deliveries.queries.ts';
import { detailsOf, type DeliveryDetails } from '../present-delivery.ts';
import { readOrder, type OrderBody } from '../read-order.ts';
import { walked } from '../walk-delivery.ts';
import { cancelledFollowUps, followUpOf } from './follow-ups.ts';

/** Makes a new job for a parcel that could not be delivered, priced as of now; a return not yet begun is called off. */
export async function redeliverDelivery(
  { params, body }: Input<Operations['redeliverDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  return effect(module, call, { work: (tx) => redeliver(tx, { jobNumber, body, call, module }) });
}

type Redelivery = {
  readonly jobNumber: string;
  readonly body: RedeliverBody;
  readonly call: Call;
  readonly module: Shipping;
};

async function redeliver(
  tx: Runner,
  { jobNumber, body, call, module }: Redelivery,
): Promise<Reply<Delivery>> {
  const key = { tenant: call.tenant, jobNumber };
  const row = await findDelivery(tx, key, guessesOf(module.world.now()));
  if (!row) throw deliveryNotFound(jobNumber);
  const cancelled = await cancelledFollowUps(tx, call.tenant, row);
  refuseUnlessFailed(row, cancelled);
  const wished = knownFields(operations.redeliverDelivery.body, body);
  const order = await readOrder(composeRedelivery(row, wished), call, module);
  const follows = { kind: 'redelivery' as const, original: { job_number: row.job_number, kind: row.kind } };
  const made = composeDelivery({ ...order, follows }, call, module);
  await callOffReturn(tx, row, { cancelled, call, module });
  await link(tx, key, { made, cancelled, call, module });
  const [inserted] = await insertDeliveries(tx, [{ recorded_at: module.world.now(), ...made.columns }]);
  if (!inserted?.inserted)
    throw new Failure('SERVICE_UNAVAILABLE', 'No free job number was found. Send the same request again.', {
      retryAfterSeconds: 1,
    });
  const { warnings: _warnings, ...delivery } = made.answer;
  return reply(delivery);
}

function refuseUnlessFailed(row: DeliveryRow, cancelled: ReadonlySet<string>): void {
  const status = row.status;
  const details = { from: status, to: status, allowed: [] };
  if (status !== 'failed')
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${status}; only what has failed can be delivered again.`,
      { details },
    );
  const again = followUpOf(row, 'redelivery', cancelled);
  if (again !== null)
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is being delivered again as ${again}. If that one fails too, redeliver it.`,
      { details: { ...details, job_number: again } },
    );
}

type Following = {
  /** The jobs of the parcel that count no more. */
  readonly cancelled: ReadonlySet<string>;
  readonly call: Call;
  readonly module: Shipping;
};

/** The failed job names the new one; two requests at once cannot both make one. */
async function link(
  tx: Runner,
  key: JobKey,
  { made, cancelled, call, module }: Following & { readonly made: ComposedDelivery },
): Promise<void> {
  const decide = (row: DeliveryRow): DeliveryChange => {
    refuseUnlessFailed(row, cancelled);
    const before = detailsOf(row);
    const details: DeliveryDetails = {
      ...before,
      related_jobs: [...before.related_jobs, { job_number: made.columns.job_number, kind: 'redelivery' }],
    };
    return { ...unchanged(row, call.now), phase: null, details };
  };
  await moveDelivery(tx, key, { decide, wallClock: module.world.now() });
}

/** Nobody pays for a return that has not begun; one that has must arrive first. */
async function callOffReturn(
  tx: Runner,
  row: DeliveryRow,
  { cancelled, call, module }: Following,
): Promise<void> {
  const back = followUpOf(row, 'return', cancelled);
  if (back === null) return;
  const decide = (found: DeliveryRow): DeliveryChange | null => {
    if (found.status === 'picked_up' || found.status === 'in_transit') {
      const details = { from: row.status, to: row.status, allowed: [], job_number: back };
      throw new Failure(
        'STATE_CONFLICT',
        `The parcel of ${row.job_number} is on its way back as ${back}. Deliver it again once that has arrived.`,
        { details },
      );
    }
    if (found.status !== 'pending' && found.status !== 'assigned') return null;
    return walked(found, {
      path: ['cancelled'],
      driverId: null,
      reason: 'other',
      by: 'system',
      now: call.now,
    });
  };
  await moveDelivery(tx, { tenant: call.tenant, jobNumber: back }, { decide, wallClock: module.world.now() });
}

type RedeliverBody = Input<Operations['redeliverDelivery']>['body'];

/** The creation that tries a failed job again: its fields as they were, but for what the merchant wants otherwise. */
function composeRedelivery(row: DeliveryRow, input: RedeliverBody): OrderBody {
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
  for (const field of placeKept(input)) if (details[field] !== null) kept[field] = details[field];
  // Its time has passed with the first try: without a new one it goes as soon as may be.
  if (details.service_level === 'scheduled' && input.delivery_window_start === undefined)
    kept['service_level'] = 'standard';
  // Of a recipient who is forgotten the address is empty: nowhere to go before somebody says where.
  if (kept['delivery_address'] === '') delete kept['delivery_address'];
  return { ...kept, ...input } as OrderBody;
}

/**
 * What stays of the place where it says nothing, told by its fields, for a saved address may be gone since. No pin and no
 * landmark of before stands beside a new address; a new pin alone is the same address, better found.
 */
function placeKept(input: RedeliverBody): readonly (typeof PLACE)[number][] {
  const says = (...fields: readonly (keyof RedeliverBody)[]) =>
    fields.some((field) => input[field] !== undefined);
  if (says('delivery_address_id', 'delivery_city')) return [];
  if (says('delivery_address')) return ['delivery_city'];
  return says(...PIN) ? PLACE.filter((field) => !PIN.some((part) => part === field)) : PLACE;
}

const REPEATED = [
  'pickup_contact_name',
  'pickup_contact_phone',
  'pickup_instructions',
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
const PIN = [
  'delivery_lat',
  'delivery_lng',
  'delivery_plus_code',
] as const satisfies readonly (keyof DeliveryDetails & keyof RedeliverBody)[];
const PLACE = [
  'delivery_city',
  'delivery_address',
  'delivery_landmark',
  ...PIN,
] as const satisfies readonly (keyof DeliveryDetails & keyof RedeliverBody)[];
